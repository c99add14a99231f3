import { randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { oneTimeTokens } from '../../db/schema/accounts.ts'
import { digest } from '../../secrets.ts'

export type TokenKind =
  | 'password-reset'
  | 'password-proof'
  | 'verify-email'
  | 'sign-in-code'
  | 'email-change-old'
  | 'email-change-new'
  | 'keep-account'

/** What a token proves and is bound to, beside its owner. */
export type TokenPayload = Record<string, string>
export interface UsedToken {
  kind: TokenKind
  userId: string
  payload: TokenPayload
}

/** Makes a secret of 256 bits that works once within `minutes`; only its hash is stored. */
export async function issueToken(
  queries: Queries,
  kind: TokenKind,
  userId: string,
  minutes: number,
  payload: TokenPayload,
): Promise<string> {
  // Hex, for it ends links: mail programs take a hyphen at the end of one for the end of a sentence.
  const token = randomBytes(32).toString('hex')
  // What is long over goes with each new one: its payload holds addresses, which nobody needs any more.
  await queries
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), sql`${oneTimeTokens.expiresAt} < now() - interval '1 day'`))
  await queries.insert(oneTimeTokens).values({
    kind,
    userId,
    tokenHash: digest(token),
    payload,
    expiresAt: sql`now() + make_interval(mins => ${minutes})`,
  })
  return token
}

const stillGood = and(isNull(oneTimeTokens.usedAt), gt(oneTimeTokens.expiresAt, sql`now()`))

/** Uses a token up; undefined when it is unknown, used, expired or somebody else's. */
export async function consumeToken(
  tx: Queries,
  kinds: TokenKind | readonly TokenKind[],
  userId: string,
  token: string,
): Promise<UsedToken | undefined> {
  const [used] = await tx
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        stillGood,
        inArray(oneTimeTokens.kind, [kinds].flat()),
        eq(oneTimeTokens.userId, userId),
        eq(oneTimeTokens.tokenHash, digest(token)),
      ),
    )
    .returning()
  return used as UsedToken | undefined
}

/** Uses a sign-in code up, if who brings it also brings the verifier of its challenge (PKCE, RFC 7636, S256). */
export async function consumeSignInCode(tx: Queries, code: string, challenge: string): Promise<UsedToken | undefined> {
  const [used] = await tx
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        stillGood,
        eq(oneTimeTokens.kind, 'sign-in-code'),
        eq(oneTimeTokens.tokenHash, digest(code)),
        sql`${oneTimeTokens.payload}->>'challenge' = ${challenge}`,
      ),
    )
    .returning()
  return used as UsedToken | undefined
}

/** Uses up every proof that this session holds, and says whether there was any. */
export async function consumeProof(tx: Queries, userId: string, familyId: string): Promise<boolean> {
  const used = await tx
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        stillGood,
        eq(oneTimeTokens.kind, 'password-proof'),
        eq(oneTimeTokens.userId, userId),
        sql`${oneTimeTokens.payload}->>'family_id' = ${familyId}`,
      ),
    )
    .returning({ id: oneTimeTokens.id })
  return used.length > 0
}
