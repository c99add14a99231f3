import type { AnswerEvent } from '#contract/question.ts'
import type { AnswerEntry } from '../engine/answer-book.ts'
import type { KeptAttempt } from '../engine/resume-session.ts'
import { beginDraft, DraftMissing, findDraft, newAttempt, readDraft } from '../storage/attempt-drafts.ts'
import { readDeviceId, writerName } from '../storage/device-id.ts'
import type { AttemptRow } from '../storage/exam-rows.ts'
import { NotTheWriter, type Persisted, persist } from '../storage/persist.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import type { ExamPorts } from './exam-ports.ts'
import { isStaleStart } from './is-stale-start.ts'
import { loadAnswers, loadKept } from './load-kept.ts'

type FoundNone = null | 'deleted' | 'superseded'
interface Asker {
  readonly mayWrite: () => boolean
  /** Whether answers stand on this page that may be nowhere else. */
  readonly holds: () => boolean
  readonly onLate: () => void
}

/** A storage whose failure the person has accepted is not waited for longer than this. Milliseconds. */
const acceptedPatience = 3_000
/** Somebody has pressed a button to begin: a storage that has not answered by then has failed. Milliseconds. */
const beginPatience = 15_000

/**
 * The attempt that this page is about, as this browser keeps it. Found or begun, it is claimed before anything is written:
 * one page writes. Where the browser cannot write the claim down, the page may go on *unclaimed*, if the person wishes so:
 * it then writes nothing into the storage and answers as a device of its own, for which the server is the place.
 */
export interface OwnAttempt {
  /** Null before one was found or begun. */
  readonly row: () => AttemptRow | null
  /** The name that answers given here bear. */
  readonly deviceId: () => string
  /** What this page writes under; null while it is unclaimed. */
  readonly claim: () => number | null
  /** Whether the person goes on although the claim could not be written down. */
  readonly isUnclaimed: () => boolean
  /** The person has read that this browser keeps nothing and goes on: from now on a broken storage stops nothing. */
  readonly allowUnclaimed: () => void
  /** The browser refused what must be written first. False when the person has not agreed to go on without it. */
  readonly giveUpClaim: () => boolean
  /** The claim is on the disk after all. */
  readonly claimed: (claim: number) => void
  /** Another tab has handed it in or brought it to its end: what stands here is no attempt to go on with. */
  readonly isOverThere: () => void
  /** Another tab has fetched it into a draft of its own, which is found from now on. */
  readonly isElsewhere: () => void
  /**
   * Reads what is kept and, where `mayWrite` says so by then, claims it. Null when there is nothing; 'deleted' when this
   * page `holds` answers of an attempt that is in this browser no more, not even as one that is over; 'superseded' when this was called
   * again meanwhile, or a new one was begun. Rejects when the storage fails, unless that was accepted: then what it finds
   * after all, and nothing has been begun, is told by `onLate`.
   */
  readonly find: (asker: Asker) => Promise<KeptAttempt | FoundNone>
  /** The answers that the storage has of the attempt: none where it has none, or does not say. Claims nothing. */
  readonly readAnswers: () => Promise<readonly [string, AnswerEntry][]>
  /** Those answers among what was read that others wrote since this page last read; from now on it knows them too. */
  readonly newsIn: (entries: Iterable<[string, AnswerEntry]>) => AnswerEvent[]
  /** Whether an answer was given on this page, or read by it. */
  readonly knows: (event: AnswerEvent) => boolean
  /**
   * A new attempt: its start_key is on the disk when this resolves with true, unless a storage that fails was accepted. False
   * where one that goes on has come to be there, which this page had not found. Rejects when the storage fails or does not
   * answer.
   */
  readonly begin: (startKey: string | null) => Promise<boolean>
  /** Changes some fields, here and, where this page's claim still stands, on the disk. */
  readonly change: (change: Partial<AttemptRow>) => Promise<void>
}

export function createOwnAttempt({ mode, purchaseId, ownerId, newId, readDevice, report }: ExamPorts): OwnAttempt {
  let row: AttemptRow | null = null
  let device = ''
  let deviceId = ''
  let claim: number | null = null
  let isUnclaimedAllowed = false
  let isUnclaimed = false
  let isEnded = false
  let finds = 0
  /** All names that answers given here have borne. */
  const names = new Set<string>()
  const read = new Set<string>()

  /** What the storage says, or `otherwise` when it fails and the person has accepted that. */
  async function accepting<Result>(work: () => Promise<Result>, otherwise: () => Result): Promise<Result> {
    if (!isUnclaimedAllowed) return work()
    try {
      return await withTimeout(work(), acceptedPatience)
    } catch (error) {
      report(error)
      return otherwise()
    }
  }

  /** What goes on in this browser; a start that has grown old unheard goes on no more, unless this page has it in hand. */
  async function lookFor(asker: Asker): Promise<AttemptRow | null> {
    const found = await findDraft(ownerId, purchaseId, mode)
    if (found === null || !asker.mayWrite() || isInHand(found)) return found
    const now = readDevice().wall
    if (!isStaleStart(found, now)) return found
    const giveUp = (standing: AttemptRow) => (isStaleStart(standing, now) ? { state: 'given-up' as const } : {})
    await unlessOfAnother(persist({ draftId: found.draftId, lease: found.claim, change: giveUp }))
    return lookFor(asker)
  }

  function isInHand({ draftId }: AttemptRow): boolean {
    return row?.draftId === draftId && (claim !== null || isUnclaimed)
  }

  async function claimIt(patience?: number): Promise<void> {
    if (row === null) return
    const { draftId, claim: standing } = row
    const asked = () => persist({ draftId, lease: null })
    const taken = await accepting<Persisted | null>(
      () => (patience === undefined ? asked() : withTimeout(asked(), patience)),
      () => null,
    )
    claim = taken?.kind === 'kept' ? taken.lease : null
    if (claim === null) return goUnclaimed(standing)
    isUnclaimed = false
    deviceId = writerName(device, claim)
    names.add(deviceId)
  }

  /** Nothing keeps another page from the same number: the name is made unlike any other. */
  function goUnclaimed(standing: number): void {
    claim = null
    isUnclaimed = true
    deviceId = `${writerName(device, standing + 1)}~${newId().slice(-8)}`
    names.add(deviceId)
  }

  /**
   * Which attempt this page goes on with: what was found, unless that has no paper yet and the one that stands here is in this
   * browser no more, not even as one that is over. Its answers may stand on this page alone.
   */
  async function choose(found: AttemptRow | null, { holds }: Asker): Promise<AttemptRow | null | 'deleted'> {
    const own = row
    if (own === null || isEnded || isOver(own) || !holds()) return found
    if (found !== null && (found.draftId === own.draftId || found.frame !== null)) return found
    const standing = await accepting(
      () => readDraft(own.draftId),
      () => undefined,
    )
    if (isUnclaimedAllowed) return standing === undefined ? own : (found ?? own)
    if (standing === undefined) return 'deleted'
    // Put back by another tab between the two looks.
    return found ?? (isOver(standing) ? null : standing)
  }

  const knows = (event: AnswerEvent) => names.has(event.device_id) || read.has(nameOf(event))

  return {
    row: () => row,
    deviceId: () => deviceId,
    claim: () => claim,
    isUnclaimed: () => isUnclaimed,
    allowUnclaimed: () => {
      isUnclaimedAllowed = true
    },
    giveUpClaim: () => {
      if (isUnclaimedAllowed) claim = null
      isUnclaimed = isUnclaimedAllowed
      return isUnclaimedAllowed
    },
    claimed: (standing) => {
      claim = standing
      isUnclaimed = false
    },
    isElsewhere: () => {
      isUnclaimed = false
    },
    isOverThere: () => {
      isUnclaimed = false
      isEnded = true
    },
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
      // Begun unclaimed, it stands here only, with the start_key by which the server knows it.
      row = chosen ?? (isUnclaimedAllowed && !isEnded && row !== null && !isOver(row) ? row : null)
      isEnded = false
      if (row === null) {
        // Slow is not empty.
        const told = looking.then((late) => late !== null && own === finds && asker.onLate())
        void told.catch(() => undefined)
        return null
      }
      // Claimed before it is read: what the tab before still wrote is read here, and it writes nothing after that.
      if (asker.mayWrite()) await claimIt()
      // What it has answered under its name so far the disk does not know: read from there, it would give that name away twice.
      else if (isUnclaimed) goUnclaimed(row.claim)
      const shown = row
      const kept = await accepting<KeptAttempt>(
        () => loadKept(shown, deviceId),
        () => {
          // Whoever has not read what other tabs have written must not write after them, nor hand in without it.
          if (own === finds && claim !== null && asker.mayWrite()) goUnclaimed(shown.claim)
          return { ...shown, deviceId, paper: null, entries: [], submission: null }
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
    newsIn: (entries) => {
      const events = [...entries].flatMap(([, { own }]) => own ?? [])
      const news = events.filter((event) => !knows(event))
      for (const event of news) read.add(nameOf(event))
      return news
    },
    knows,
    begin: async (startKey) => {
      // What is still looked for must not take the new one's place.
      finds += 1
      isEnded = false
      const attempt = { draftId: newId(), ownerId, purchaseId, mode, startKey, createdAt: readDevice().wall }
      const unlessOneGoesOn = row === null
      const standing = await accepting(
        () => withTimeout(beginDraft(attempt, { unlessOneGoesOn }), beginPatience),
        () => newAttempt(attempt),
      )
      if (standing.draftId !== attempt.draftId) return false
      row = standing
      await claimIt(beginPatience)
      return true
    },
    change: async (change) => {
      if (row === null) return
      row = { ...row, ...change }
      const { draftId } = row
      // A tab that woke without knowing that another one goes on changes nothing under it.
      if (claim !== null) await unlessOfAnother(persist({ draftId, lease: claim, change: () => change }))
    },
  }
}

/** Where another tab has the attempt by now, or nobody, there was nothing to write. */
async function unlessOfAnother(writing: Promise<Persisted>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (!(error instanceof NotTheWriter || error instanceof DraftMissing)) throw error
  }
}

const nameOf = ({ question_id, epoch, seq, device_id }: AnswerEvent) =>
  JSON.stringify([question_id, epoch, seq, device_id])

const isOver = ({ state }: AttemptRow) => state === 'done' || state === 'given-up'
