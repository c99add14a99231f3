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
  /** How many asks about the building were sent, so that a reload does not begin again at 0. */
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

/** The epoch to continue under. Answers show a take-over that the row lacks; under a lower epoch new answers would lose. */
function grantedEpoch(kept: number, entries: readonly [string, AnswerEntry][]): number {
  return Math.max(kept, ...entries.map(([, { own }]) => own?.epoch ?? 0))
}

function submitted(submission: Exclude<SubmissionState, { state: 'waiting' }>): AttemptState {
  if (submission.state === 'graded') return { phase: 'finished', result: null }
  if (submission.state === 'accepted') return inWork
  const { code, message } = submission
  return { phase: 'failed', failure: { kind: 'needs-attention', code, message } }
}

/** The phases in which work may be on this page only: an exam that runs, or was submitted and not written down. */
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
  readonly isWriter: boolean
  /** The name (device_id) of the answers that are given here from now on. */
  readonly deviceId: string
  /** What other tabs have written since this page last read. */
  readonly changes: readonly AnswerEvent[]
}

/**
 * Where a page resumes after it has read what its browser kept. stay: it only looks on, and keeps what it shows ·
 * without-disk: the browser's data were deleted under it, and until they are written again only this page has these answers.
 */
export type Resumption =
  | { readonly to: 'intro' }
  | { readonly to: 'stay' }
  | { readonly to: 'state'; readonly state: AttemptState }
  | { readonly to: 'without-disk'; readonly events: readonly AnswerEvent[] }

/** Where a page in `state` resumes. `kept`: what its browser has of the attempt; null for nothing, 'deleted' for no longer. */
export function resumptionOf(state: AttemptState, kept: KeptAttempt | null | 'deleted', reader: Reader): Resumption {
  if (kept === 'deleted') return resumptionWithoutRows(unqueued(state), reader)
  if (kept !== null) return { to: 'state', state: stateFrom(state, kept, reader) }
  // Another tab has ended the exam that this page was answering; or the server has taken a submission that it had refused.
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
  // Another tab has begun another attempt since: what this page shows belongs to the attempt before it.
  const here = reader.isEntered ? state : unqueued(state)
  const goesOn = hasOwnAnswers(here) && (reader.isEntered || isSameAttempt(here, kept))
  return goesOn ? continued(here, kept, reader) : resumeState(kept)
}

/** Resumes from the storage and the answers that only this page has; without a readable paper, from all that the page knows. */
function continued(state: WithOwnAnswers, kept: KeptAttempt, reader: Reader): AttemptState {
  const { changes, isEntered } = reader
  if (kept.paper === null) return withChanges(state, kept, reader)
  // Another tab submitted without these answers: nothing may say otherwise.
  if (kept.submission !== null) return resumeState(kept)
  // Another tab has begun another attempt since; its questions may have the same ids.
  if (kept.paper.attemptInfo.attemptId !== state.paper.attemptInfo.attemptId) return resumeState(kept)
  if (state.phase === 'submitting' && changes.length === 0) return state
  // `own` includes kept answers: the data may be deleted between two reads, and were deleted if this is another row.
  const own = ownEvents(isEntered ? takeKept(state.answers, changes) : state.answers)
  return resumeState({ ...kept, entries: withMissing(kept.entries, own) })
}

/**
 * Adds what other tabs have written meanwhile to what the page knows. If the exam has continued in another tab, a submission
 * from here that was not written down becomes an open exam again, at the place that the disk has.
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

/** The submission on the disk may be deleted, or another attempt's: the page treats its own as not written. */
function unqueued(state: AttemptState): AttemptState {
  return state.phase === 'submitting' ? { ...state, enqueued: false } : state
}

/**
 * Whether the row has the page's attempt. After a deletion another tab may have fetched the same attempt into its own
 * row. If a server names no attempts, the question ids decide.
 */
function isSameAttempt({ paper }: WithOwnAnswers, kept: KeptAttempt): boolean {
  if (kept.paper === null || kept.paper.attemptInfo.attemptId !== paper.attemptInfo.attemptId) return false
  return paper.attemptInfo.attemptId !== null || idsIn(kept.paper) === idsIn(paper)
}

const idsIn = ({ questions }: Paper) => JSON.stringify(questions.map(({ id }) => id))

/** The tab that had the exam meanwhile is gone: this page writes again. */
function backHere(state: Answering): Answering {
  return state.writer === 'other-tab' ? { ...state, writer: 'here' } : state
}

/** The fields of an attempt's row that tell whether and how it continues. */
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
 * Whether to look up the page's own attempt by its id before the found one takes its place. True if this page has answers
 * that may be nowhere else, and nothing was found, or an attempt without a paper.
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
 * The attempt with which a page continues after its own was looked up by its id. `there` is the row under that id, undefined
 * for none. 'deleted': this browser no longer has it, not even as one that is over.
 */
export function chosenAttempt<Row extends FoundAttempt>(
  own: Row,
  found: Row | null,
  there: Row | undefined,
  { mayGoOnWithout }: LeaseState,
): Row | null | 'deleted' {
  if (mayGoOnWithout) return there === undefined ? own : (found ?? own)
  if (there === undefined) return 'deleted'
  // Another tab put it back between the two looks.
  return found ?? (hasEnded(there) ? null : there)
}

/** The attempt with which a page continues if the disk has none: one begun memory-only, whose start_key the server knows. */
export function attemptInMemory<Row extends FoundAttempt>(
  own: Row | null,
  { mayGoOnWithout, lease }: LeaseState,
): Row | null {
  const goesOn = mayGoOnWithout && lease.kind !== 'over' && own !== null && !hasEnded(own)
  return goesOn ? own : null
}

const hasEnded = ({ state }: Pick<FoundAttempt, 'state'>) => state === 'done' || state === 'given-up'

/** How long a start that reached nobody still counts as what the person wants. */
export const startHoldsMs = 15 * 60_000

/**
 * Whether a kept start of an exam is too old to be sent without another press. Its key opens an exam if no server has seen
 * it. Days later, or after an exam on another device, that would begin, and spend, an exam that nobody asked for. `now` is
 * the device's clock in ms; a clock that was set back counts like one that ran.
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
 * The changed fields of a running exam that must survive its tab, apart from its answers: the server's data of the attempt,
 * above all its deadline; the person's place, so that a reload opens the same question; the end of the exam. Null for no
 * change. `before` is null if no event led here.
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
