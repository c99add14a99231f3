import { randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { oneTimeTokens } from '../../db/schema/accounts.ts'
import { digest } from '../../config/secrets.ts'
import type { LinkClock } from '../mail/queue-mail.ts'

export type TokenKind =
  | 'password-reset'
  | 'password-proof'
  | 'verify-email'
  | 'sign-in-code'
  | 'email-change-old'
  | 'email-change-new'
  | 'keep-account'

/** What a token proves and is bound to, in addition to its owner. */
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
  // Hex, because it ends links: mail programs take a hyphen at the end of a link for the end of a sentence.
  const token = randomBytes(32).toString('hex')
  // Each new token deletes the owner's long expired ones: their payload holds addresses, which nobody needs any more.
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

/** Starts the time of a letter's link, again at each try to send it: nobody has read a letter that has not left. */
export async function startLinkClock(queries: Queries, { kind, token_hash, minutes }: LinkClock): Promise<void> {
  await queries
    .update(oneTimeTokens)
    .set({ expiresAt: sql`now() + make_interval(mins => ${minutes})` })
    .where(and(eq(oneTimeTokens.kind, kind), eq(oneTimeTokens.tokenHash, token_hash), isNull(oneTimeTokens.usedAt)))
}

const isGood = and(isNull(oneTimeTokens.usedAt), gt(oneTimeTokens.expiresAt, sql`now()`))

/** Uses up the valid tokens of these kinds that match `which`, in one statement: each token is used by one caller. */
async function spend(tx: Queries, kinds: readonly TokenKind[], which: SQL | undefined): Promise<UsedToken[]> {
  const used = await tx
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(and(isGood, inArray(oneTimeTokens.kind, kinds), which))
    .returning()
  return used as UsedToken[]
}

/** Uses a token up; undefined when it is unknown, used, expired or somebody else's. */
export async function consumeToken(
  tx: Queries,
  kinds: TokenKind | readonly TokenKind[],
  userId: string,
  token: string,
): Promise<UsedToken | undefined> {
  const isTheirs = and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.tokenHash, digest(token)))
  const [used] = await spend(tx, [kinds].flat(), isTheirs)
  return used
}

/** A valid token, without using it up; undefined as for `consumeToken`. */
export async function findToken(
  queries: Queries,
  kind: TokenKind,
  userId: string,
  token: string,
): Promise<UsedToken | undefined> {
  const isTheirs = and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.tokenHash, digest(token)))
  const [found] = await queries
    .select()
    .from(oneTimeTokens)
    .where(and(isGood, eq(oneTimeTokens.kind, kind), isTheirs))
  return found as UsedToken | undefined
}

/** Uses up a sign-in code whose challenge fits the caller's verifier (PKCE, RFC 7636, S256). */
export async function consumeSignInCode(tx: Queries, code: string, challenge: string): Promise<UsedToken | undefined> {
  const isTheirs = and(
    eq(oneTimeTokens.tokenHash, digest(code)),
    sql`${oneTimeTokens.payload}->>'challenge' = ${challenge}`,
  )
  const [used] = await spend(tx, ['sign-in-code'], isTheirs)
  return used
}

const isOfSession = (userId: string, familyId: string) =>
  and(eq(oneTimeTokens.userId, userId), sql`${oneTimeTokens.payload}->>'family_id' = ${familyId}`)

/** Uses up every proof of this session. Returns whether there was any. */
export async function consumeProof(tx: Queries, userId: string, familyId: string): Promise<boolean> {
  return (await spend(tx, ['password-proof'], isOfSession(userId, familyId))).length > 0
}

/** Whether this session has a proof, without using it up. */
export async function hasProof(queries: Queries, userId: string, familyId: string): Promise<boolean> {
  const found = await queries
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .where(and(isGood, eq(oneTimeTokens.kind, 'password-proof'), isOfSession(userId, familyId)))
    .limit(1)
  return found.length > 0
}

/** Uses up the person's open links to a new password. */
export async function spendResetLinks(tx: Queries, userId: string): Promise<void> {
  await spend(tx, ['password-reset'], eq(oneTimeTokens.userId, userId))
}

/** Uses up the person's open sign-in codes. */
export async function spendSignInCodes(tx: Queries, userId: string): Promise<void> {
  await spend(tx, ['sign-in-code'], eq(oneTimeTokens.userId, userId))
}
