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

/** What the link of the letter opens: the new password, or a way to a new letter when the link is dead. */
export function ResetPasswordPage() {
  const link = useMailedLink()
  const [isDead, setDead] = useState(false)
  const close = () => {
    setDead(true)
    // The form goes with the button that was pressed.
    focusTitle()
  }
  return (
    <Column width="form">
      <NoReferrer />
      <PageTitle>{resetTexts.newTitle}</PageTitle>
      {link === null || isDead ? (
        <Notice tone="danger" actions={<ButtonLink to={paths.resetEmail}>{resetTexts.askNew}</ButtonLink>}>
          {resetTexts.deadLink}
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
