import { verifyEmail } from '#contract/auth.ts'
import { isUnauthorized } from '../../http/api-error.ts'
import { request } from '../../http/request.ts'
import { mailedLinkTexts } from '../../messages/mailed-links.ts'
import { paths } from '../../paths.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { MailedActPage } from './mailed-act-page.tsx'
import type { MailedLink } from './mailed-link.ts'
import { reloadOwnProfile } from './reload-own-profile.ts'

const texts = mailedLinkTexts.verify

/** Resolves to the link of a new password, where this is not the browser that registered, and to null where it is. */
async function verify(link: MailedLink): Promise<MailedLink | null> {
  const { password_link } = await asWhoeverIsHere(link)
  reloadOwnProfile()
  return password_link ?? null
}

/** As the signed-in person, who knows the password; a session that has ended is no reason not to confirm. */
async function asWhoeverIsHere(link: MailedLink) {
  try {
    return await sessionRequest(verifyEmail, { body: link })
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    return request(verifyEmail, { body: link })
  }
}

function toNewPassword(link: MailedLink | null) {
  return link !== null && <ButtonLink to={paths.setPassword(link)}>{texts.setPassword}</ButtonLink>
}

/** The address of a new account belongs to its owner (S6.03). */
export function VerifyEmailPage() {
  return (
    <MailedActPage
      texts={texts}
      act={verify}
      done={(passwordLink) => (passwordLink === null ? texts.done : texts.doneElsewhere)}
      wayOn={toNewPassword}
    />
  )
}
