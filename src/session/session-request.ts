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
  /** A 401 that comes again after the tokens were renewed ends the session: who I am is the one call that must know (S4.06). */
  readonly endsSession?: boolean
}

/**
 * `request` as the signed-in person, or as a guest when nobody is. A 401 renews the tokens once and repeats the call;
 * only a refused renewal ends the session. What a page asked for one person is never sent as another who has signed in
 * in another tab by then. Where the session has ended, what guests may ask as well is asked once more as a guest. Throws
 * the ApiError of the last try, or, where the session could not be renewed, one after which the call may be made again.
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
    // What is open to all is kept from nobody by a session that has ended.
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
 * The error that the call ends with when the renewal failed. The renewal's status is no answer to the call: read as one, a gateway's
 * 403 would refuse a submission for good, and its 404 would mean that there are no purchases. A server that is busy or down stays
 * what it is, with its Retry-After. Every other status becomes the call's own 401 in a form that no caller takes for a refusal.
 */
function errorAfterRenewal(failure: unknown): unknown {
  if (!(failure instanceof ApiError) || failure.kind === 'network') return failure
  const { kind, status_code } = failure
  if (kind === 'reply' && isPassingStatus(status_code) && !isAbsent(failure)) return failure
  return new ApiError({ kind: kind === 'html' ? kind : 'contract', status_code: 401, cause: failure })
}

/**
 * Another tab changed the session, and its event has not come yet: it is followed now, and the page's call belongs to a person
 * who is gone.
 */
function notThisPerson(): ApiError {
  followStored()
  return new ApiError({ kind: 'reply', status_code: 401, code: 'session_changed' })
}

/**
 * `renewed`: a new pair of the same person is stored (`reply` when it was this call that fetched it); `refused`: the
 * server has ended the session; `left`: somebody signed out, or somebody else signed in, meanwhile.
 */
export type Renewal =
  | { readonly outcome: 'renewed'; readonly tokens: KeptPair; readonly reply?: SessionReply }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'left' }

/** Every call of this tab waits for the renewal: one whose reply never comes must not hold them for ever. */
export const replyTimeoutMs = 15_000

/**
 * A frozen tab may hold the lock for ever, so nobody waits for ever. Longer than a renewal lasts at the most, a silent
 * storage and a silent server included: a second one, sent while the first is under way, may reach the server after the
 * first one's tokens were used, and looks like a theft, which ends the session.
 */
export const lockTimeoutMs = 40_000

/** Runs `work` while no other tab renews tokens; after 40 s of waiting, or without Web Locks, it runs anyway. */
export function withAuthLock<Result>(work: () => Promise<Result>): Promise<Result> {
  return withLock({ locks: ownLocks(), name: 'auth-refresh', timeoutMs: lockTimeoutMs }, work)
}

let underWay: { stale: string; renewal: Promise<Renewal> } | null = null

/**
 * Trades the stale pair for the next one, once for all callers of this tab and under a lock against other tabs. A pair
 * that a sibling tab has stored since is adopted. Throws ApiError when the server could not be asked: that is no
 * reason to log anybody out.
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
  // A token that was renewed before a crash must not be shown to the server again: that is what a thief would do.
  await reconcileCopies(slowStorageTimeoutMs)
  const before = storedInPlaceOf(stale)
  if (before !== 'same') return before
  // Before the call: who signs in or out while it is under way has a later number, and is not written over.
  const known = readLocalCopy().seq ?? 0
  try {
    // Section 7 of the specification names no such field, and another server may refuse what it does not know (decision 0020).
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
 * What the server knows a renewal by that was on its way for long (decision 0035): the same for every try to renew this
 * pair, by whichever tab and after whatever crash, and told to nobody else. A token's signature is both.
 */
function nameOfRenewal({ access }: KeptPair): string {
  return access.slice(-43)
}

/** The pair was traded already, and the server has left the session alive: it took our call for an old try that we had given up. */
function isSuperseded(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'token_superseded'
}

/**
 * The refresh token was traded, but not by us: no copy here has the pair that followed and was used since, so somebody else has it. So the
 * session ends for them too.
 */
async function revokeWhereverItIs({ refresh }: KeptPair): Promise<void> {
  await ifStorageAnswers(keepRevocation(refresh, Date.now()))
  requestDelivery()
}

/**
 * The mirror has the new pair before anybody uses it: until then the old refresh token answers with the same pair again,
 * so that a death between the server's reply and the disk loses nothing. Local storage follows, where siblings see it.
 */
async function keep(reply: SessionReply, stale: KeptPair, known: number): Promise<Renewal> {
  const { access, refresh, user_id } = reply
  const pair = { access, refresh, user_id }
  const row = await ifStorageAnswers(swapMirror(pair, known))
  if (row !== null && row.pair?.refresh !== refresh) await reconcileCopies()
  const meanwhile = storedInPlaceOf(stale)
  if (meanwhile !== 'same') {
    // Removed, or replaced by another person's, by who did not tell the mirror, which must not bring this one back.
    if (row?.pair?.refresh === refresh && meanwhile.outcome === 'left') await mirrorLocalCopy(row.seq)
    return meanwhile
  }
  // A sibling tab may have got the same reply: its access token is the one on the disk, so that a pair has one renewal id.
  const stored = row?.pair?.refresh === refresh ? row.pair : pair
  writeLocalCopy(stored, row?.seq ?? known + 1)
  return { outcome: 'renewed', tokens: stored, reply }
}

/** What local storage holds now, if it is not the pair that we know: another tab renewed it, or somebody left. */
function storedInPlaceOf({ refresh, user_id }: KeptPair): Renewal | 'same' {
  const { pair } = readLocalCopy()
  if (pair === null || (user_id !== null && pair.user_id !== user_id)) return { outcome: 'left' }
  return pair.refresh === refresh ? 'same' : { outcome: 'renewed', tokens: pair }
}

/** Only a parsed JSON error counts: a captive portal's page may hold these words too (S4.02). */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'reply') return false
  return error.status_code === 401 || /session expired|revoked/i.test(error.detail ?? '')
}
