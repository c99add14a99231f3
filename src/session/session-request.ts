import type { Endpoint, EndpointInput, EndpointReply } from '#contract/endpoint.ts'
import { refreshToken, refreshTokenForm, type SessionReply } from '#contract/session.ts'
import { ownLocks, withLock } from '../concurrency/with-lock.ts'
import { ApiError, isAbsent, isUnauthorized } from '../http/api-error.ts'
import { isPassingStatus } from '../http/reply.ts'
import { requestDelivery } from '../concurrency/wake.ts'
import { request, type RequestOptions } from '../http/request.ts'
import { endSession, followStored } from './session-changes.ts'
import {
  ifStorageAnswers,
  mirrorLocalCopy,
  readLocalCopy,
  readTokens,
  reconcileCopies,
  slowStorageTimeoutMs,
  writeLocalCopy,
} from './session-copies.ts'
import { keepRevocation, type KeptPair, swapMirror } from './session-db.ts'
import { currentUserId } from './session-state.ts'

export interface SessionRequestOptions extends Omit<RequestOptions, 'bearer'> {
  /** A second 401, after a renewal, ends the session. Only the call that asks who is signed in needs this (S4.06). */
  readonly endsSession?: boolean
}

/**
 * `request` as the signed-in person, or as a guest when nobody is signed in. A 401 renews the tokens once and repeats the call;
 * only a refused renewal ends the session. After that a call that is open to guests is repeated as a guest's. A call that a
 * page made for one person is never sent as another one who signed in meanwhile in another tab. Throws the last try's ApiError
 * or, if the renewal failed, one after which the call may be repeated.
 */
export async function sessionRequest<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  { endsSession = false, ...options }: SessionRequestOptions = {},
): Promise<EndpointReply<E>> {
  const tokens = readTokens()
  if (tokens === null) return request(endpoint, input, options)
  if (isAnothers(tokens)) throw notThisPerson()
  try {
    return await request(endpoint, input, { ...options, bearer: tokens.access })
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    const renewal = await renewTokens(tokens).catch((failure: unknown) => {
      throw errorAfterRenewal(failure)
    })
    if (renewal.outcome === 'renewed') return again(renewal.tokens)
    if (renewal.outcome === 'refused') await endSession(tokens)
    else followStored()
    // A session that has ended withholds from nobody what is open to all.
    if (isOpenToAll(endpoint) && readTokens() === null) return request(endpoint, input, options)
    throw error
  }

  async function again(renewed: KeptPair): Promise<EndpointReply<E>> {
    try {
      return await request(endpoint, input, { ...options, bearer: renewed.access })
    } catch (error) {
      if (endsSession && isUnauthorized(error)) await endSession(renewed)
      throw error
    }
  }
}

const isOpenToAll = ({ auth }: Endpoint) => auth === 'none' || auth === 'optional'

function isAnothers({ user_id }: KeptPair): boolean {
  const shown = currentUserId()
  return user_id !== null && shown !== null && user_id !== shown
}

/**
 * The error of the call when the renewal failed. The renewal's status is no reply to the call: a gateway's 403 would refuse a
 * submission for good, and its 404 would mean that there are no purchases. The error of a busy or failing server is kept,
 * with its Retry-After. Every other status becomes a 401 in a form that no caller takes for a refusal.
 */
function errorAfterRenewal(failure: unknown): unknown {
  if (!(failure instanceof ApiError) || failure.kind === 'network') return failure
  const { kind, status_code } = failure
  if (kind === 'reply' && isPassingStatus(status_code) && !isAbsent(failure)) return failure
  return new ApiError({ kind: kind === 'html' ? kind : 'contract', status_code: 401, cause: failure })
}

/** Follows the session that another tab stored, before its event comes, and returns the error of a call for the former person. */
function notThisPerson(): ApiError {
  followStored()
  return new ApiError({ kind: 'reply', status_code: 401, code: 'session_changed' })
}

/**
 * `renewed`: a new pair of the same person is stored (with `reply` if this call fetched it). `refused`: the server has ended
 * the session. `left`: somebody signed out meanwhile, or somebody else signed in.
 */
export type Renewal =
  | { readonly outcome: 'renewed'; readonly tokens: KeptPair; readonly reply?: SessionReply }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'left' }

/** All calls of this tab wait for the renewal, and its reply may never come. Milliseconds. */
export const replyTimeoutMs = 15_000

/**
 * A frozen tab may hold the lock for ever, so the wait ends. It is longer than the longest renewal, with a silent storage and a
 * silent server. A second renewal under the first may reach the server after the first one's tokens were used. It then looks
 * like a theft, which ends the session. Milliseconds.
 */
export const lockTimeoutMs = 40_000

/** Runs `work` while no other tab renews tokens; after 40 s of waiting, or without Web Locks, it runs anyway. */
export function withAuthLock<Result>(work: () => Promise<Result>): Promise<Result> {
  return withLock({ locks: ownLocks(), name: 'auth-refresh', timeoutMs: lockTimeoutMs }, work)
}

let underWay: { stale: string; renewal: Promise<Renewal> } | null = null

/**
 * Trades the stale pair for the next one, once for all callers of this tab and under a lock against other tabs. If a sibling
 * tab has stored a newer pair, that one is adopted. Throws ApiError if the server could not be asked; that ends no session.
 */
export function renewTokens(stale: KeptPair): Promise<Renewal> {
  if (underWay?.stale === stale.refresh) return underWay.renewal
  const renewal = withAuthLock(() => renewUnderLock(stale)).finally(() => {
    if (underWay?.renewal === renewal) underWay = null
  })
  underWay = { stale: stale.refresh, renewal }
  return renewal
}

async function renewUnderLock(stale: KeptPair): Promise<Renewal> {
  // A crash may have restored a token that was renewed before. To send such a token looks like a theft.
  await reconcileCopies(slowStorageTimeoutMs)
  const before = storedInPlaceOf(stale)
  if (before !== 'same') return before
  // Read before the call: a sign-in or sign-out meanwhile gets a later number, and this pair does not overwrite it.
  const known = readLocalCopy().seq ?? 0
  try {
    // Section 7 of the specification names no such field, and another server may refuse unknown fields (decision 0020).
    const isOurs = refreshTokenForm.test(stale.refresh)
    const body = { refresh: stale.refresh, ...(isOurs && { renewal_id: nameOfRenewal(stale) }) }
    return await keep(await request(refreshToken, { body }, { timeout: replyTimeoutMs }), stale, known)
  } catch (error) {
    if (!isRefusal(error)) throw error
    await reconcileCopies()
    const after = storedInPlaceOf(stale)
    if (after !== 'same') return after
    if (isSuperseded(error)) await revokeWhereverItIs(stale)
    return { outcome: 'refused' }
  }
}

/**
 * The renewal's id, by which the server recognises a renewal that arrives late (decision 0035). It must be the same for every
 * try to renew this pair, from any tab and after any crash, and known to nobody else. A token's signature is both.
 */
function nameOfRenewal({ access }: KeptPair): string {
  return access.slice(-43)
}

/** The pair was traded already, but the session lives: the server took our call for an old try that we had given up. */
function isSuperseded(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'token_superseded'
}

/** Ends the session everywhere: no copy here has the successor of this token, and it was used, so somebody else has it. */
async function revokeWhereverItIs({ refresh }: KeptPair): Promise<void> {
  await ifStorageAnswers(keepRevocation(refresh, Date.now()))
  requestDelivery()
}

/**
 * Stores the new pair, in the mirror before anybody uses it: until its first use the old refresh token gets the same pair
 * again, so a crash between reply and disk loses nothing. localStorage, which siblings read, follows.
 */
async function keep(reply: SessionReply, stale: KeptPair, known: number): Promise<Renewal> {
  const { access, refresh, user_id } = reply
  const pair = { access, refresh, user_id }
  const row = await ifStorageAnswers(swapMirror(pair, known))
  if (row !== null && row.pair?.refresh !== refresh) await reconcileCopies()
  const meanwhile = storedInPlaceOf(stale)
  if (meanwhile !== 'same') {
    // Other code removed the pair or stored another person's, without the mirror. The mirror must not bring this pair back.
    if (row?.pair?.refresh === refresh && meanwhile.outcome === 'left') await mirrorLocalCopy(row.seq)
    return meanwhile
  }
  // A sibling tab may have had the same reply. The access token in the mirror wins, so that a pair has one renewal id.
  const stored = row?.pair?.refresh === refresh ? row.pair : pair
  writeLocalCopy(stored, row?.seq ?? known + 1)
  return { outcome: 'renewed', tokens: stored, reply }
}

/** How localStorage differs from the pair that we know: another tab renewed it, or somebody left. */
function storedInPlaceOf({ refresh, user_id }: KeptPair): Renewal | 'same' {
  const { pair } = readLocalCopy()
  if (pair === null || (user_id !== null && pair.user_id !== user_id)) return { outcome: 'left' }
  return pair.refresh === refresh ? 'same' : { outcome: 'renewed', tokens: pair }
}

/** Only a parsed JSON error counts: a captive portal's page may contain these words, too (S4.02). */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'reply') return false
  return error.status_code === 401 || /session expired|revoked/i.test(error.detail ?? '')
}
