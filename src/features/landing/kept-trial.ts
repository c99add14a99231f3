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
 * A database of its own, like the others that never change their version. A browser tries one thing at a time, as a guest; what an
 * account has begun to claim is under its id, and no other account's.
 */
interface TrialDb extends DBSchema {
  trials: { key: string; value: TrialRow }
}
/** Where a guest's is. */
const guests = 'trial'

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
    await forgetUnreadable(tx.store)
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

/** The row of this place as `change` leaves it; undefined deletes it. Rejects as `write` does. */
const changeRow = (change: (row: TrialRow | undefined) => TrialRow | undefined, place = guests) =>
  write(async (store) => {
    const before = await store.get(place)
    const row = change(before)
    if (row === undefined) await store.delete(place)
    else if (row !== before) await store.put(row, place)
    return row
  })

async function forgetUnreadable(store: Store): Promise<void> {
  for (const place of await store.getAllKeys()) if (!isReadable((await store.get(place))!)) await store.delete(place)
}

/** Of another release, or of more than 30 days ago, nothing is known. */
const isReadable = (row: TrialRow): boolean =>
  row.format === 1 && GuestTrial.safeParse(row).success && Date.now() - row.changedAt <= longestTrialSeconds * 1000

/** What a guest has here; what is too old goes. Rejects where the storage fails. */
export const readTrial = (): Promise<TrialRow | undefined> => changeRow((row) => row)

/**
 * What this account claims: what it has begun to claim before, else what a guest has left here. That is its own from now on, before
 * any reply: where the claim has to wait, and somebody else signs in meanwhile, it must not become theirs.
 */
const takeTrial = (owner: string): Promise<TrialRow | undefined> =>
  write(async (store) => {
    const own = await store.get(owner)
    const left = await store.get(guests)
    if (left === undefined || (own !== undefined && isClaimable(own))) return own
    // An earlier release left what was claimed where it was.
    if (!isClaimable(left) && left.claimed?.ownerId !== owner) return own
    await store.put(left, owner)
    await store.delete(guests)
    return left
  })

/** Whether there is nothing to continue with: another paper may take its place. */
export const isOver = (row: TrialRow): boolean => row.claimed !== null || row.refusal !== null

/**
 * Keeps a paper that has just been drawn, in place of `instead`; unless another tab has begun one meanwhile: then that one. Rejects
 * where the storage fails.
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
  const kept = await changeRow((row) => (row === undefined || isOver(row) || row.trial === instead ? fresh : row))
  return kept!
}

/**
 * Keeps the answer to a question, the first one of whatever tab; resolves when it is on the disk. Undefined where the trial takes
 * none any more: an account has it, or another is here. Rejects where the storage fails.
 */
export async function keepAnswer(trial: string, answer: TrialAnswer): Promise<TrialRow | undefined> {
  const kept = await changeRow((row) => {
    if (row?.trial !== trial || isOver(row)) return row
    if (row.answers.some(({ questionId }) => questionId === answer.questionId)) return row
    return { ...row, answers: [...row.answers, answer], changedAt: Date.now() }
  })
  return kept?.trial === trial && !isOver(kept) ? kept : undefined
}

/** What waits here for an account, with how many answers; null for nothing. Rejects where the storage fails. */
export async function waitingTrial(): Promise<{ readonly slug: string; readonly given: number } | null> {
  const row = await readTrial()
  return row !== undefined && isClaimable(row) ? { slug: row.slug, given: givenIn(row).length } : null
}

/** Whether an account would get anything of it. */
export const isClaimable = (row: TrialRow): boolean => !isOver(row) && givenIn(row).length > 0

/**
 * How many answers of a trial this account has begun to claim, and the server has not taken yet: they wait here for its owner. Rejects
 * where the storage fails.
 */
export async function unclaimedAnswers(ownerId: string): Promise<number> {
  const row = await changeRow((own) => own, ownerId)
  return row !== undefined && isClaimable(row) ? givenIn(row).length : 0
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
 * Makes what was tried here the signed-in person's, if anything was answered: it goes to the account that registers or logs in
 * first in this browser. The server tells a repeated claim the same, so one whose reply is lost is made again. Rejects where
 * the storage fails.
 */
export async function claimKeptTrial({ send, ownerId }: Claiming): Promise<ClaimOutcome> {
  const owner = ownerId()
  if (owner === null) return { kind: 'nothing' }
  const row = await takeTrial(owner)
  // Whose session the call would be sent with: what somebody else has left since is theirs.
  if (ownerId() !== owner) return { kind: 'waits', reply: null }
  if (row?.claimed != null) return { kind: 'claimed', claimed: row.claimed }
  if (row?.refusal != null) return { kind: 'refused', sentence: row.refusal }
  if (row === undefined) return { kind: 'nothing' }
  if (isPaused(pauseUntil, Date.now())) return { kind: 'waits', reply: null }
  const { trial, slug } = row
  const change = (to: (now: TrialRow) => TrialRow | undefined) =>
    changeRow((now) => (now?.trial === trial ? to(now) : now), owner)
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

/** One round of the delivery. Resolves to whether another one could bring more. */
export async function deliverTrial(claiming: Claiming): Promise<boolean> {
  return (await claimKeptTrial(claiming)).kind === 'waits'
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
onSignedOut(async (gone) => {
  await changeRow((row) => (row?.claimed?.ownerId === gone ? undefined : row))
  await changeRow((row) => (row !== undefined && isOver(row) ? undefined : row), gone)
})
