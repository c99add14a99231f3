import type { AnswerEvent } from '#contract/question.ts'
import { type AnswerEntry, openAnswers, ownEvents, takeKept, withMissing } from './answers.ts'
import type { LeaseState } from './lease.ts'
import type { Answering, AttemptState, Submitting } from './state.ts'
import type { AttemptInfo, Paper } from './paper.ts'
import { inWork, isGivenUp } from './transition.ts'

/** What has become of a submission that was written down. */
export type SubmissionState =
  | { readonly state: 'waiting' }
  /** The server took it and grades it. */
  | { readonly state: 'accepted' }
  | { readonly state: 'graded' }
  | { readonly state: 'refused'; readonly code: string; readonly message: string }

/** What a device has kept of one attempt. */
export interface KeptAttempt {
  readonly startKey: string | null
  /** GET exam-meta has answered that the paper is being built. */
  readonly building: boolean
  /** How many asks about the building were sent, so that a reload does not begin again at none. */
  readonly buildAsked: number
  readonly cacheKey: string | null
  readonly paper: Paper | null
  readonly deviceId: string
  readonly epoch: number
  readonly entries: Iterable<[string, AnswerEntry]>
  readonly position: number
  readonly flags: readonly string[]
  readonly submission: SubmissionState | null
}

/** Where an exam resumes after a reload, a killed browser or a closed tab. */
export function resumeState(kept: KeptAttempt): AttemptState {
  if (kept.submission !== null && kept.submission.state !== 'waiting') return submitted(kept.submission)
  if (kept.paper === null) {
    if (!kept.building) return { phase: 'opening', startKey: kept.startKey }
    return { phase: 'building', asked: kept.buildAsked, cacheKey: kept.cacheKey, progress: null }
  }
  const { paper } = kept
  const entries = [...kept.entries]
  const answers = openAnswers(kept.deviceId, grantedEpoch(kept.epoch, entries), entries)
  if (kept.submission !== null) return { phase: 'submitting', paper, answers, because: 'chosen', enqueued: true }
  if (!paper.attemptInfo.begun && answers.entries.size === 0) return { phase: 'ready', paper, answers, stored: true }
  return { phase: 'answering', paper, answers, position: kept.position, flags: new Set(kept.flags), writer: 'here' }
}

/**
 * The epoch under which to continue. A take-over that the browser did not write down is known by the answers that were given
 * after it: under an earlier epoch the next ones would lose to them.
 */
function grantedEpoch(kept: number, entries: readonly [string, AnswerEntry][]): number {
  return Math.max(kept, ...entries.map(([, { own }]) => own?.epoch ?? 0))
}

function submitted(submission: Exclude<SubmissionState, { state: 'waiting' }>): AttemptState {
  if (submission.state === 'graded') return { phase: 'finished', result: null }
  if (submission.state === 'accepted') return inWork
  const { code, message } = submission
  return { phase: 'failed', failure: { kind: 'needs-attention', code, message } }
}

/** A person's work that may be on this page only: an exam that runs, or was submitted and not written down. */
export type WithOwnAnswers = Answering | Submitting

export function hasOwnAnswers(state: AttemptState): state is WithOwnAnswers {
  return state.phase === 'answering' || (state.phase === 'submitting' && !state.enqueued)
}

/** True if this page has answers that may be nowhere else. */
export function hasUnsavedAnswers(state: AttemptState): boolean {
  return hasOwnAnswers(unqueued(state))
}

/** What a page that reads its attempt again knows in addition to what it reads. */
export interface Reader {
  /** Whether the page shows the attempt that was read; it may still show the one before. */
  readonly isEntered: boolean
  /** Whether this tab is the one that writes. */
  readonly isWriter: boolean
  /** The name (device_id) of the answers that are given here from now on. */
  readonly deviceId: string
  /** What other tabs have written since this page last read. */
  readonly changes: readonly AnswerEvent[]
}

/**
 * Where a page resumes that has read what its browser has kept. stay: it only looks on, and keeps showing what it shows ·
 * without-disk: the browser's data were deleted under it, and until they are written again it alone has these answers.
 */
export type Resumption =
  | { readonly to: 'intro' }
  | { readonly to: 'stay' }
  | { readonly to: 'state'; readonly state: AttemptState }
  | { readonly to: 'without-disk'; readonly events: readonly AnswerEvent[] }

/** Where a page in `state` resumes whose browser has kept this of its attempt: null for none, 'deleted' for no more. */
export function resumptionOf(state: AttemptState, kept: KeptAttempt | null | 'deleted', reader: Reader): Resumption {
  if (kept === 'deleted') return resumptionWithoutRows(unqueued(state), reader)
  if (kept !== null) return { to: 'state', state: stateFrom(state, kept, reader) }
  // Over, under a page that was answering: another tab has brought the exam to its end; or what was refused has been taken since.
  const isOverElsewhere = hasOwnAnswers(state) || isRefused(state)
  return isOverElsewhere ? { to: 'state', state: { phase: 'finished', result: null } } : { to: 'intro' }
}

const isRefused = (state: AttemptState) => state.phase === 'failed' && state.failure.kind === 'needs-attention'

function resumptionWithoutRows(state: AttemptState, { isWriter }: Reader): Resumption {
  if (!hasOwnAnswers(state)) return { to: 'intro' }
  if (!isWriter) return { to: 'stay' }
  return state.phase === 'submitting'
    ? { to: 'state', state }
    : { to: 'without-disk', events: ownEvents(state.answers) }
}

function stateFrom(state: AttemptState, kept: KeptAttempt, reader: Reader): AttemptState {
  // Another one was begun since in another tab: what this page shows belongs to the attempt before it.
  const here = reader.isEntered ? state : unqueued(state)
  const goesOn = hasOwnAnswers(here) && (reader.isEntered || isSameAttempt(here, kept))
  return goesOn ? continued(here, kept, reader) : resumeState(kept)
}

/** What the storage has, and beside it what it lacks of this page's; where it cannot be read, all that this page knows. */
function continued(state: WithOwnAnswers, kept: KeptAttempt, reader: Reader): AttemptState {
  const { changes, isEntered } = reader
  if (kept.paper === null) return withChanges(state, kept, reader)
  // Submitted by another tab, and without them: nothing may say otherwise.
  if (kept.submission !== null) return resumeState(kept)
  // Begun since in another tab; its questions may have the same ids.
  if (kept.paper.attemptInfo.attemptId !== state.paper.attemptInfo.attemptId) return resumeState(kept)
  if (state.phase === 'submitting' && changes.length === 0) return state
  // Also what was called kept: the data may be deleted between two of the reads, or have been, where this is another row.
  const own = ownEvents(isEntered ? takeKept(state.answers, changes) : state.answers)
  return resumeState({ ...kept, entries: withMissing(kept.entries, own) })
}

/**
 * A page continues with what it knows and what other tabs have written meanwhile. Where the exam has continued in another tab, what
 * was submitted here, and was not written down, continues as well: at the place that the disk has.
 */
export function withChanges(
  state: AttemptState,
  place: Pick<KeptAttempt, 'position' | 'flags'> | null,
  { changes, deviceId }: Pick<Reader, 'changes' | 'deviceId'>,
): AttemptState {
  if (!hasOwnAnswers(state)) return state
  // A page that only looked on had no name to answer under.
  const answers = { ...takeKept(state.answers, changes), deviceId }
  if (state.phase === 'answering') return { ...backHere(state), answers }
  if (changes.length === 0) return state
  const { position = 0, flags = [] } = place ?? {}
  return { phase: 'answering', paper: state.paper, answers, position, flags: new Set(flags), writer: 'here' }
}

/** The submission on the disk may be deleted, or another attempt's. */
function unqueued(state: AttemptState): AttemptState {
  return state.phase === 'submitting' ? { ...state, enqueued: false } : state
}

/**
 * After the data were deleted another tab may have fetched the same attempt into a row of its own. Of a server that names no
 * attempts the questions tell.
 */
function isSameAttempt({ paper }: WithOwnAnswers, kept: KeptAttempt): boolean {
  if (kept.paper === null || kept.paper.attemptInfo.attemptId !== paper.attemptInfo.attemptId) return false
  return paper.attemptInfo.attemptId !== null || idsIn(kept.paper) === idsIn(paper)
}

const idsIn = ({ questions }: Paper) => JSON.stringify(questions.map(({ id }) => id))

/** The tab that had the exam meanwhile is gone. */
function backHere(state: Answering): Answering {
  return state.writer === 'other-tab' ? { ...state, writer: 'here' } : state
}

/** What of an attempt's row tells whether and how it continues. */
export interface FoundAttempt {
  readonly draftId: string
  readonly mode: 'exam' | 'training'
  readonly state: 'opening' | 'open' | 'closed' | 'done' | 'given-up'
  readonly createdAt: number
  readonly startKey: string | null
  readonly building: boolean
  readonly frame: AttemptInfo | null
}

/**
 * Whether the attempt of this page is to be looked for by its name before what was found takes its place: that has no paper yet,
 * or there is nothing, and the page has answers of its own that may be nowhere else.
 */
export function isOwnInDoubt<Row extends FoundAttempt>(
  own: Row | null,
  found: Row | null,
  { lease }: LeaseState,
  hasUnsavedAnswers: boolean,
): own is Row {
  if (own === null || lease.kind === 'over' || hasEnded(own) || !hasUnsavedAnswers) return false
  return found === null || (found.draftId !== own.draftId && found.frame === null)
}

/**
 * With which attempt a page continues whose own was in doubt, and was looked for by its name: `there` is what the disk has under
 * it, undefined for nothing. 'deleted' where it is in this browser no more, not even as one that is over.
 */
export function chosenAttempt<Row extends FoundAttempt>(
  own: Row,
  found: Row | null,
  there: Row | undefined,
  { mayGoOnWithout }: LeaseState,
): Row | null | 'deleted' {
  if (mayGoOnWithout) return there === undefined ? own : (found ?? own)
  if (there === undefined) return 'deleted'
  // Put back by another tab between the two looks.
  return found ?? (hasEnded(there) ? null : there)
}

/** With what a page continues where nothing is found: what was begun in memory only, with the start_key by which the server knows it. */
export function attemptInMemory<Row extends FoundAttempt>(
  own: Row | null,
  { mayGoOnWithout, lease }: LeaseState,
): Row | null {
  const goesOn = mayGoOnWithout && lease.kind !== 'over' && own !== null && !hasEnded(own)
  return goesOn ? own : null
}

const hasEnded = ({ state }: Pick<FoundAttempt, 'state'>) => state === 'done' || state === 'given-up'

/** For this long a start that reached nobody is still what the person who pressed wants. */
export const startHoldsMs = 15 * 60_000

/**
 * Whether a kept start of an exam is too old to be sent without another press. Its key, should no server have seen it, opens
 * an exam: days later, and after the person has taken one on another device, that would begin, and spend, one that nobody asked
 * for. `now` is the device's clock in ms; one that was set back counts like one that ran.
 */
export function isStaleStart({ mode, state, startKey, building, createdAt }: FoundAttempt, now: number): boolean {
  if (mode !== 'exam' || state !== 'opening' || startKey === null || building) return false
  return Math.abs(now - createdAt) > startHoldsMs
}

/** The fields of an attempt's row that follow from its state. */
export interface Surviving {
  readonly frame?: AttemptInfo
  readonly epoch?: number
  readonly position?: number
  readonly flags?: readonly string[]
  readonly state?: 'done' | 'given-up'
}

/**
 * What of a running exam, its answers apart, must survive its tab, where that has changed from `before` (null where no event
 * led here): what the server said of the attempt, its deadline above all; where the person is, so that a reload opens the same
 * question; that it is over. Null for nothing.
 */
export function survivingChange(before: AttemptState | null, after: AttemptState): Surviving | null {
  const change = { ...infoChange(before, after), ...placeChange(before, after), ...endChange(before, after) }
  return Object.keys(change).length === 0 ? null : change
}

function infoChange(before: AttemptState | null, after: AttemptState): Surviving {
  if (before === null || !('paper' in after) || !('paper' in before)) return {}
  const { attemptInfo: frame } = after.paper
  const { epoch } = after.answers
  return frame === before.paper.attemptInfo && epoch === before.answers.epoch ? {} : { frame, epoch }
}

function placeChange(before: AttemptState | null, after: AttemptState): Surviving {
  if (before?.phase !== 'answering' || after.phase !== 'answering') return {}
  const { position, flags } = after
  return position === before.position && flags === before.flags ? {} : { position, flags: [...flags] }
}

function endChange(before: AttemptState | null, after: AttemptState): Surviving {
  if (before?.phase === after.phase) return {}
  if (after.phase === 'finished') return { state: 'done' }
  return isGivenUp(after) ? { state: 'given-up' } : {}
}
