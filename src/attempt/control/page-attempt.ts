import type { AnswerEvent } from '#contract/question.ts'
import { type AnswerEntry, withMissing } from '../machine/answers.ts'
import {
  type Hold,
  holdAfter,
  type HoldEffect,
  holdEffect,
  type HoldEvent,
  leaseOf,
  nothingHeld,
} from '../machine/lease.ts'
import {
  attemptInMemory,
  chosenAttempt,
  isOwnInDoubt,
  isStaleStart,
  type KeptAttempt,
  type SubmissionState,
} from '../machine/resume.ts'
import {
  AttemptMissing,
  beginAttempt,
  findAttempt,
  newAttempt,
  readAnswers,
  readAttempt,
  readPaper,
} from '../replica/attempts.ts'
import { readDeviceId, writerName } from '../replica/device-id.ts'
import { type Heard, keepHeard } from '../replica/keep-heard.ts'
import type { AnswerRow, AttemptRow, SubmissionRow } from '../replica/rows.ts'
import { readSubmission } from '../replica/submissions.ts'
import { NotTheWriter, persist, type Persisted } from '../replica/persist.ts'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import type { AttemptPorts } from './ports.ts'

type FoundNone = null | 'deleted' | 'superseded'
interface Asker {
  readonly mayWrite: () => boolean
  /** Whether this page has answers that may be nowhere else. */
  readonly holds: () => boolean
  readonly onLate: () => void
}

/** A storage whose failure the person has accepted is not waited for longer than this. Milliseconds. */
const acceptedTimeoutMs = 3_000
/** Somebody has pressed a button to begin: a storage that has not answered by then has failed. Milliseconds. */
const beginTimeoutMs = 15_000
/** A browser that has not answered by then counts as one that did not keep the paper. Milliseconds. */
const keepTimeoutMs = 10_000

/**
 * The attempt that this page is about, as this browser keeps it. Found or begun, its lease is taken before anything is written:
 * one page writes. Where the browser cannot write the lease down, the page may go on *memory-only*, if the person agrees:
 * it then writes nothing into the storage and answers as a device of its own, for which the server is the place.
 */
export interface PageAttempt {
  /** Null before one was found or begun. */
  readonly row: () => AttemptRow | null
  /** The page shows it from now on. */
  readonly enter: () => void
  /**
   * Whether the page shows it. Between the finding of another attempt and its showing it does not: what is said or given then
   * belongs to the one before, and goes into no row.
   */
  readonly isEntered: () => boolean
  /** The name (device_id) of the answers that are given here. */
  readonly deviceId: () => string
  /** What this page writes under; null while it has no lease. */
  readonly lease: () => number | null
  /** Whether the person goes on although the lease could not be written down. */
  readonly isMemoryOnly: () => boolean
  /** The person has read that this browser keeps nothing and goes on: from now on a broken storage stops nothing. */
  readonly allowMemoryOnly: () => void
  /** The disk has said something: the lease follows it, and what is to be done about it is begun. */
  readonly hear: (event: HoldEvent) => void
  /**
   * Reads what is kept and, where `mayWrite` says so by then, takes the lease. Null when there is nothing; 'deleted' when this
   * page `holds` answers of an attempt that is in this browser no more, not even as one that is over; 'superseded' when this was called
   * again meanwhile, or a new one was begun. Rejects when the storage fails, unless that was accepted: then what it finds
   * after all, and nothing has been begun, is told by `onLate`.
   */
  readonly find: (asker: Asker) => Promise<KeptAttempt | FoundNone>
  /** The answers that the storage has of the attempt: none where it has none, or does not say. Takes no lease. */
  readonly readAnswers: () => Promise<readonly [string, AnswerEntry][]>
  /** Those answers among what was read that others wrote since this page last read; from now on it knows them too. */
  readonly changesByOthers: (entries: Iterable<[string, AnswerEntry]>) => AnswerEvent[]
  /** Whether an answer was given on this page, or read by it. */
  readonly knows: (event: AnswerEvent) => boolean
  /**
   * A new attempt: its start_key is on the disk when this resolves with true, unless a storage that fails was accepted. False
   * where one that goes on has come to be there, which this page does not show. Rejects when the storage fails or does not
   * answer.
   */
  readonly begin: (startKey: string | null) => Promise<boolean>
  /** Changes some fields, here and, where this page's lease still holds, on the disk. */
  readonly change: (change: Partial<AttemptRow>) => Promise<void>
  /** Keeps what the server has said of the attempt that is shown, where this page has a lease. Nobody waits for it. */
  readonly keepHeard: (heard: Heard) => void
  /** The same of its paper, without which no exam begins. False where the disk refuses that and the person has not agreed. */
  readonly keepPaper: (heard: Heard) => Promise<boolean>
}

/** `onHeard` is called after all that the disk has said, with what is to be done about it; null for nothing. */
export function createPageAttempt(
  { mode, purchaseId, ownerId, newId, readDevice, report }: AttemptPorts,
  onHeard: (effect: HoldEffect | null) => void,
): PageAttempt {
  let row: AttemptRow | null = null
  /** The row of the attempt that the page shows; the disk may already have led to another one. */
  let entered: string | null = null
  let device = ''
  let hold: Hold = nothingHeld
  let finds = 0
  const read = new Set<string>()

  const lease = () => leaseOf(hold)
  const isMemoryOnly = () => hold.lease.kind === 'memory-only'

  function hear(event: HoldEvent): void {
    const before = hold
    hold = holdAfter(before, event)
    onHeard(holdEffect(before, event))
  }

  const isEntered = () => row?.draftId === entered

  async function keep(what: Heard): Promise<void> {
    if (row !== null && lease() !== null && isEntered()) await keepHeard(row.draftId, what)
  }

  /** What the storage says, or `otherwise` when it fails and the person has accepted that. */
  async function accepting<Result>(work: () => Promise<Result>, otherwise: () => Result): Promise<Result> {
    if (!hold.mayGoOnWithout) return work()
    try {
      return await withTimeout(work(), acceptedTimeoutMs)
    } catch (error) {
      report(error)
      return otherwise()
    }
  }

  /** What goes on in this browser; a start that has grown old unheard goes on no more, unless this page has it in hand. */
  async function lookFor(asker: Asker): Promise<AttemptRow | null> {
    const found = await findAttempt(ownerId, purchaseId, mode)
    if (found === null || !asker.mayWrite() || isOnThisPage(found)) return found
    const now = readDevice().wall
    if (!isStaleStart(found, now)) return found
    const giveUp = (standing: AttemptRow) => (isStaleStart(standing, now) ? { state: 'given-up' as const } : {})
    await unlessOfAnother(persist({ draftId: found.draftId, lease: found.claim, change: giveUp }))
    return lookFor(asker)
  }

  function isOnThisPage({ draftId }: AttemptRow): boolean {
    return row?.draftId === draftId && (lease() !== null || isMemoryOnly())
  }

  async function takeLease(timeoutMs?: number): Promise<void> {
    if (row === null) return
    const { draftId, claim: standing } = row
    const asked = () => persist({ draftId, lease: null })
    const taken = await accepting<Persisted | null>(
      () => (timeoutMs === undefined ? asked() : withTimeout(asked(), timeoutMs)),
      () => null,
    )
    if (taken?.kind !== 'kept') return goMemoryOnly(standing)
    hear({ type: 'lease-taken', lease: taken.lease, name: writerName(device, taken.lease) })
  }

  /** Nothing keeps another page from the same number: the name is made unlike any other. */
  function goMemoryOnly(standing: number): void {
    hear({ type: 'persist-failed', name: `${writerName(device, standing + 1)}~${newId().slice(-8)}` })
  }

  /** Which attempt this page goes on with: what was found, unless its own may be in this browser all the same. */
  async function choose(found: AttemptRow | null, { holds }: Asker): Promise<AttemptRow | null | 'deleted'> {
    const own = row
    if (!isOwnInDoubt(own, found, hold, holds())) return found
    const there = await accepting(
      () => readAttempt(own.draftId),
      () => undefined,
    )
    return chosenAttempt(own, found, there, hold)
  }

  const knows = (event: AnswerEvent) => hold.names.has(event.device_id) || read.has(nameOf(event))

  return {
    row: () => row,
    enter: () => {
      entered = row?.draftId ?? null
    },
    isEntered,
    deviceId: () => hold.name,
    lease,
    isMemoryOnly,
    allowMemoryOnly: () => hear({ type: 'going-on-accepted' }),
    hear,
    find: async (asker) => {
      finds += 1
      const own = finds
      const name = await accepting(() => readDeviceId(newId), newId)
      const looking = lookFor(asker)
      const found = await accepting(
        () => looking,
        () => null,
      )
      const chosen = await choose(found, asker)
      if (own !== finds) return 'superseded'
      device = name
      if (chosen === 'deleted') return chosen
      row = chosen ?? attemptInMemory(row, hold)
      hear({ type: 'row-chosen' })
      if (row === null) {
        // Slow is not empty.
        const told = looking.then((late) => late !== null && own === finds && asker.onLate())
        void told.catch(() => undefined)
        return null
      }
      // The lease is taken before it is read: what the tab before still wrote is read here, and it writes nothing after that.
      if (asker.mayWrite()) await takeLease()
      // What it has answered under its name so far the disk does not know: read from there, it would give that name away twice.
      else if (isMemoryOnly()) goMemoryOnly(row.claim)
      const shown = row
      const kept = await accepting<KeptAttempt>(
        () => loadKept(shown, hold.name),
        () => {
          // A page that has not read what other tabs have written must not write after them, nor submit without it.
          if (own === finds && lease() !== null && asker.mayWrite()) goMemoryOnly(shown.claim)
          return { ...shown, deviceId: hold.name, paper: null, entries: [], submission: null }
        },
      )
      return own === finds ? kept : 'superseded'
    },
    readAnswers: async () => {
      if (row === null) return []
      const { draftId } = row
      return accepting(
        () => loadAnswers(draftId),
        () => [],
      )
    },
    changesByOthers: (entries) => {
      const events = [...entries].flatMap(([, { own }]) => own ?? [])
      const unknown = events.filter((event) => !knows(event))
      for (const event of unknown) read.add(nameOf(event))
      return unknown
    },
    knows,
    begin: async (startKey) => {
      // What is still looked for must not take the new one's place.
      finds += 1
      hear({ type: 'row-chosen' })
      const attempt = { draftId: newId(), ownerId, purchaseId, mode, startKey, createdAt: readDevice().wall }
      const standing = await accepting(
        () => withTimeout(beginAttempt(attempt, { shown: isEntered() ? row : null }), beginTimeoutMs),
        () => newAttempt(attempt),
      )
      if (standing.draftId !== attempt.draftId) return false
      row = standing
      await takeLease(beginTimeoutMs)
      return true
    },
    change: async (change) => {
      if (row === null) return
      row = { ...row, ...change }
      const { draftId } = row
      // A tab that woke without knowing that another one goes on changes nothing under it.
      const number = lease()
      if (number !== null) await unlessOfAnother(persist({ draftId, lease: number, change: () => change }))
    },
    keepHeard: (what) => void keep(what).catch(report),
    keepPaper: async (what) => {
      try {
        await withTimeout(keep(what), keepTimeoutMs)
        return true
      } catch (error) {
        report(error)
        hear({ type: 'persist-failed' })
        return isMemoryOnly()
      }
    },
  }
}

/** Where another tab has the attempt by now, or nobody, there was nothing to write. */
async function unlessOfAnother(writing: Promise<Persisted>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (!(error instanceof NotTheWriter || error instanceof AttemptMissing)) throw error
  }
}

const nameOf = ({ question_id, epoch, seq, device_id }: AnswerEvent) =>
  JSON.stringify([question_id, epoch, seq, device_id])

/** All that this browser has kept of an attempt, read for the machine to go on from. */
async function loadKept(row: AttemptRow, deviceId: string): Promise<KeptAttempt> {
  const { draftId, frame } = row
  const [paper, answers, submission] = await Promise.all([
    readPaper(draftId),
    loadAnswers(draftId),
    readSubmission(draftId),
  ])
  return {
    ...row,
    deviceId,
    paper:
      paper === undefined || frame === null
        ? null
        : { attemptInfo: frame, questions: paper.questions, test: paper.test },
    entries: withSubmitted(answers, submission),
    submission: submission === undefined ? null : submissionState(submission),
  }
}

/** What was submitted may hold answers that were kept nowhere else; should it be lost, it is made anew from these. */
function withSubmitted(
  entries: [string, AnswerEntry][],
  submission: SubmissionRow | undefined,
): [string, AnswerEntry][] {
  const events = submission?.body.events ?? []
  return withMissing(entries, events).map(([questionId, entry]) => [questionId, { ...entry, keeping: 'kept' }])
}

/** The answers that this browser has kept of an attempt. */
async function loadAnswers(draftId: string): Promise<[string, AnswerEntry][]> {
  return (await readAnswers(draftId)).map((answer) => [answer.questionId, entryOf(answer)])
}

function entryOf({ own, seen, mark, untold }: AnswerRow): AnswerEntry {
  return { own, seen, mark, keeping: 'kept', ...(untold && { untold }) }
}

export function submissionState({ state, problem }: SubmissionRow): SubmissionState {
  return state === 'refused' ? { state, code: problem?.code ?? '', message: problem?.message ?? '' } : { state }
}
