import type { Queries } from '../../db/connect.ts'
import { createLimiter } from '../../load/rate-limits.ts'
import type { Services } from '../../services.ts'
import { type Letter, queueMail } from './queue-mail.ts'

/** Of these Google says that dots in a name mean nothing, and that both are one domain. */
const gmail = /^(.*)@(?:gmail|googlemail)\.com$/

/**
 * Under which name letters to an address are counted that a stranger may have asked for. What many mail servers deliver to one
 * mailbox counts as one: `olena+anything@…`, and at Gmail any dots. Only the plain address counts alone: it has one account, and
 * nobody who makes up others takes its letters away.
 */
export function countedAs(address: string): string {
  const typed = address.toLowerCase()
  const untagged = typed.replace(/^([^+@]+)\+[^@]*@/, '$1@')
  const mailbox = untagged.replace(gmail, (_all, name: string) => `${name.replaceAll('.', '')}@gmail.com`)
  return mailbox === typed ? typed : `${mailbox}, spelt otherwise`
}

/**
 * Queues a letter to the address of an account, in the caller's transaction. Where nobody has confirmed that address, its mailbox
 * may be somebody's who never asked for any letter: it gets a few an hour, however many accounts are made for it. False: this
 * one would be too many, and is not sent.
 */
export async function queueUnproven(
  tx: Queries,
  { jobs, config }: Pick<Services, 'jobs' | 'config'>,
  { isVerified }: { isVerified: boolean },
  letter: Letter,
): Promise<boolean> {
  const { passes } = createLimiter(tx, config.limitFactor)
  if (!isVerified && (await passes('unproven-letters', countedAs(letter.to)))) return false
  await queueMail(tx, jobs, letter)
  return true
}
