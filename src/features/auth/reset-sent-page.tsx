import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { addressAsRead } from '#contract/address-as-read.ts'
import { resetTexts } from '../../messages/reset.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { useSecondsUntil } from '../../ui/countdown.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Column, focusTitle, PageTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import { type AskedReset, askReset, askResetSentence, readAskedReset } from './ask-reset.ts'

/** Says the same whether the mail is on its way or there is no such account (S2.04). */
export function ResetSentPage() {
  const asked = readAskedReset(useLocation().state)
  return (
    <Column width="form">
      <PageTitle>{resetTexts.sentTitle}</PageTitle>
      <Text variant="large">
        {asked === null ? resetTexts.sentSomewhere : resetTexts.sent(addressAsRead(asked.email))}
      </Text>
      <Text tone="soft">{resetTexts.sentHint}</Text>
      {asked !== null && <ResetAgain asked={asked} />}
      <p>
        <Link to={paths.resetEmail}>{resetTexts.otherEmail}</Link>
      </p>
      <p>
        <Link to={paths.login}>{resetTexts.toLogin}</Link>
      </p>
    </Column>
  )
}

/** After this pause another mail can be requested. Most mails arrive within it. */
const pauseMs = 60_000

/** «Send again», after a minute. The history keeps the moment of the last mail, so a reload does not shorten it. */
export function ResetAgain({ asked }: { asked: AskedReset }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => askReset(asked.email),
    onSuccess: (state) => navigate(pathname, { replace: true, state }),
  })
  // The button is then disabled for a minute and loses the focus.
  const askAgain = () => mutate(undefined, { onSuccess: focusTitle })
  const seconds = useSecondsUntil(asked.askedAt + pauseMs)
  return (
    <>
      {isSuccess && <Notice tone="success">{resetTexts.sentAgain}</Notice>}
      {error && <Notice tone="danger">{askResetSentence(error)}</Notice>}
      <div>
        <Button variant="border" disabled={seconds > 0} pending={isPending} onClick={askAgain}>
          {seconds > 0 ? resetTexts.sendAgainIn(seconds) : resetTexts.sendAgain}
        </Button>
      </div>
    </>
  )
}
