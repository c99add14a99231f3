import { verifyEmail } from '#contract/auth.ts'
import { mailedLinkTexts } from '../../messages/mailed-links.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { sendMailedAct } from './send-mailed-act.ts'
import { MailedActPage } from './mailed-act-page.tsx'
import type { MailedLink } from './mailed-link.ts'
import { reloadOwnProfile } from './reload-own-profile.ts'
import { WayToPassword } from './way-to-password.tsx'

const texts = mailedLinkTexts.verify

/** Resolves to the link of a new password, where this is not the browser that registered, and to null where it is. */
async function verify(link: MailedLink): Promise<MailedLink | null> {
  const { password_link } = await sendMailedAct(verifyEmail, { body: link })
  reloadOwnProfile()
  return password_link ?? null
}

/** To what the account was made for; a guest has to log in first. */
function WayToTests() {
  const { status } = useSession()
  return status === 'guest' ? (
    <ButtonLink to={paths.login}>{mailedLinkTexts.toLogin}</ButtonLink>
  ) : (
    <ButtonLink to={paths.tests}>{mailedLinkTexts.toTests}</ButtonLink>
  )
}

function wayOn(link: MailedLink | null) {
  return link === null ? <WayToTests /> : <WayToPassword link={link} />
}

/** The address of a new account belongs to its owner (S6.03). */
export function VerifyEmailPage() {
  return (
    <MailedActPage
      texts={texts}
      act={verify}
      done={(passwordLink) => (passwordLink === null ? texts.done : texts.doneElsewhere)}
      wayOn={wayOn}
    />
  )
}
