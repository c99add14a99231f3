import { type DBSchema, type IDBPObjectStore, openDB } from 'idb'
import { claimGuestTrial, GuestTrial, longestTrialSeconds } from '#contract/guest-trial.ts'
import type { AnswerValue } from '#contract/question.ts'
import { askedPause, isPaused } from '../../attempt/sync/back-off.ts'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import { isPassing, type Refusal, type Reply } from '../../http/reply.ts'
import { type Send, tryTimeoutMs } from '../../http/send.ts'
import { onSignedOut } from '../../session/session-events.ts'
import { connectionTo, strict } from '../../storage/connection.ts'

/** Where the server has put a trial, and for whom. */
export interface ClaimedTrial {
  readonly ownerId: string
  readonly purchaseId: string
  readonly attemptId: string
  readonly testType: string
}

interface TrialAnswer {
  readonly questionId: string
  /** null: left out. */
  readonly value: AnswerValue | null
}

/** What somebody without an account tries on this device. It is nobody's until an account claims it. */
export interface TrialRow extends GuestTrial {
  readonly format: 1
  /** Which free test it is of. */
  readonly slug: string
  readonly answers: readonly TrialAnswer[]
  /** Milliseconds since 1970 by this device: when its first question was shown, and when the last answer was kept. */
  readonly begunAt: number
  readonly changedAt: number
  /** Until its owner signs out. */
  readonly claimed: ClaimedTrial | null
  /** Why the server will not have it, as a sentence. */
  readonly refusal: string | null
  /** Milliseconds since 1970 by this device, when a server first said `trial_outdated`. Rows of earlier releases have none. */
  readonly outdatedAt?: number
}

/**
 * A database of its own, like the others that never change their version. A guest has one trial of each free test; what an account has
 * begun to claim is under its id, and no other account's. Keys are whose it is and the test's slug, parted by a blank.
 */
interface TrialDb extends DBSchema {
  trials: { key: string; value: TrialRow }
}
/** Whose it is while nobody has signed in. */
const guests = 'trial'
const placeOf = (whose: string, slug: string) => `${whose} ${slug}`

const connection = connectionTo<TrialDb>((terminated) =>
  openDB<TrialDb>('guest-trial-v1', 1, { upgrade: (db) => void db.createObjectStore('trials'), terminated }),
)

/** Who has pressed is waiting: a storage that has not answered by then has failed. */
const storageTimeoutMs = 2_500

type Store = IDBPObjectStore<TrialDb, ['trials'], 'trials', 'readwrite'>

/** What `work` gives, once all that it writes is on the disk. Rejects where the storage fails: then nothing is changed. */
async function write<T>(work: (store: Store) => Promise<T>): Promise<T> {
  let isLate = false
  let takeBack = () => undefined as void
  const working = connection.use(async (db) => {
    if (isLate) throw new Error('Nobody waits for this any more')
    const tx = db.transaction('trials', 'readwrite', strict)
    takeBack = () => tx.abort()
    await tidy(tx.store)
    const done = await work(tx.store)
    await tx.done
    return done
  })
  try {
    return await withTimeout(working, storageTimeoutMs)
  } catch (error) {
    // An answer that was called not kept must not come after all, in place of the one that is given next.
    isLate = true
    try {
      takeBack()
    } catch {
      // The transaction is over.
    }
    throw error
  }
}

/** The row of this place as `change` leaves it; undefined deletes it. */
async function changeIn(
  store: Store,
  place: string,
  change: (row: TrialRow | undefined) => TrialRow | undefined,
): Promise<TrialRow | undefined> {
  const before = await store.get(place)
  const row = change(before)
  if (row === undefined) await store.delete(place)
  else if (row !== before) await store.put(row, place)
  return row
}

/** Forgets what is unreadable. Earlier releases had one row each, under its owner's name alone. */
async function tidy(store: Store): Promise<void> {
  for (const place of await store.getAllKeys()) {
    const row = (await store.get(place))!
    if (isReadable(row) && place.includes(' ')) continue
    if (isReadable(row)) await store.put(row, placeOf(place, row.slug))
    await store.delete(place)
  }
}

/** The newest first. */
async function rowsOf(store: Store, whose: string): Promise<TrialRow[]> {
  const rows = await store.getAll(IDBKeyRange.bound(placeOf(whose, ''), placeOf(whose, '\uffff')))
  return rows.toSorted((one, other) => other.changedAt - one.changedAt)
}

/** Of another release, or of more than 30 days ago, nothing is known. */
const isReadable = (row: TrialRow): boolean =>
  row.format === 1 && GuestTrial.safeParse(row).success && Date.now() - row.changedAt <= longestTrialSeconds * 1000

/** What a guest has here of this test, else of any, the newest; what is too old goes. Rejects where the storage fails. */
export const readTrial = (slug?: string): Promise<TrialRow | undefined> =>
  write(async (store) => (slug === undefined ? (await rowsOf(store, guests))[0] : store.get(placeOf(guests, slug))))

/**
 * What this account claims, the newest first: what it has begun to claim before, and what a guest has left here. That is its own from
 * now on, before any reply: where the claim has to wait, and somebody else signs in meanwhile, it must not become theirs.
 */
const takeTrials = (owner: string): Promise<TrialRow[]> =>
  write(async (store) => {
    for (const left of await rowsOf(store, guests)) {
      const place = placeOf(owner, left.slug)
      const own = await store.get(place)
      if (own !== undefined && isClaimable(own)) continue
      // An earlier release left what was claimed where it was.
      if (!isClaimable(left) && left.claimed?.ownerId !== owner) continue
      await store.put(left, place)
      await store.delete(placeOf(guests, left.slug))
    }
    return rowsOf(store, owner)
  })

/** Whether there is nothing to continue with: another paper may take its place. */
export const isOver = (row: TrialRow): boolean => row.claimed !== null || row.refusal !== null

/**
 * Keeps a paper of this test that has just been drawn, in place of `instead`; unless another tab has begun one meanwhile: then that
 * one. Rejects where the storage fails.
 */
export async function keepTrial(paper: GuestTrial, slug: string, instead?: string): Promise<TrialRow> {
  const now = Date.now()
  const fresh = {
    ...paper,
    format: 1,
    slug,
    answers: [],
    begunAt: now,
    changedAt: now,
    claimed: null,
    refusal: null,
  } as const
  const kept = await write((store) =>
    changeIn(store, placeOf(guests, slug), (row) =>
      row === undefined || isOver(row) || row.trial === instead ? fresh : row,
    ),
  )
  return kept!
}

/**
 * Keeps the answer to a question, the first one of whatever tab; resolves when it is on the disk. Undefined where the trial takes
 * none any more: an account has it, or another is here. Rejects where the storage fails.
 */
export const keepAnswer = (trial: string, answer: TrialAnswer): Promise<TrialRow | undefined> =>
  write(async (store) => {
    const row = (await rowsOf(store, guests)).find((each) => each.trial === trial)
    if (row === undefined || isOver(row)) return undefined
    if (row.answers.some(({ questionId }) => questionId === answer.questionId)) return row
    const next = { ...row, answers: [...row.answers, answer], changedAt: Date.now() }
    await store.put(next, placeOf(guests, row.slug))
    return next
  })

/** What waits here for an account, with how many answers, the newest; null for nothing. Rejects where the storage fails. */
export async function waitingTrial(): Promise<{ readonly slug: string; readonly given: number } | null> {
  const row = (await write((store) => rowsOf(store, guests))).find(isClaimable)
  return row === undefined ? null : { slug: row.slug, given: givenIn(row).length }
}

/** Whether an account would get anything of it. */
export const isClaimable = (row: TrialRow): boolean => !isOver(row) && givenIn(row).length > 0

/**
 * How many answers of trials this account has begun to claim, and the server has not taken yet: they wait here for its owner. Rejects
 * where the storage fails.
 */
export async function unclaimedAnswers(ownerId: string): Promise<number> {
  const rows = await write((store) => rowsOf(store, ownerId))
  return rows.filter(isClaimable).reduce((sum, row) => sum + givenIn(row).length, 0)
}

const givenIn = ({ answers }: TrialRow) =>
  answers.flatMap(({ questionId, value }) => (value === null ? [] : { question_id: questionId, value }))

export type ClaimOutcome =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'claimed'; readonly claimed: ClaimedTrial }
  | { readonly kind: 'refused'; readonly sentence: string }
  /** It is kept, and is claimed later. */
  | { readonly kind: 'waits'; readonly reply: Exclude<Reply<never>, { kind: 'answered' }> | null }

interface Claiming {
  /** Sends with the session of the person who is signed in. */
  readonly send: Send
  /** Who is signed in now; null for nobody. */
  readonly ownerId: () => string | null
}

/** Until when the server has asked to be left alone. Milliseconds since 1970; forgotten with the page. */
let pauseUntil = 0

/**
 * Makes what was tried here the signed-in person's, where anything was answered, and says of the newest what has become of it: it goes
 * to the account that registers or logs in first in this browser. The server tells a repeated claim the same, so one whose reply is
 * lost is made again. Rejects where the storage fails.
 */
export const claimKeptTrial = async (claiming: Claiming): Promise<ClaimOutcome> =>
  (await claimAll(claiming))[0] ?? { kind: 'nothing' }

/** One round of the delivery. Resolves to whether another one could bring more. */
export const deliverTrial = async (claiming: Claiming): Promise<boolean> =>
  (await claimAll(claiming)).some(({ kind }) => kind === 'waits')

/** One after the other, the newest first: the page that waits is about that one. */
async function claimAll(claiming: Claiming): Promise<ClaimOutcome[]> {
  const owner = claiming.ownerId()
  if (owner === null) return []
  const outcomes = []
  for (const row of await takeTrials(owner)) outcomes.push(await claimRow(row, owner, claiming))
  return outcomes
}

async function claimRow(row: TrialRow, owner: string, { send, ownerId }: Claiming): Promise<ClaimOutcome> {
  // Whose session the call would be sent with: what somebody else has left since is theirs.
  if (ownerId() !== owner) return { kind: 'waits', reply: null }
  if (row.claimed !== null) return { kind: 'claimed', claimed: row.claimed }
  if (row.refusal !== null) return { kind: 'refused', sentence: row.refusal }
  if (isPaused(pauseUntil, Date.now())) return { kind: 'waits', reply: null }
  const { trial, slug } = row
  const change = (to: (now: TrialRow) => TrialRow | undefined) =>
    write((store) => changeIn(store, placeOf(owner, slug), (now) => (now?.trial === trial ? to(now) : now)))
  const body = { trial, slug, answers: givenIn(row), spent_seconds: spentIn(row) }
  const reply = await send(claimGuestTrial, { body }, { signal: AbortSignal.timeout(tryTimeoutMs) })
  if (reply.kind === 'answered') {
    const { purchase_id: purchaseId, attempt_id: attemptId, test_type: testType } = reply.body
    const claimed = { ownerId: owner, purchaseId, attemptId, testType }
    // Who has signed out meanwhile leaves nothing of it here.
    await change((now) => (ownerId() === owner ? { ...now, claimed } : undefined))
    return { kind: 'claimed', claimed }
  }
  if (reply.kind === 'refused') {
    if (isOutdatedForNow(reply, row)) {
      await change((now) => ({ ...now, outdatedAt: now.outdatedAt ?? Date.now() }))
      pauseUntil = Date.now() + outdatedPauseMs
      return { kind: 'waits', reply: null }
    }
    if (isFinal(reply)) {
      await change((now) => ({ ...now, refusal: reply.message }))
      return { kind: 'refused', sentence: reply.message }
    }
    pauseUntil = Date.now() + askedPause(reply.retryAfter)
  }
  return { kind: 'waits', reply }
}

const spentIn = ({ begunAt, changedAt }: TrialRow) =>
  Math.min(Math.max(Math.round((changedAt - begunAt) / 1000), 0), longestTrialSeconds)

/** The server will not take it however often it is asked. A proxy's word has no code. */
const isFinal = (reply: Refusal): boolean => !isPassing(reply) && !mayChange.has(reply.status) && reply.code !== ''

/** What another release may answer otherwise: it may not know the call, and a test may be on sale again. */
const mayChange: ReadonlySet<number> = new Set([403, 404])

/** How long a release may take until all processes are of it. Milliseconds. */
const rollingMs = 3_600_000
/** Each of these claims makes the server draw a paper. */
const outdatedPauseMs = 60_000

/** While a release is rolled out, a process of the other one does not know questions that the next process can grade. */
const isOutdatedForNow = ({ code }: Refusal, { outdatedAt }: TrialRow): boolean =>
  code === 'trial_outdated' && (outdatedAt === undefined || Date.now() - outdatedAt < rollingMs)

// The next person finds nothing of them, but for what still waits: nobody else is shown that, and it is claimed when they come back.
onSignedOut((gone) =>
  write(async (store) => {
    for (const row of await rowsOf(store, guests))
      if (row.claimed?.ownerId === gone) await store.delete(placeOf(guests, row.slug))
    for (const row of await rowsOf(store, gone)) if (isOver(row)) await store.delete(placeOf(gone, row.slug))
  }),
)
