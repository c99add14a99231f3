import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { oneTimeTokens } from '../../db/schema/accounts.ts'

/** The token of a letter's link, by its hash, and how many minutes it works from the moment at which the letter leaves. */
export interface LinkClock {
  kind: string
  token_hash: string
  minutes: number
}

/** Starts the time of a letter's link, again at each try to send it: nobody has read what has not left. */
export async function startLinkClock(queries: Queries, { kind, token_hash, minutes }: LinkClock): Promise<void> {
  await queries
    .update(oneTimeTokens)
    .set({ expiresAt: sql`now() + make_interval(mins => ${minutes})` })
    .where(and(eq(oneTimeTokens.kind, kind), eq(oneTimeTokens.tokenHash, token_hash), isNull(oneTimeTokens.usedAt)))
}
