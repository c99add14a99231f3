import type { Queries } from '../../db/connect.ts'
import { createLimiter } from '../../load/rate-limits.ts'
import type { Services } from '../../services.ts'
import { type Letter, queueMail } from './queue-mail.ts'

/** Google says that dots in a name mean nothing, and that both domains are one. */
const gmail = /^(.*)@(?:gmail|googlemail)\.com$/

/**
 * The key under which letters to an address are counted that a stranger may have requested. Spellings that many servers deliver
 * to one mailbox count as one: `olena+anything@…`, and at Gmail any dots. The plain address counts apart, because it has one
 * account: a person who makes up other spellings takes none of its letters.
 */
export function countedAs(address: string): string {
  const typed = address.toLowerCase()
  const untagged = typed.replace(/^([^+@]+)\+[^@]*@/, '$1@')
  const mailbox = untagged.replace(gmail, (_all, name: string) => `${name.replaceAll('.', '')}@gmail.com`)
  return mailbox === typed ? typed : `${mailbox}, spelt otherwise`
}

/**
 * Queues a letter to the address of an account, in the caller's transaction. An unconfirmed mailbox may belong to a person who
 * never asked for any letter: it gets a few an hour, from all accounts together. Returns false if this letter is one too many.
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
