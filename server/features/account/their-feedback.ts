import { eq, or, sql } from 'drizzle-orm'
import { feedbackMessages } from '../../db/schema/catalog.ts'
import type { Account } from '../auth/open-account.ts'

/** A person's letters to us: written when signed in, or as a guest from an address that they have confirmed. */
export function theirFeedback({ id, email, isVerified }: Account) {
  const signedIn = eq(feedbackMessages.userId, id)
  return isVerified ? or(signedIn, eq(sql`lower(${feedbackMessages.email})`, email.toLowerCase()))! : signedIn
}
