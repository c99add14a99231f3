import { confirmEmailChange } from '#contract/account.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { mailedLinkTexts } from '../../messages/mailed-links.ts'
import { sendMailedAct } from './send-mailed-act.ts'
import { MailedActPage } from './mailed-act-page.tsx'
import type { MailedLink } from './mailed-link.ts'
import { reloadOwnProfile } from './reload-own-profile.ts'
import { WayToPassword } from './way-to-password.tsx'

const texts = mailedLinkTexts.confirm

type Confirmed = EndpointReply<typeof confirmEmailChange>

async function confirm(link: MailedLink): Promise<Confirmed> {
  const confirmed = await sendMailedAct(confirmEmailChange, { body: link })
  if (confirmed.state === 'changed') reloadOwnProfile()
  return confirmed
}

/** The server says what becomes of the password, where it does not stay. */
const done = ({ state, detail }: Confirmed) => detail ?? (state === 'changed' ? texts.changed : texts.half)

function wayOn({ password_link }: Confirmed) {
  return password_link == null ? null : <WayToPassword link={password_link} />
}

/** A change of e-mail is confirmed on the old address and on the new one; the second confirmation changes it. */
export function ConfirmEmailPage() {
  return <MailedActPage texts={texts} act={confirm} done={done} wayOn={wayOn} />
}
