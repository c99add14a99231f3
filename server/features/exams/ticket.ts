import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { attempts } from '../../db/schema/attempts.ts'
import { isUuid } from '../../db/uuid.ts'
import { Failure, notAuthenticated, notFound, ticketInvalid } from '../../failure.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { digest, keyedDigest, type Secrets } from '../../config/secrets.ts'
import { requireOwnPurchase } from '../purchases/purchase-access.ts'
import type { Attempt, AttemptMode } from './attempt.ts'
import { ticketIsAlive } from './attempt-clock.ts'
import { type LockedAttempt, lockAttemptByTicket, lockFoundAttempt, lockNewestAttempt } from './attempt-repository.ts'

export const newTicketSalt = () => randomBytes(32).toString('base64url')

/** The attempt's ticket: 256 bits, the same at every delivery. The database has only its salt and hash, and cannot show it. */
export function ticketOf(secrets: Secrets, attempt: { id: string; ticketSalt: string }): string {
  return keyedDigest(secrets.ticketKey, attempt.id, attempt.ticketSalt)
}

export const ticketHash = (ticket: string) => digest(ticket)

interface Holder {
  purchaseId: string
  ticket: string | undefined
  /** The key of a submission names one attempt for the life of its purchase, also after the ticket has ended. */
  submissionKey?: string | undefined
  user: SignedInUser | null
  /** `any`: the mode of the ticket's attempt; without a ticket, the exam. */
  mode: AttemptMode | 'any'
}

/**
 * Locks the attempt that a caller may append answers to and submit, until the transaction ends: by its ticket alone, or as the
 * purchase's owner (the attempt of this submission key, else the newest). Throws 403 `ticket_invalid`, 401
 * `not_authenticated`, 403 `foreign_purchase`, 404 `not_found`.
 */
export async function lockAttemptOf(tx: Queries, holder: Holder): Promise<LockedAttempt> {
  const { purchaseId, ticket, user, mode } = holder
  if (!isUuid(purchaseId)) throw notFound()
  if (ticket !== undefined) {
    const locked = await lockAttemptByTicket(tx, ticketHash(ticket), purchaseId, mode === 'any' ? null : mode)
    if (locked !== undefined && ticketIsAlive(locked.attempt, locked.now)) return locked
    const own = await findByKey(tx, holder)
    if (own !== undefined) return lockFoundAttempt(tx, own.id)
    throw ticketInvalid()
  }
  if (user === null) throw notAuthenticated()
  await requireOwnPurchase(tx, purchaseId, user.id)
  const named = await findByKey(tx, holder)
  if (named !== undefined) return lockFoundAttempt(tx, named.id)
  return lockNewestAttempt(tx, purchaseId, mode === 'any' ? 'exam' : mode)
}

const ofMode = ({ mode }: Holder) => (mode === 'any' ? undefined : eq(attempts.mode, mode))

async function findByKey(queries: Queries, holder: Holder): Promise<Attempt | undefined> {
  if (holder.user === null || holder.submissionKey === undefined) return undefined
  const [attempt] = await queries
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.purchaseId, holder.purchaseId),
        eq(attempts.userId, holder.user.id),
        ofMode(holder),
        eq(attempts.submissionKey, holder.submissionKey),
      ),
    )
  return attempt
}

/**
 * Runs `work` for the ticket's holder (user null). Without a ticket, or if it is invalid, runs it for the user of the session.
 * Looks the session up outside of `work`: a transaction that waited for a second connection could wait for ever. Throws what
 * `work` throws or returns as a failure.
 */
export async function asTicketOrUser<T>(
  ticket: string | undefined,
  findUser: () => Promise<SignedInUser | null>,
  work: (user: SignedInUser | null) => Promise<T | Failure>,
): Promise<T> {
  const outcome = await failureOf(work(ticket === undefined ? await findUser() : null))
  if (!(outcome instanceof Failure)) return outcome
  const user = outcome.code === 'ticket_invalid' ? await findUser() : null
  const second = user === null ? outcome : await work(user)
  if (second instanceof Failure) throw second
  return second
}

const failureOf = <T>(outcome: Promise<T | Failure>): Promise<T | Failure> =>
  outcome.catch((error: unknown) => {
    if (error instanceof Failure) return error
    throw error
  })
