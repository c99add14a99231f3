import { domainToASCII } from 'node:url'

export interface MailToSend {
  id: string
  from: string
  to: string
  subject: string
  text: string
  /** The same text as an HTML document. */
  html: string
  /** One address, as `Email` lets it in. With null, answers go to the sender. */
  replyTo: string | null
  createdAt: Date
}

/**
 * Headers of every letter: a program wrote it, and no program should answer it (RFC 3834). Otherwise an absence notice, or a desk
 * that confirms each letter, answers us or an address that somebody put into the form of an appeal, and the two programs answer
 * each other for ever. Exchange reads the second header for this; it still reports failed deliveries.
 */
export const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' }

/**
 * A letter's Message-ID, the same at each try: a mail server recognises a letter that it gets twice. Its domain is the sender's:
 * no other sender has the same id (RFC 5322, 3.6.4), and filters check that the domain exists.
 */
export function messageIdOf({ id, from }: Pick<MailToSend, 'id' | 'from'>): string {
  const [, domain = ''] = /@([^\s@<>]+)>?\s*$/.exec(from) ?? []
  return `<${id}@${domainToASCII(domain) || 'localhost'}>`
}
