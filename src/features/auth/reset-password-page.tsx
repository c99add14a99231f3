import { useEffect, useState } from 'react'
import { checkResetLink } from '#contract/auth.ts'
import { ApiError } from '../../http/api-error.ts'
import { request } from '../../http/request.ts'
import { resetTexts } from '../../messages/reset.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Column } from '../../ui/column.tsx'
import { Notice } from '../../ui/notice.tsx'
import { focusTitle } from '../../ui/text/focus-title.ts'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { useMailedLink } from './mailed-link.ts'
import { NoReferrer } from './no-referrer.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'

/** What the link of the mail opens: the new password, or a way to a new mail when the link is dead, in the server's words. */
export function ResetPasswordPage() {
  const link = useMailedLink()
  const [dead, setDead] = useState<{ said: string | undefined } | null>(null)
  const close = (said: string | undefined) => {
    setDead({ said })
    // The form goes, and the focus that was in it.
    focusTitle()
  }
  useEffect(() => {
    if (link === null) return
    let isHere = true
    // Nobody shall think up two passwords for a link that is used up. Where this cannot be asked, sending them tells.
    request(checkResetLink, { body: link }).catch((error: unknown) => {
      if (isHere && error instanceof ApiError && error.code === 'reset_link_invalid') close(error.detail)
    })
    return () => {
      isHere = false
    }
    // The same link each time, as another object.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [link?.uid, link?.token])
  return (
    <Column width="form">
      <NoReferrer />
      <PageTitle>{resetTexts.newTitle}</PageTitle>
      {link === null || dead !== null ? (
        <Notice tone="danger" actions={<ButtonLink to={paths.resetEmail}>{resetTexts.askNew}</ButtonLink>}>
          {dead?.said ?? resetTexts.deadLink}
        </Notice>
      ) : (
        <>
          <Text tone="soft">{resetTexts.newLead}</Text>
          <ResetPasswordForm link={link} onDead={close} />
        </>
      )}
    </Column>
  )
}
