import { useState } from 'react'
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

/** What the link of the letter opens: the new password, or a way to a new letter when the link is dead, in the server's words. */
export function ResetPasswordPage() {
  const link = useMailedLink()
  const [dead, setDead] = useState<{ said: string | undefined } | null>(null)
  const close = (said: string | undefined) => {
    setDead({ said })
    // The form goes with the button that was pressed.
    focusTitle()
  }
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
