import { verifyEmail } from '#contract/auth.ts'
import { request } from '../../http/request.ts'
import { mailedLinkTexts } from '../../messages/mailed-links.ts'
import { MailedActPage } from './mailed-act-page.tsx'
import type { MailedLink } from './mailed-link.ts'
import { reloadOwnProfile } from './reload-own-profile.ts'

const texts = mailedLinkTexts.verify

async function verify(link: MailedLink): Promise<void> {
  await request(verifyEmail, { body: link })
  reloadOwnProfile()
}

/** The address of a new account belongs to its owner (S6.03). */
export function VerifyEmailPage() {
  return <MailedActPage texts={texts} act={verify} done={() => texts.done} />
}
