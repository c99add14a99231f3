import { keepAccount } from '#contract/account.ts'
import { request } from '../../http/request.ts'
import { mailedLinkTexts } from '../../messages/mailed-links.ts'
import { MailedActPage } from './mailed-act-page.tsx'
import type { MailedLink } from './mailed-link.ts'

const texts = mailedLinkTexts.keep

const keep = (link: MailedLink) => request(keepAccount, { body: link })

/** Takes back the deletion of an account, within its seven days. */
export function KeepAccountPage() {
  return <MailedActPage texts={texts} act={keep} done={() => texts.done} />
}
