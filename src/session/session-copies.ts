/**
 * A session has two copies, and the later one holds (decision 0019). Tokens live in localStorage, as the specification says,
 * and a crash loses what was written there last; so each change goes to a mirror in IndexedDB as well, under a number.
 *
 * This file tells it whole: how the copy in localStorage is read, written and cleared; how long the mirror is waited for;
 * which of the two is the later one; and how both are made that one (`reconcileCopies`). The mirror's own side, the swap, is
 * `session-db.ts`. Who may write: a log-in and a log-out always (`sign-in`, `sign-out`), a renewal under its
 * lock and by compare-and-swap (`session-request`), the end that the server gave (`session-changes`).
 */
import { withTimeout } from '../concurrency/with-timeout.ts'
import { type KeptPair, type MirrorRow, tokenEnding, readMirror, swapMirror } from './session-db.ts'

// The copy in localStorage

/** What local storage holds of a session. */
export interface LocalCopy {
  /** null unless both tokens are there (S3.07). */
  readonly pair: KeptPair | null
  /** The number of the change that wrote it; null when local storage was lost, or filled by a release that kept no mirror. */
  readonly seq: number | null
  /** The tokens went because the server had ended the session: the person was not done here. */
  readonly wasEnded?: boolean
}

const endedKey = 'session_ended'

const nothing: LocalCopy = { pair: null, seq: null }

/**
 * The session where local storage takes none (a browser that forbids it to this site, a full one): it lives as long as this page, and no
 * other tab has it. null where local storage has the session, or nobody is signed in.
 */
let heldOnPage: LocalCopy | null = null

/** Whether the session ends with this page. */
export const isHeldOnPage = (): boolean => heldOnPage !== null

/** Writes a pair with its number, into this page's memory where local storage does not take it. */
export function writeOrHold(pair: KeptPair, seq: number): void {
  try {
    writeLocalCopy(pair, seq)
  } catch {
    // Half of it may have been written: two halves of two pairs are no session.
    clearLocalCopy(seq)
    heldOnPage = { pair, seq }
  }
}

/** The copy in local storage, under the keys that the specification names and two of ours. */
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
    // A browser that forbids storage throws at every touch: there is no session then, and the site still opens.
    return nothing
  }
}

/** Whether nobody is signed in because a pair was removed, by a log-out or by the server: its number stays (`clearLocalCopy`). */
export function wasRemovedOnPurpose(): boolean {
  const { pair, seq } = readLocalCopy()
  return pair === null && seq !== null
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
 * the stored one, there is no pair at all for that long, and never the tokens of one with the name of the other. A pair
 * that has no owner yet gets one last: it must never be gone in between, or the other tab would take that for a log-out.
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
  heldOnPage = null
  try {
    if (!isEnded) localStorage.removeItem(endedKey)
    for (const key of ['refresh', 'access', 'user_id']) localStorage.removeItem(key)
    localStorage.setItem('session_seq', String(seq))
  } catch {
    // Storage is forbidden, so nothing was kept.
  }
}

/** Numbers a pair that was written without one. */
function numberLocalCopy(seq: number): void {
  if (heldOnPage !== null) return
  localStorage.setItem('session_seq', String(seq))
}

// How long the mirror is waited for

/** A storage that takes longer is broken, and no page waits for it. */
export const storageTimeoutMs = 2_000

/**
 * A storage that is opened after a crash may take its time on a slow device. What it has to say decides whether our token
 * is used up already, and showing such a one ends the session.
 */
export const slowStorageTimeoutMs = 8_000

/**
 * Who has waited so much longer than the storage may take was frozen, or asleep. Much less than the two minutes in which the server
 * forgives a token that was renewed before (decision 0035).
 */
const awakeWithinMs = 5_000

/**
 * What the mirror says, or null when this browser's IndexedDB fails or does not answer: the session then lives in local
 * storage alone, as it did before there was a mirror, and a crash may cost a log-in.
 */
export function ifStorageAnswers<Result>(work: Promise<Result>, timeoutMs = storageTimeoutMs): Promise<Result | null> {
  return withTimeout(work, timeoutMs).catch(() => null)
}

// Which copy is the later one

/** local, mirror: that copy is the session, and the other one must become it. nobody: there is no session. */
export type LaterCopy = 'local' | 'mirror' | 'nobody'

/**
 * The later copy is the session. A crash takes local storage back to an earlier state or to nothing at all, so a mirror
 * that is ahead of it wins, a tombstone included. What a crash never does is take the pair and leave its number: then
 * the pair was removed on purpose. An unnumbered pair was written by code that knows no mirror (an older release, another
 * client on this origin). We adopt it once: if the same pair appears again, a crash restored it, and it is already spent.
 */
export function laterCopy({ pair, seq }: LocalCopy, mirror: MirrorRow | null): LaterCopy {
  const isAhead = mirror !== null && mirror.seq > (seq ?? 0)
  const isBelieved = pair !== null && seq === null && tokenEnding(pair) !== mirror?.adopted
  if (!isAhead || isBelieved) return pair === null ? 'nobody' : 'local'
  return mirror.pair === null ? 'nobody' : 'mirror'
}

// Both are made the later one

/**
 * Makes both copies of the session the later one of them: what a crash took from local storage is put back, what was
 * written without us is mirrored. Resolves when local storage may be asked who is signed in; a mirror that does not work
 * leaves local storage as it is. `timeoutMs` is how long the mirror may take to say what it holds. A tab that was frozen in between
 * knows what was so before that: a sibling may have renewed and used its pair since, and to show the one before ends the session.
 * So it looks again.
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
  // Read after the wait: a sibling tab may have renewed or left by then.
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

/** Gives the mirror, whose number is `latest`, what local storage holds now: a pair, or that there is none. */
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
