import { type DBSchema, type IDBPObjectStore, openDB } from 'idb'
import { claimGuestTrial, GuestTrial, longestTrialSeconds } from '#contract/guest-trial.ts'
import type { AnswerValue } from '#contract/question.ts'
import { askedPause, isPaused } from '../../attempt/sync/back-off.ts'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import { isPassing, type Refusal, type Reply } from '../../http/reply.ts'
import { type Send, tryTimeoutMs } from '../../http/send.ts'
import { onSignedOut } from '../../session/session-events.ts'
import { connectionTo, strict } from '../../storage/connection.ts'

/** The training that the server made of a trial, and its owner. */
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

/** A trial on this device. It belongs to nobody until an account claims it. */
export interface TrialRow extends GuestTrial {
  readonly format: 1
  readonly slug: string
  readonly answers: readonly TrialAnswer[]
  /** Milliseconds since 1970 by this device: when the first question was shown, and when the last answer was kept. */
  readonly begunAt: number
  readonly changedAt: number
  /** Kept until its owner signs out. */
  readonly claimed: ClaimedTrial | null
  /** The server's sentence for a final refusal. */
  readonly refusal: string | null
  /** Milliseconds since 1970 by this device, when a server first said `trial_outdated`. Rows of earlier releases have none. */
  readonly outdatedAt?: number
}

/**
 * A separate database, whose version never changes. Keys: "<owner> <slug>". A guest has one trial of each free test. A trial that
 * an account has begun to claim is under the account's id, and is no other account's.
 */
interface TrialDb extends DBSchema {
  trials: { key: string; value: TrialRow }
}
/** The owner in a key while nobody has signed in. */
const guests = 'trial'
const placeOf = (whose: string, slug: string) => `${whose} ${slug}`

const connection = connectionTo<TrialDb>((terminated) =>
  openDB<TrialDb>('guest-trial-v1', 1, { upgrade: (db) => void db.createObjectStore('trials'), terminated }),
)

/** The person waits for this write. After this time the storage counts as failed. */
const storageTimeoutMs = 2_500

type Store = IDBPObjectStore<TrialDb, ['trials'], 'trials', 'readwrite'>

/** The result of `work`, once its writes are on the disk. Rejects where the storage fails: then nothing is changed. */
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
    // An answer that was reported as not kept must not be written later, in place of the next one.
    isLate = true
    try {
      takeBack()
    } catch {
      // The transaction is over.
    }
    throw error
  }
}

/** Writes the row that `change` returns; undefined deletes it. */
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

/** Deletes unreadable rows. Moves rows of earlier releases, whose key was the owner alone. */
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

/** False for a row of another release's form, or unchanged for more than 30 days. */
const isReadable = (row: TrialRow): boolean =>
  row.format === 1 && GuestTrial.safeParse(row).success && Date.now() - row.changedAt <= longestTrialSeconds * 1000

/** The guest's trial of the test `slug`; without a slug the newest. Deletes too old rows. Rejects if the storage fails. */
export const readTrial = (slug?: string): Promise<TrialRow | undefined> =>
  write(async (store) => (slug === undefined ? (await rowsOf(store, guests))[0] : store.get(placeOf(guests, slug))))

/**
 * The trials that this account claims, the newest first: its own, and those that a guest left here. The latter become its own
 * now, before any reply: if the claim has to wait and somebody else signs in, they must not become theirs.
 */
const takeTrials = (owner: string): Promise<TrialRow[]> =>
  write(async (store) => {
    for (const left of await rowsOf(store, guests)) {
      const place = placeOf(owner, left.slug)
      const own = await store.get(place)
      if (own !== undefined && isClaimable(own)) continue
      // An earlier release left a claimed trial among the guest's.
      if (!isClaimable(left) && left.claimed?.ownerId !== owner) continue
      await store.put(left, place)
      await store.delete(placeOf(guests, left.slug))
    }
    return rowsOf(store, owner)
  })

/** Whether the trial cannot be continued: another paper may replace it. */
export const isOver = (row: TrialRow): boolean => row.claimed !== null || row.refusal !== null

/** Keeps a new paper in place of `instead`, or returns another tab's paper of this test. Rejects if the storage fails. */
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

/** Keeps the first answer of any tab. Undefined if an account has the trial, or it was replaced. Rejects if the storage fails. */
export const keepAnswer = (trial: string, answer: TrialAnswer): Promise<TrialRow | undefined> =>
  write(async (store) => {
    const row = (await rowsOf(store, guests)).find((each) => each.trial === trial)
    if (row === undefined || isOver(row)) return undefined
    if (row.answers.some(({ questionId }) => questionId === answer.questionId)) return row
    const next = { ...row, answers: [...row.answers, answer], changedAt: Date.now() }
    await store.put(next, placeOf(guests, row.slug))
    return next
  })

/** The newest trial that waits for an account, and its number of answers; null without one. Rejects where the storage fails. */
export async function waitingTrial(): Promise<{ readonly slug: string; readonly given: number } | null> {
  const row = (await write((store) => rowsOf(store, guests))).find(isClaimable)
  return row === undefined ? null : { slug: row.slug, given: givenIn(row).length }
}

/** Whether an account would get an answer by claiming it. */
export const isClaimable = (row: TrialRow): boolean => !isOver(row) && givenIn(row).length > 0

/** The number of answers that this account has begun to claim, and the server has not taken. Rejects where the storage fails. */
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
  /** The trial is kept, and claimed later. */
  | { readonly kind: 'waits'; readonly reply: Exclude<Reply<never>, { kind: 'answered' }> | null }

interface Claiming {
  /** Sends with the session of the person who is signed in. */
  readonly send: Send
  /** The id of the signed-in person; null for nobody. */
  readonly ownerId: () => string | null
}

/** The end of the pause that the server asked for. Milliseconds since 1970; forgotten with the page. */
let pauseUntil = 0

/**
 * Claims this browser's trials with answers for the first account to sign in, and returns the outcome of the newest. A repeated
 * claim gets the same reply, so a claim whose reply was lost is made again. Rejects if the storage fails.
 */
export const claimKeptTrial = async (claiming: Claiming): Promise<ClaimOutcome> =>
  (await claimAll(claiming))[0] ?? { kind: 'nothing' }

/** One round of the delivery. Resolves to whether another round could deliver more. */
export const deliverTrial = async (claiming: Claiming): Promise<boolean> =>
  (await claimAll(claiming)).some(({ kind }) => kind === 'waits')

/** Claims one trial after the other, the newest first, because the page waits for the newest. */
async function claimAll(claiming: Claiming): Promise<ClaimOutcome[]> {
  const owner = claiming.ownerId()
  if (owner === null) return []
  const outcomes = []
  for (const row of await takeTrials(owner)) outcomes.push(await claimRow(row, owner, claiming))
  return outcomes
}

async function claimRow(row: TrialRow, owner: string, { send, ownerId }: Claiming): Promise<ClaimOutcome> {
  // Somebody else may have signed in since. The call would be sent with their session.
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
    // If the person has signed out meanwhile, nothing of the trial stays here.
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

/** Whether asking again is useless. A proxy's reply has no code. */
const isFinal = (reply: Refusal): boolean => !isPassing(reply) && !mayChange.has(reply.status) && reply.code !== ''

/** Another release may know the call, and a test may be on sale again. */
const mayChange: ReadonlySet<number> = new Set([403, 404])

/** The longest rollout of a release, until all processes run it. Milliseconds. */
const rollingMs = 3_600_000
/** A pause between claims, because each of them makes the server draw a paper. */
const outdatedPauseMs = 60_000

/** Whether to wait: during a rollout one process may not know questions that the next process can grade. */
const isOutdatedForNow = ({ code }: Refusal, { outdatedAt }: TrialRow): boolean =>
  code === 'trial_outdated' && (outdatedAt === undefined || Date.now() - outdatedAt < rollingMs)

// The next person finds none of these trials. A waiting trial stays unseen until its owner signs in again and claims it.
onSignedOut((gone) =>
  write(async (store) => {
    for (const row of await rowsOf(store, guests))
      if (row.claimed?.ownerId === gone) await store.delete(placeOf(guests, row.slug))
    for (const row of await rowsOf(store, gone)) if (isOver(row)) await store.delete(placeOf(gone, row.slug))
  }),
)
