import { domainToASCII } from 'node:url'

export interface MailToSend {
  id: string
  from: string
  to: string
  subject: string
  text: string
  /** The same as an HTML document. */
  html: string
  /** One address, as `Email` lets it in. Null: answers go to the sender. */
  replyTo: string | null
  createdAt: Date
}

/**
 * What every letter says of itself: a program writes it, and no program is to answer it (RFC 3834). Without that an absence notice, or
 * a desk that confirms each letter, answers us, or whomever somebody named in the form of an appeal, and the two never end.
 * Exchange reads its own header for the same; what cannot be delivered it still says.
 */
export const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' }

/**
 * The same at each try, so that a mail server that gets a letter twice can recognise it, and of the sender's own domain: no other
 * sender's can be the same (RFC 5322, 3.6.4), and filters look whether it exists.
 */
export function messageIdOf({ id, from }: Pick<MailToSend, 'id' | 'from'>): string {
  const [, domain = ''] = /@([^\s@<>]+)>?\s*$/.exec(from) ?? []
  return `<${id}@${domainToASCII(domain) || 'localhost'}>`
}
