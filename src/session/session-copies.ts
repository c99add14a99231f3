/**
 * A session has two copies, and the later one holds (decision 0019). The specification keeps the tokens in localStorage. A crash
 * loses the last writes there, so each change goes to a mirror in IndexedDB as well, under a number (`seq`).
 *
 * Here: the copy in localStorage, the time limits of the mirror, the choice of the later copy (`laterCopy`) and the repair of the
 * other one (`reconcileCopies`). The mirror's compare-and-swap is in `session-db.ts`. A log-in and a log-out always write
 * (`sign-in`, `sign-out`), a renewal under a lock and by compare-and-swap (`session-request`). `session-changes` writes the end
 * that the server gave.
 */
import { withTimeout } from '../concurrency/with-timeout.ts'
import { type KeptPair, type MirrorRow, tokenEnding, readMirror, swapMirror } from './session-db.ts'

// The copy in localStorage

export interface LocalCopy {
  /** null unless both tokens are there (S3.07). */
  readonly pair: KeptPair | null
  /** The number of the change that wrote the pair; null after a loss of localStorage, or by a release without a mirror. */
  readonly seq: number | null
  /** The server ended the session, and so the tokens were removed: the person did not leave by themselves. */
  readonly wasEnded?: boolean
}

const endedKey = 'session_ended'

const nothing: LocalCopy = { pair: null, seq: null }

/**
 * The session of a page whose localStorage takes none (the browser forbids it to this site, or it is full). It lives as
 * long as the page, and no other tab has it. Null if localStorage has the session, or nobody is signed in.
 */
let heldOnPage: LocalCopy | null = null

/** Whether the session ends with this page. */
export const isHeldOnPage = (): boolean => heldOnPage !== null

/** Writes a pair with its number. If localStorage refuses it, this page's memory keeps it. */
export function writeOrHold(pair: KeptPair, seq: number): void {
  try {
    writeLocalCopy(pair, seq)
  } catch {
    // One half may have been written: halves of two pairs are no session.
    clearLocalCopy(seq)
    heldOnPage = { pair, seq }
  }
}

/** The copy in localStorage: the specification's `access` and `refresh`, and our `user_id`, `session_seq`, `session_ended`. */
export function readLocalCopy(): LocalCopy {
  if (heldOnPage !== null) return heldOnPage
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
    // A browser that forbids storage throws at every access. Nobody is signed in then, and the site still opens.
    return nothing
  }
}

/** Whether a pair was removed on purpose, by a log-out or by the server: its number is still there (`clearLocalCopy`). */
export function wasRemovedOnPurpose(): boolean {
  const { pair, seq } = readLocalCopy()
  return pair === null && seq !== null
}

/** The pair under the keys that the specification names, or null unless both are there (S3.07). */
export function readTokens(): KeptPair | null {
  return readLocalCopy().pair
}

/** The owner of the stored pair, known immediately, also after a start without a network. */
export function readUserId(): string | null {
  return readLocalCopy().pair?.user_id ?? null
}

/**
 * Writes a pair with its number. Another tab may read between two of these steps. If the owner changes, that tab finds no
 * pair, and never one person's tokens under another's name. If the stored pair has no owner yet, the owner is written
 * last: a missing pair would look like a log-out to the other tab.
 */
export function writeLocalCopy(pair: KeptPair, seq: number): void {
  if (heldOnPage !== null) {
    heldOnPage = { pair, seq }
    return
  }
  const stored = readLocalCopy().pair
  const isNameless = stored !== null && stored.user_id === null
  localStorage.removeItem(endedKey)
  if (stored !== null && !isNameless && stored.user_id !== pair.user_id) localStorage.removeItem('refresh')
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

/** Marks that the server ended the session. Call it before the tokens are removed: other tabs see only their removal. */
export function markEnded(): void {
  try {
    localStorage.setItem(endedKey, '1')
  } catch {
    // Storage is forbidden or full: the other tabs see a log-out.
  }
}

/** Removes the pair. Its number stays: the removal was on purpose. `isEnded`: by the server, after `markEnded`. */
export function clearLocalCopy(seq: number, isEnded = false): void {
  heldOnPage = null
  try {
    if (!isEnded) localStorage.removeItem(endedKey)
    for (const key of ['refresh', 'access', 'user_id']) localStorage.removeItem(key)
    localStorage.setItem('session_seq', String(seq))
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/** Numbers a pair that was written without one. */
function numberLocalCopy(seq: number): void {
  if (heldOnPage !== null) return
  localStorage.setItem('session_seq', String(seq))
}

// Time limits of the mirror

/** A storage that takes longer counts as broken, and no page waits for it. Milliseconds. */
export const storageTimeoutMs = 2_000

/**
 * On a slow device a storage that opens after a crash takes its time. Its answer decides whether our token is used up
 * already, and to show a used token ends the session. Milliseconds.
 */
export const slowStorageTimeoutMs = 8_000

/**
 * A tab whose reading took this much longer than the storage may take was frozen or asleep. Much less than the two
 * minutes in which the server forgives a token that was renewed before (decision 0035).
 */
const awakeWithinMs = 5_000

/** The mirror's answer; null if IndexedDB fails or is silent: the session is in localStorage alone, and a crash may end it. */
export function ifStorageAnswers<Result>(work: Promise<Result>, timeoutMs = storageTimeoutMs): Promise<Result | null> {
  return withTimeout(work, timeoutMs).catch(() => null)
}

// Which copy is the later one

/** local, mirror: that copy is the session, and the other must become equal to it. nobody: there is no session. */
export type LaterCopy = 'local' | 'mirror' | 'nobody'

/**
 * Decides which copy is the session: the later one. A crash takes localStorage back to an earlier state or to nothing, so
 * a mirror that is ahead wins, a tombstone too. A crash never takes the pair and leaves its number: then somebody removed
 * the pair on purpose. An unnumbered pair was written by code that knows no mirror (an older release, another client on
 * this origin) and is adopted once. If the same pair appears again, a crash restored it, and it is already spent.
 */
export function laterCopy({ pair, seq }: LocalCopy, mirror: MirrorRow | null): LaterCopy {
  const isAhead = mirror !== null && mirror.seq > (seq ?? 0)
  const isBelieved = pair !== null && seq === null && tokenEnding(pair) !== mirror?.adopted
  if (!isAhead || isBelieved) return pair === null ? 'nobody' : 'local'
  return mirror.pair === null ? 'nobody' : 'mirror'
}

// Repair of the earlier copy

/**
 * Makes both copies equal to the later one: it restores what a crash took from localStorage and mirrors a pair that other
 * code wrote. Afterwards localStorage says who is signed in. Without a working mirror localStorage stays as it is.
 * `timeoutMs` limits the reading of the mirror.
 *
 * A tab that was frozen meanwhile has an old answer. A sibling may have renewed and used its pair since, and to show the
 * earlier pair ends the session. So such a tab reads again.
 */
export async function reconcileCopies(timeoutMs = storageTimeoutMs): Promise<void> {
  let began: number
  do {
    began = Date.now()
    await reconcileOnce(timeoutMs)
  } while (Date.now() - began > timeoutMs + storageTimeoutMs + awakeWithinMs)
}

async function reconcileOnce(timeoutMs: number): Promise<void> {
  const mirror = await ifStorageAnswers(readMirror(), timeoutMs)
  // Read after the wait: a sibling tab may have renewed the pair or signed out meanwhile.
  const local = readLocalCopy()
  const latest = Math.max(local.seq ?? 0, mirror?.seq ?? 0)
  switch (laterCopy(local, mirror)) {
    case 'mirror':
      return writeOrHold(mirror!.pair!, mirror!.seq)
    case 'local':
      if (mirror?.seq !== local.seq || mirror?.pair?.refresh !== local.pair!.refresh) await adopt(local, latest)
      return
    case 'nobody':
      if (mirror !== null && mirror.seq > (local.seq ?? 0)) clearLocalCopy(mirror.seq)
      else if (mirror?.pair) await ifStorageAnswers(swapMirror(null, latest))
  }
}

/** Copies localStorage to the mirror, whose number is `latest`: a pair, or that there is none. */
export async function mirrorLocalCopy(latest: number): Promise<void> {
  const local = readLocalCopy()
  if (local.pair === null) await ifStorageAnswers(swapMirror(null, latest))
  else await adopt(local, latest)
}

/** Mirrors a pair that the mirror does not know, and numbers it, unless a sibling tab was faster. */
async function adopt({ pair, seq }: LocalCopy, latest: number): Promise<void> {
  const row = await ifStorageAnswers(swapMirror(pair, latest, seq === null))
  if (row?.pair && row.pair.refresh === pair?.refresh && readLocalCopy().pair?.refresh === pair.refresh)
    numberLocalCopy(row.seq)
}
