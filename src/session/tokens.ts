import type { KeptPair } from '../storage/session-db.ts'

/** What local storage holds of a session. */
export interface LocalCopy {
  /** null unless both tokens are there (S3.07). */
  readonly pair: KeptPair | null
  /** The number of the change that wrote it; null when local storage was lost, or filled by who knows no mirror. */
  readonly seq: number | null
  /** The tokens went because the server had ended the session: the person was not done here. */
  readonly wasEnded?: boolean
}

const endedKey = 'session_ended'

const nothing: LocalCopy = { pair: null, seq: null }

/** The copy in local storage, under the keys that the specification names and two of ours. */
export function readLocalCopy(): LocalCopy {
  try {
    const access = localStorage.getItem('access')
    const refresh = localStorage.getItem('refresh')
    const seq = Number.parseInt(localStorage.getItem('session_seq') ?? '', 10)
    return {
      pair: access && refresh ? { access, refresh, user_id: localStorage.getItem('user_id') } : null,
      seq: Number.isNaN(seq) ? null : seq,
      wasEnded: localStorage.getItem(endedKey) !== null,
    }
  } catch {
    // A browser that forbids storage throws at every touch: there is no session then, and the site still opens.
    return nothing
  }
}

/** The pair under the keys that the specification names, or null unless both are there (S3.07). */
export function readTokens(): KeptPair | null {
  return readLocalCopy().pair
}

/** Whose pair it is: readable at once after a start without a network. */
export function readUserId(): string | null {
  return readLocalCopy().pair?.user_id ?? null
}

/**
 * Writes a pair with its number. Another tab may read between two of these steps: when the pair is of another person than
 * the standing one, there is no pair at all for that long, and never the tokens of one with the name of the other. A pair
 * that bears no name yet gets it last: it is not gone meanwhile, or the other tab would take that for a log-out.
 */
export function writeLocalCopy(pair: KeptPair, seq: number): void {
  const standing = readLocalCopy().pair
  const isNameless = standing !== null && standing.user_id === null
  localStorage.removeItem(endedKey)
  if (standing !== null && !isNameless && standing.user_id !== pair.user_id) localStorage.removeItem('refresh')
  if (!isNameless) writeName(pair)
  localStorage.setItem('access', pair.access)
  localStorage.setItem('refresh', pair.refresh)
  if (isNameless) writeName(pair)
  localStorage.setItem('session_seq', String(seq))
}

function writeName({ user_id }: KeptPair): void {
  if (user_id === null) localStorage.removeItem('user_id')
  else localStorage.setItem('user_id', user_id)
}

/** Says beside the pair that the server ended the session: to the other tabs, which only see the tokens go, and before they do. */
export function markEnded(): void {
  try {
    localStorage.setItem(endedKey, '1')
  } catch {
    // Storage is forbidden or full: the other tabs take it for a log-out.
  }
}

/** Removes the pair; its number stays, and says that the pair was removed on purpose: after `markEnded` the server's. */
export function clearLocalCopy(seq: number, isEnded = false): void {
  try {
    if (!isEnded) localStorage.removeItem(endedKey)
    for (const key of ['refresh', 'access', 'user_id']) localStorage.removeItem(key)
    localStorage.setItem('session_seq', String(seq))
  } catch {
    // Storage is forbidden, so nothing was kept.
  }
}

/** Numbers a pair that was written without one. */
export function numberLocalCopy(seq: number): void {
  localStorage.setItem('session_seq', String(seq))
}
