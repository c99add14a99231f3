import { soon } from '../../concurrency/with-timeout.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { signInLinkTexts } from '../../messages/sign-in-link.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Column, Loading, PageTitle } from '../../ui/page.tsx'
import { Failure, StatusNotice } from '../../ui/notice.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Text } from '../../ui/text.tsx'
import { finishSignIn } from './sign-in-link.ts'
import { NoReferrer } from './mailed-link.tsx'

/** Copies the link, for a person who has to take it to the browser that asked for it. Here it opens nothing. */
function CopyLink({ link }: { link: URLSearchParams }) {
  const [outcome, setOutcome] = useState('')
  const copy = async () => {
    try {
      await soon(navigator.clipboard.writeText(`${window.location.origin}${paths.authCallback}?${link}`))
      setOutcome(signInLinkTexts.copied)
    } catch {
      setOutcome(signInLinkTexts.copyFailed)
    }
  }
  return (
    <>
      <Text>{signInLinkTexts.copyHint}</Text>
      <StatusNotice>{outcome !== '' && outcome}</StatusNotice>
      <div>
        <Button variant="border" onClick={() => void copy()}>
          {signInLinkTexts.copy}
        </Button>
      </div>
    </>
  )
}

/** Completes a sign-in that went through a mailed link; the code leaves the address before anything else. */
export function AuthCallbackPage() {
  const [link] = useState(useSearchParams()[0])
  const navigate = useNavigate()
  const isBegun = useRef(false)
  const { mutate, data } = useMutation({
    mutationFn: () => finishSignIn(link, Date.now()),
    onSuccess: (finished) => {
      if ('goTo' in finished) void navigate(finished.goTo, { replace: true })
    },
  })
  useEffect(() => {
    // A code works once, so it must be sent once however often React runs this.
    if (isBegun.current) return
    isBegun.current = true
    window.history.replaceState(window.history.state, '', paths.authCallback)
    mutate()
  })
  const failure = data !== undefined && 'sentence' in data ? data : null
  return (
    <Column width="form">
      <NoReferrer />
      <Mark size={72} />
      <PageTitle key={String(failure === null)}>
        {failure === null ? signInLinkTexts.comingIn : signInLinkTexts.notIn}
      </PageTitle>
      {failure === null ? (
        <Loading />
      ) : (
        <>
          <Failure onRetry={failure.canRetry ? () => mutate() : undefined}>{failure.sentence}</Failure>
          {failure.isForeign === true && <CopyLink link={link} />}
          <div>
            <ButtonLink to={paths.loginByLink} variant={failure.canRetry ? 'tertiary' : 'primary'}>
              {signInLinkTexts.askNew}
            </ButtonLink>
          </div>
        </>
      )}
    </Column>
  )
}
