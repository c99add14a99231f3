import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { oneTimeTokens } from '../../db/schema/accounts.ts'
import { digest } from '../../secrets.ts'

export type TokenKind = 'password-reset' | 'password-proof'
export type OneTimeToken = typeof oneTimeTokens.$inferSelect

/** Makes a secret of 256 bits that works once within `minutes`; only its hash is stored. */
export async function issueToken(
  queries: Queries,
  kind: TokenKind,
  userId: string,
  minutes: number,
  payload: Record<string, string>,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await queries.insert(oneTimeTokens).values({
    kind,
    userId,
    tokenHash: digest(token),
    payload,
    expiresAt: sql`now() + make_interval(mins => ${minutes})`,
  })
  return token
}

const stillGood = (kind: TokenKind, userId: string) =>
  and(
    eq(oneTimeTokens.kind, kind),
    eq(oneTimeTokens.userId, userId),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, sql`now()`),
  )

/** Uses a token up; undefined when it is unknown, used, expired or somebody else's. */
export async function consumeToken(
  tx: Queries,
  kind: TokenKind,
  userId: string,
  token: string,
): Promise<OneTimeToken | undefined> {
  const [used] = await tx
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(and(stillGood(kind, userId), eq(oneTimeTokens.tokenHash, digest(token))))
    .returning()
  return used
}

/** Uses up every proof that this session holds, and says whether there was any. */
export async function consumeProof(tx: Queries, userId: string, familyId: string): Promise<boolean> {
  const used = await tx
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(and(stillGood('password-proof', userId), sql`${oneTimeTokens.payload}->>'family_id' = ${familyId}`))
    .returning({ id: oneTimeTokens.id })
  return used.length > 0
}
