import { mailedLinkTexts } from '../../messages/mailed-links.ts'
import { paths } from '../../paths.ts'
import { requestSignOut } from '../../session/session-events.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import type { MailedLink } from './mailed-link.ts'

const texts = mailedLinkTexts.verify

/**
 * To a new password for the account whose letter was opened here. Its form is for guests alone (S2.04): who finds somebody else
 * signed in is told so, and goes on by the letter that has just left.
 */
export function WayToPassword({ link }: { link: MailedLink }) {
  const { status } = useSession()
  if (status === 'guest') return <ButtonLink to={paths.setPassword(link)}>{texts.setPassword}</ButtonLink>
  return (
    <>
      <p>{texts.somebodyElse}</p>
      <Button onClick={requestSignOut}>{texts.signOut}</Button>
    </>
  )
}
