import { confirmEmailChange } from '#contract/account.ts'
import { request } from '../../http/request.ts'
import { mailedLinkTexts } from '../../messages/mailed-links.ts'
import { MailedActPage } from './mailed-act-page.tsx'
import type { MailedLink } from './mailed-link.ts'
import { reloadOwnProfile } from './reload-own-profile.ts'

const texts = mailedLinkTexts.confirm

async function confirm(link: MailedLink): Promise<'half_confirmed' | 'changed'> {
  const { state } = await request(confirmEmailChange, { body: link })
  if (state === 'changed') reloadOwnProfile()
  return state
}

/** A change of e-mail is confirmed on the old address and on the new one; the second confirmation changes it. */
export function ConfirmEmailPage() {
  return (
    <MailedActPage texts={texts} act={confirm} done={(state) => (state === 'changed' ? texts.changed : texts.half)} />
  )
}
