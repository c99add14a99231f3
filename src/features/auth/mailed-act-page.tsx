import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { mailedLinkTexts } from '../../messages/mailed-links.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Column } from '../../ui/column.tsx'
import { Notice } from '../../ui/notice.tsx'
import { focusTitle } from '../../ui/text/focus-title.ts'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { isDeadLink, type MailedLink, useMailedLink } from './mailed-link.ts'
import { NoReferrer } from './no-referrer.tsx'

interface MailedActPageProps<Result> {
  texts: { title: string; lead: string; act: string; dead: string }
  /** What the link does. Throws ApiError. */
  act: (link: MailedLink) => Promise<Result>
  /** What is said when it is done. */
  done: (result: Result) => ReactNode
  /** Where to go then; nothing leads to the cabinet or to log in. */
  wayOn?: (result: Result) => ReactNode
}

/**
 * What a link in a mail opens. It acts by a press of a button only: mail scanners open every link of a mail, and
 * opening one must change nothing.
 */
export function MailedActPage<Result>({ texts, act, done, wayOn }: MailedActPageProps<Result>) {
  const link = useMailedLink()
  const { mutate, data, error, isPending, isSuccess } = useMutation({ mutationFn: (given: MailedLink) => act(given) })
  /** The button goes when it is done, and when the link turns out to be dead. */
  const leaveButton = {
    onSuccess: focusTitle,
    onError: (failure: Error) => {
      if (isDeadLink(failure)) focusTitle()
    },
  }
  return (
    <Column width="form">
      <NoReferrer />
      <PageTitle>{texts.title}</PageTitle>
      {isSuccess && (
        <Notice tone="success" actions={wayOn?.(data) || <WayOn />}>
          {done(data)}
        </Notice>
      )}
      {!isSuccess && (link === null || isDeadLink(error)) && (
        <Notice tone="danger" actions={<WayOn />}>
          {texts.dead}
        </Notice>
      )}
      {!isSuccess && link !== null && !isDeadLink(error) && (
        <>
          <Text variant="large">{texts.lead}</Text>
          {error && <Notice tone="danger">{failureSentence(error, mailedLinkTexts.failed)}</Notice>}
          <Button size="large" fullWidth pending={isPending} onClick={() => mutate(link, leaveButton)}>
            {texts.act}
          </Button>
        </>
      )}
    </Column>
  )
}

function WayOn() {
  const { status } = useSession()
  return status === 'guest' ? (
    <ButtonLink to={paths.login}>{mailedLinkTexts.toLogin}</ButtonLink>
  ) : (
    <ButtonLink to={paths.settings}>{mailedLinkTexts.toProfile}</ButtonLink>
  )
}
