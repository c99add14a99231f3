import { refreshToken, type SessionReply } from '#contract/auth.ts'
import { ApiError } from '../http/api-error.ts'
import { request } from '../http/request.ts'
import { withAuthLock } from './auth-lock.ts'
import { readTokens, type Tokens, writeTokens } from './tokens.ts'

/** `renewed`: a new pair is stored (`reply` when it was this call that fetched it); `refused`: the session is over. */
export type Renewal = { outcome: 'renewed'; tokens: Tokens; reply?: SessionReply } | { outcome: 'refused' }

/** Every call of this tab waits for the renewal: one whose reply never comes must not hold them for ever. Milliseconds. */
const replyLimit = 15_000

let underWay: { stale: string; renewal: Promise<Renewal> } | null = null

/**
 * Trades the stale pair for the next one, once for all callers of this tab and under a lock against other tabs. A pair
 * that a sibling tab stored meanwhile is adopted. Throws ApiError when the server could not be asked: that is no
 * reason to log anybody out.
 */
export function renewTokens(stale: Tokens): Promise<Renewal> {
  if (underWay?.stale === stale.refresh) return underWay.renewal
  const renewal = withAuthLock(() => renewUnderLock(stale)).finally(() => {
    if (underWay?.renewal === renewal) underWay = null
  })
  underWay = { stale: stale.refresh, renewal }
  return renewal
}

async function renewUnderLock(stale: Tokens): Promise<Renewal> {
  const before = siblingsPair(stale)
  if (before !== 'same') return before
  try {
    const reply = await request(refreshToken, { body: { refresh: stale.refresh } }, { timeout: replyLimit })
    const meanwhile = siblingsPair(stale)
    if (meanwhile !== 'same') return meanwhile
    writeTokens(reply)
    return { outcome: 'renewed', tokens: reply, reply }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const after = siblingsPair(stale)
    return after === 'same' ? { outcome: 'refused' } : after
  }
}

/** What local storage holds now, if it is not the pair that we know: another tab renewed it, or logged out. */
function siblingsPair(known: Tokens): Renewal | 'same' {
  const standing = readTokens()
  if (standing === null) return { outcome: 'refused' }
  return standing.refresh === known.refresh ? 'same' : { outcome: 'renewed', tokens: standing }
}

/** Only a parsed JSON error counts: a captive portal's page may hold these words too (S4.02). */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'reply') return false
  return error.status_code === 401 || /session expired|revoked/i.test(error.detail ?? '')
}
