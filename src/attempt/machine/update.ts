import { type ExamMeta, startAfterDeliverySeconds } from '#contract/exam.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { isPassing, type Refusal, type Reply } from '../../http/reply.ts'
import { noteKeeping, pendingEvents, seenEvents, unpersistedEvents, unseenRemote } from './answers.ts'
import type { AttemptRow, SubmissionRow } from './rows.ts'
import { anchorAt, anchorFromOffset, type DeviceTime, offsetOf, readClock } from './clock.ts'
import { remedyFor } from './failures.ts'
import { leaseAfter, leaseEffect, type LeaseEvent, leaseOf } from './lease.ts'
import { readInstant } from './paper.ts'
import type { NotedPause } from './pauses.ts'
import {
  type Heard,
  isOnThisPage,
  isUnderWay,
  nameOf,
  type OpeningUnanswered,
  type Opened,
  type PageEvent,
  type PageState,
  type Reading,
  type SavedReply,
  type Shown,
} from './page-state.ts'
import {
  hasOwnAnswers,
  type KeptAttempt,
  type Reader,
  survivingChange,
  type Resumption,
  resumptionOf,
  withChanges,
} from './resume.ts'
import {
  afterTry,
  afterVainLook,
  afterWriting,
  beginRound,
  enterSubmission,
  noteSubmissionRow,
  isWatched,
  lookUp,
  pauseRounds,
  sendFromHere,
  settlement,
  triesOf,
  wakeSubmission,
  withSubmission,
} from './submission.ts'
import { type Answering, type AttemptEvent, type AttemptState, overBy, type Ready } from './state.ts'
import { newlyShown, noteStep, timingOfRow, withoutSpan } from './timing.ts'
import { initialState, isPaused, transition } from './transition.ts'

/** How often a clock that cannot be trusted asks for the server's time. */
const doubtEveryMs = 10_000
/** An offset that moved less than this is not worth a write. */
const offsetMattersMs = 1_000

/**
 * The page's next state after an event at this moment of the device. An event that means nothing here returns the same
 * object. `reconcile` does not hear effects that were begun for an earlier state. Three effects outlive a change of attempt,
 * and their events may be of the earlier one: `append` of a stranded answer, `keep-heard` and `send-submission`.
 *
 * A function `want…` of this file only changes what is wanted: `wanted.ts` lists it as an effect, and `control/perform.ts`
 * does it.
 */
export function update(page: PageState, event: PageEvent, at: DeviceTime): PageState {
  switch (event.type) {
    case 'lock-changed':
      return afterLock(page, event.mayWrite, at)
    case 'attempt-read':
      return afterReading(page, event.opened, at)
    case 'answers-read':
      return afterReadingAnswers(page, event.entries, at)
    case 'reading-failed':
      return afterFailedReading(page)
    case 'found-late':
      return page.search.at === 'idle' && page.search.number === event.search ? wantReading(page) : page
    case 'storage-unanswered':
      return withoutStorage(lateNow(page))
    case 'start-chosen':
      return begin(event.acceptsMemoryOnly ? acceptingMemory(page) : page, event)
    case 'attempt-begun':
      return afterBeginning(page, event.row, event.leaseEvents, at)
    case 'begun-elsewhere':
      return wantReading(page)
    case 'beginning-failed':
      return withoutStorage(idle(page))
    case 'try-again-chosen':
      return tryAgain(page, event)
    case 'memory-only-chosen':
      return goOnInMemory(page, event.draftId)
    case 'take-over-chosen':
      return takeOver(page)
    case 'append-refused':
      return afterRefusedAppend(page, event, at)
    case 'row-written':
      return page.row?.draftId === event.row.draftId ? afterWrittenRow(page, event.row) : page
    case 'row-not-written':
      return page.row === event.row ? afterRefusedRow(page) : page
    case 'row-gone':
      return withKeeping(page, event.events, 'refused')
    case 'put-back':
      return afterPutBack(page, event)
    case 'put-back-failed':
      return afterFailedPutBack(page, event)
    case 'heard-kept':
      return { ...page, toKeep: page.toKeep.filter(({ number }) => number !== event.number) }
    case 'paper-not-kept':
      return afterPaperNotKept(page, at)
    case 'disk-pause-over':
      return offeringAgain(page)
    case 'lease-event':
      return onLeaseEvent(page, event.event, at)
    case 'opening-unanswered':
      return withShown(page, { openingUnanswered: openingUnanswered(page, at) })
    case 'call-answered':
      return afterCall(page, event.reply, at)
    case 'begin-timed-out':
      return beginUnanswered(page, at)
    case 'saved':
      return hearSaved(page, 'answers-saved', event.reply, event.sent, at, event.pauses)
    case 'save-refused':
      return afterRefusedDelivery(page, event, at)
    case 'pause-chosen':
    case 'pause-ended':
      return afterPausing(page, event, at)
    case 'reached':
      return withShown(page, { reached: event.reached })
    case 'next-try-planned':
      return withShown(page, { nextTryAt: event.at, pauseUntil: event.pauseUntil })
    case 'server-asked':
      return { ...page, save: { ...page.save, asked: page.save.asked + 1 } }
    case 'ask-ended':
      return { ...page, save: { ...page.save, askEnded: Math.max(page.save.askEnded, event.asked) } }
    case 'remote-read':
      return afterReadingRemote(page, event.reply, at)
    case 'remote-pause-over':
      return wantRemote(page)
    case 'end-asked':
      return afterAskingIfOver(page, event.reply, at)
    case 'end-pause-over':
      return askAgainIfOver(page)
    case 'submission-written':
      return afterExamEvent(afterWriting(page), { type: 'submission-enqueued' }, at)
    case 'submission-not-written':
      return afterRefusedSubmission(page, event.because, at)
    case 'submission-tried':
      return afterTriedSubmission(page, event.row, at)
    case 'submission-pause-over':
      return beginRound(page, false, at)
    case 'submission-announced':
      return withSubmission(page, { isAnnounced: true })
    case 'submission-read':
      return event.row === undefined ? afterVainLook(page, at) : noteSubmission(page, event.row, at)
    case 'look-pause-over':
      return lookUp(page)
    case 'delivery-requested':
      return wakeSubmission(page, at)
    case 'submission-changed':
      return afterChangedSubmission(page, event, at)
    case 'storage-closed':
      return isWatched(page) ? lookUp(page) : onLeaseEvent(page, { type: 'row-missing' }, at)
    case 'ticked':
      return afterTick(page, at)
    case 'woken':
      return wakeSubmission(afterTick(wakeSave(page), at), at)
    case 'open-replied':
    case 'paper-replied':
      return afterExamEvent(hearServerTime(page, instantOf(event.reply), at), event, at)
    case 'answer-given':
      return afterAnswer(page, event, at)
    case 'question-visited':
      return afterExamEvent(withShown(page, { clockRanSince: null }), event, at)
    case 'answer-kept':
      return afterExamEvent({ ...page, stranded: page.stranded.filter((one) => one.event !== event.event) }, event, at)
    case 'build-asked':
      return noteAsk(afterExamEvent(page, event, at))
    default:
      return afterExamEvent(page, event, at)
  }
}

// ── The exam ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Applies an event to the exam, if one runs here. */
function afterExamEvent(page: PageState, event: AttemptEvent, at: DeviceTime): PageState {
  if (page.stage !== 'running') return page
  const exam = asSeenHere(transition(page.exam, event, { deviceId: page.leaseState.name }), page.isWriter)
  return exam === page.exam ? page : changed({ ...page, exam }, page.exam, at)
}

/** Puts the exam into a state that no event led to: a start, a resumption, another try. */
function enter(page: PageState, exam: AttemptState, at: DeviceTime): PageState {
  const entered: PageState = {
    ...page,
    stage: 'running',
    exam: asSeenHere(exam, page.isWriter),
    entrances: page.entrances + 1,
    ...(attemptIdOf(page.exam) !== attemptIdOf(exam) && { call: null, doubtedEnd: null }),
  }
  return changed(entered, null, at)
}

/** A late reply does not give the writing back to a tab that has lost it. */
function asSeenHere(exam: AttemptState, isWriter: boolean): AttemptState {
  const isOnlyLooking = exam.phase === 'answering' && exam.writer === 'here' && !isWriter
  return isOnlyLooking ? { ...exam, writer: 'other-tab' } : exam
}

/** Updates the rest of the page after the exam's state has changed. `before` is null where no event led to it. */
function changed(page: PageState, before: AttemptState | null, at: DeviceTime): PageState {
  let next = page
  const { exam } = page
  const place = newlyShown(before, exam)
  if (place !== null) next = { ...next, timing: noteStep(next.timing, next.row, { what: 'shown', place }, at) }
  next = noteEarlierStart(next, before)
  next = keepSurviving(leavePauseOut(next, before), before)
  if (exam.phase !== before?.phase) next = enterPhase(next, before, at)
  if (isReadyToBegin(exam) && !isReadyToBegin(before) && page.isWriter) next = beginClock(next, exam, at)
  if (before?.phase === 'answering' && !isOnThisPage(exam)) next = leaveBehind(next, before)
  return next
}

/** Leaves an ended pause out of the timing: nobody spent it on a question. */
function leavePauseOut(page: PageState, before: AttemptState | null): PageState {
  const ended = before?.phase === 'answering' ? before.paper.attemptInfo.pauses?.current : null
  if (ended == null || page.exam.phase !== 'answering' || isPaused(page.exam)) return page
  const { leftMs } = page.exam.paper.attemptInfo.pauses!
  return { ...page, timing: withoutSpan(page.timing, ended.until - ended.since - leftMs) }
}

export function isReadyToBegin(exam: AttemptState | null): exam is Ready {
  return exam?.phase === 'ready' && exam.stored
}

/** Starts the clock; where another device has started it, takes the attempt over. */
function beginClock(page: PageState, { paper }: Ready, at: DeviceTime): PageState {
  return paper.attemptInfo.ticket === null ? beginUnanswered(page, at) : wantCall(page, paper.attemptInfo.begun)
}

/** Tells a person who has pressed start that the clock did not wait for the questions: the server starts it by itself. */
function noteEarlierStart(page: PageState, before: AttemptState | null): PageState {
  const { exam, row } = page
  if (exam.phase !== 'ready' || (before?.phase !== 'opening' && before?.phase !== 'building')) return page
  const { begun, deadlineAt, duration } = exam.paper.attemptInfo
  const isNews = begun && deadlineAt !== null && duration !== null && row?.startKey != null
  return withShown(page, { clockRanSince: isNews ? deadlineAt - duration : null })
}

function enterPhase(page: PageState, before: AttemptState | null, at: DeviceTime): PageState {
  const { exam, row } = page
  // A page that resumes after the submission has no paper, but the attempt's row.
  const frame = 'paper' in exam ? exam.paper.attemptInfo : row?.frame
  const next = withShown(page, {
    ...(frame != null && { attemptId: frame.attemptId ?? row?.draftId ?? null }),
    ...(exam.phase === 'answering' && { receipt: null }),
    ...(exam.phase === 'opening' && { openingUnanswered: null }),
    // The submission has its own tries, and the first of them has not failed yet.
    ...(before?.phase === 'answering' && { nextTryAt: null, pauseUntil: 0 }),
  })
  const { remote } = next
  const quiet: PageState = remote.at === 'pausing' ? { ...next, remote: { ...remote, at: 'rest' } } : next
  if (exam.phase === 'opening') return { ...quiet, openedAt: at.wall }
  if (exam.phase === 'submitting') return enterSubmission(quiet, at)
  return exam.phase === 'building' ? withRow(quiet, { building: true }) : quiet
}

/** Leaves unsent answers to the delivery, and keeps those that the disk lacks as `stranded`. */
function leaveBehind(page: PageState, exam: Answering): PageState {
  const lease = leaseOf(page.leaseState)
  const { row } = page
  const stranded = lease === null || row === null ? [] : unpersistedEvents(exam.answers)
  const next = {
    ...page,
    stranded: [...page.stranded, ...stranded.map((event) => ({ event, draftId: row!.draftId, lease: lease! }))],
  }
  return pendingEvents(exam.answers).length > 0 ? { ...next, leftBehind: page.leftBehind + 1 } : next
}

/** Notes in the row what must survive the tab. Only the tab that writes does so, and nobody waits for it. */
function keepSurviving(page: PageState, before: AttemptState | null): PageState {
  const change = survivingChange(before, page.exam)
  if (change === null || !page.isWriter) return page
  return withRow(page, change.position === undefined ? change : { ...change, ...timingOfRow(page.timing, page.row) })
}

function withRow(page: PageState, change: Partial<AttemptRow>): PageState {
  if (page.row === null) return page
  return { ...page, row: { ...page.row, ...change }, rowVersion: page.rowVersion + 1 }
}

function withShown(page: PageState, shown: Partial<Shown>): PageState {
  return { ...page, shown: { ...page.shown, ...shown } }
}

/** Counts an ask about the building. The count is on the disk before the ask is sent, so a reload does not begin again at 0. */
function noteAsk(page: PageState): PageState {
  return page.exam.phase === 'building' ? withRow(page, { buildAsked: page.exam.asked }) : page
}

/** `transition` names the answer. This informs the autosave and the timing; `wanted` brings the answer to the disk. */
function afterAnswer(
  page: PageState,
  event: Extract<AttemptEvent, { type: 'answer-given' }>,
  at: DeviceTime,
): PageState {
  const known = withShown(page, { clockRanSince: null })
  const next = afterExamEvent(known, event, at)
  if (next.exam === page.exam || next.exam.phase !== 'answering') return next
  const { answers, paper } = next.exam
  const own = answers.entries.get(event.questionId)?.own
  if (own == null) return next
  const place = paper.questions.findIndex(({ id }) => id === event.questionId)
  const timing = noteStep(next.timing, next.row, { what: 'answered', place }, at)
  const pushed = { ...next, timing, save: { ...next.save, changed: next.save.changed + 1 } }
  return leaseOf(next.leaseState) === null ? missing(withKeeping(pushed, [own], 'refused')) : pushed
}

// ── The way to the attempt ───────────────────────────────────────────────────────────────────────────────────────────────

function wantReading(page: PageState, how: Partial<Pick<Reading, 'isRepeated' | 'thenPutBack'>> = {}): PageState {
  const isInMemory = page.leaseState.lease.kind === 'memory-only' && isUnderWay(page.stage, page.exam)
  const { isRepeated = false, thenPutBack = false } = how
  const reading: Reading = { of: isInMemory ? 'answers' : 'attempt', isRepeated, thenPutBack, isLate: false }
  return { ...page, interrupted: null, search: { at: 'reading', number: page.search.number + 1, reading } }
}

function idle(page: PageState): PageState {
  return { ...page, search: { at: 'idle', number: page.search.number } }
}

function lateNow(page: PageState): PageState {
  if (page.search.at !== 'reading') return page
  return { ...page, search: { ...page.search, reading: { ...page.search.reading, isLate: true } } }
}

function afterLock(page: PageState, mayWrite: boolean, at: DeviceTime): PageState {
  const next = { ...page, isWriter: mayWrite }
  if (mayWrite || page.stage === 'looking') return wantReading(next)
  const aside = afterExamEvent(next, { type: 'writer-changed', writer: 'other-tab' }, at)
  // A reading that was begun as the writer would take the lease from the tab that writes now.
  return page.search.at === 'reading' ? wantReading(aside) : aside
}

function afterReading(page: PageState, opened: Opened, at: DeviceTime): PageState {
  const thenPutBack = page.search.at === 'reading' && page.search.reading.thenPutBack
  const next = afterOpening(idle(page), opened, at)
  return thenPutBack ? putBackFromMemory(next) : next
}

function afterOpening(page: PageState, opened: Opened, at: DeviceTime): PageState {
  if (opened.kind === 'deleted') return go(page, resumptionOf(page.exam, 'deleted', readerOf(page)), at)
  if (opened.kind === 'none') {
    const leaseState = leaseAfter(page.leaseState, { type: 'row-chosen' })
    const none = { ...page, leaseState, deviceName: opened.deviceName, row: null, rowOnDisk: null }
    return go(none, resumptionOf(page.exam, null, readerOf(none)), at)
  }
  const { deviceName, row, kept, leaseEvents } = opened
  const isEntered = page.row?.draftId === row.draftId && page.stage === 'running'
  const held = leaseEvents.reduce((next, one) => ({ ...next, leaseState: leaseAfter(next.leaseState, one) }), {
    ...page,
    deviceName,
  })
  const reader = readerOf(held, kept.entries, isEntered)
  const known = withKnown({ ...setByOffset(held, row.clockOffset, at), row, rowOnDisk: row }, reader.changes)
  return resumeWriting(go(known, resumptionOf(page.exam, kept, reader), at), kept)
}

function readerOf(page: PageState, entries: KeptAttempt['entries'] = [], isEntered = false): Reader {
  const { leaseState, isWriter } = page
  return { isEntered, isWriter, deviceId: leaseState.name, changes: changesByOthers(page, entries) }
}

/** The answers among `entries` that other tabs wrote since this page last read. */
function changesByOthers(page: PageState, entries: KeptAttempt['entries']): AnswerEvent[] {
  return [...entries].flatMap(([, { own }]) => (own === null || knows(page, own) ? [] : [own]))
}

/** Whether an answer was given on this page, or read by it. */
export function knows(
  { leaseState, namesRead }: Pick<PageState, 'leaseState' | 'namesRead'>,
  event: AnswerEvent,
): boolean {
  return leaseState.names.has(event.device_id) || namesRead.has(nameOf(event))
}

function withKnown(page: PageState, changes: readonly AnswerEvent[]): PageState {
  return changes.length === 0 ? page : { ...page, namesRead: new Set([...page.namesRead, ...changes.map(nameOf)]) }
}

function go(page: PageState, resumption: Resumption, at: DeviceTime): PageState {
  switch (resumption.to) {
    case 'intro':
      return { ...page, stage: 'intro' }
    case 'state':
      return enter(page, resumption.state, at)
    case 'stay':
      return page
    case 'without-disk':
      return wantReading(acceptingMemory(withKeeping(page, resumption.events, 'refused')))
  }
}

/** Offers the storage again the answers that it has not confirmed. A memory-only page also takes over on the server. */
function resumeWriting(page: PageState, kept: KeptAttempt): PageState {
  const next = offeringAgain(page)
  // Without a lease in the storage, only the server's epoch tells the other tabs. A tab that has the writing keeps it.
  if (next.leaseState.lease.kind !== 'memory-only' || !next.isWriter) return next
  const taken = next.exam.phase === 'answering' ? takeOver(next) : next
  // The paper could not be read, perhaps only for a moment. No waiting answer would request the lease again.
  return kept.paper === null ? missing(taken) : taken
}

/** Takes in the answers that other tabs have written, on a page whose answers no disk has. */
function afterReadingAnswers(page: PageState, entries: KeptAttempt['entries'], at: DeviceTime): PageState {
  const thenPutBack = page.search.at === 'reading' && page.search.reading.thenPutBack
  const reader = readerOf(page, entries)
  const known = withKnown(idle(page), reader.changes)
  const next = offeringAgain(enter(known, withChanges(page.exam, page.row, reader), at))
  return thenPutBack ? putBackFromMemory(next) : next
}

/** This memory-only page has just read answers that it lacked. No pending write would request a lease again. */
function putBackFromMemory(page: PageState): PageState {
  return page.leaseState.lease.kind === 'memory-only' ? missing(page) : page
}

/** The disk may have raised the lease during the failed reading: the page requests a new one with its next write. */
function afterFailedReading(page: PageState): PageState {
  const { search, leaseState, isWriter } = page
  const isLeaseOpen = isWriter && leaseState.lease.kind === 'held'
  const next = idle(isLeaseOpen ? { ...page, leaseState: { ...leaseState, lease: { kind: 'none' } } } : page)
  if (search.at !== 'reading') return next
  // A tab that only looks on loses nothing if it cannot read.
  const after = search.reading.isRepeated && !isWriter ? next : withoutStorage(next)
  return search.reading.thenPutBack ? putBackFromMemory(after) : after
}

/** Shows that the storage has failed. A page with answers continues memory-only: no other screen may replace them. */
function withoutStorage(page: PageState): PageState {
  if (page.stage === 'running' && hasOwnAnswers(page.exam)) {
    // Memory-only was accepted before, and nothing is being read: another reading would fail again.
    return page.leaseState.mayGoOnWithout && page.search.at === 'idle' ? page : wantReading(acceptingMemory(page))
  }
  const failed: AttemptState = { phase: 'failed', failure: { kind: 'storage' } }
  return { ...page, stage: 'running', exam: failed, entrances: page.entrances + 1 }
}

function acceptingMemory(page: PageState): PageState {
  return { ...page, leaseState: leaseAfter(page.leaseState, { type: 'going-on-accepted' }) }
}

/** Continues memory-only with the step at which the storage failed. */
function goOnInMemory(page: PageState, draftId: string): PageState {
  const { interrupted } = page
  const accepted = acceptingMemory(page)
  return interrupted === null
    ? wantReading(accepted)
    : begin(idle(accepted), { startKey: interrupted.startKey, draftId })
}

/** Begins a new attempt, or with a null `startKey` asks for the one that the server has open. A double click is one attempt. */
function begin(page: PageState, { startKey, draftId }: { startKey: string | null; draftId: string }): PageState {
  if (page.search.at === 'beginning') return page
  // A retry keeps this key: the storage may have the failed start after all, and another key would begin a second attempt.
  const leaseState = leaseAfter(page.leaseState, { type: 'row-chosen' })
  const search = { at: 'beginning' as const, number: page.search.number + 1, startKey, draftId }
  return { ...page, leaseState, search, interrupted: { startKey } }
}

function afterBeginning(page: PageState, row: AttemptRow, events: readonly LeaseEvent[], at: DeviceTime): PageState {
  const leaseState = events.reduce(leaseAfter, page.leaseState)
  const begun = idle({ ...page, leaseState, row, rowOnDisk: row, interrupted: null })
  return enter(begun, initialState(row.startKey), at)
}

function tryAgain(page: PageState, ids: { startKey: string; draftId: string }): PageState {
  if (page.exam.phase === 'no-open-attempt') return begin(page, ids)
  if (page.exam.phase !== 'failed') return page
  const remedy = remedyFor(page.exam.failure)
  if (remedy === 'start-again') return begin(page, ids)
  // A refused submission may have been sent once more since: the disk knows.
  return remedy === 'same-again' || remedy === 'download' ? wantReading(page) : page
}

function takeOver(page: PageState): PageState {
  const { exam } = page
  if (!page.isWriter) return { ...page, takeOvers: page.takeOvers + 1 }
  // This tab has the lock, but another tab's lease holds: that tab froze with the writing, and took the lease when it woke.
  if (exam.phase === 'answering' && exam.writer === 'other-tab') return wantReading(page)
  const ticket = 'paper' in exam ? exam.paper.attemptInfo.ticket : null
  return ticket === null ? page : wantCall(page, true)
}

// ── The disk ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The only place that acts on what the disk says of the lease. `lease.ts` says what follows from it. */
function onLeaseEvent(page: PageState, event: LeaseEvent, at: DeviceTime): PageState {
  const next = { ...page, leaseState: leaseAfter(page.leaseState, event) }
  switch (leaseEffect(page.leaseState, event)) {
    case 'put-back':
      return missing(next)
    case 'read-again':
      return wantReading(next, { isRepeated: true })
    case 'read-and-put-back':
      return wantReading(next, { isRepeated: true, thenPutBack: true })
    case 'step-aside':
      return afterExamEvent(next, { type: 'writer-changed', writer: 'other-tab' }, at)
    case null:
      return next
  }
}

const missing = (page: PageState): PageState => ({ ...page, disk: { ...page.disk, isMissing: true } })

/** The disk refused something. It is offered again after a pause, and each further refusal restarts the pause. */
const pausing = (page: PageState): PageState => ({
  ...page,
  disk: { ...page.disk, isPausing: true, refusals: page.disk.refusals + 1 },
})

const offeringAgain = (page: PageState): PageState => ({
  ...page,
  disk: { ...page.disk, isPausing: false, round: page.disk.round + 1 },
})

function withKeeping(page: PageState, events: readonly AnswerEvent[], keeping: 'kept' | 'refused'): PageState {
  const { exam } = page
  if (exam.phase !== 'answering') return page
  const answers = events.reduce((next, event) => noteKeeping(next, event, keeping), exam.answers)
  return answers === exam.answers ? page : { ...page, exam: { ...exam, answers } }
}

/** A refusal under an earlier lease of this page means nothing: the answer is written under the present one anyway. */
function afterRefusedAppend(
  page: PageState,
  { event, lease, because }: Extract<PageEvent, { type: 'append-refused' }>,
  at: DeviceTime,
): PageState {
  if (lease !== leaseOf(page.leaseState)) return page
  switch (because) {
    case 'taken-over':
      // This page's own reading raised the lease, and offers the answer again when it ends. Otherwise another tab writes now.
      return page.search.at === 'reading' ? page : onLeaseEvent(page, { type: 'lease-lost', because: 'taken-over' }, at)
    case 'not-the-writer':
      return page
    case 'missing':
      return missing(pausing(withKeeping(page, [event], 'refused')))
    case 'failed':
      return pausing(withKeeping(page, [event], 'refused'))
  }
}

/** If the disk now has a pause that the server lacks, the page sends it. */
function afterWrittenRow(page: PageState, rowOnDisk: AttemptRow): PageState {
  const next = { ...page, rowOnDisk }
  return (rowOnDisk.frame?.pauses?.untold.length ?? 0) > 0 ? wakeSave(next) : next
}

/** The next change, or the end of the pause, writes the difference. A running pause is not restarted: answers wait for it. */
function afterRefusedRow(page: PageState): PageState {
  const refused = { ...page, disk: { ...page.disk, rowRefused: page.rowVersion } }
  return page.disk.isPausing ? refused : pausing(refused)
}

function afterPutBack(page: PageState, { row, lease, events }: Extract<PageEvent, { type: 'put-back' }>): PageState {
  const leaseState = leaseAfter(page.leaseState, { type: 'persisted', lease })
  const there = { ...page, leaseState, rowOnDisk: row, disk: { ...page.disk, isMissing: false } }
  return withKeeping(there, events, 'kept')
}

/** A broken storage is asked again after the pause, as for any refused answer. It would refuse an immediate try too. */
function afterFailedPutBack(
  page: PageState,
  { isGone, events }: Extract<PageEvent, { type: 'put-back-failed' }>,
): PageState {
  if (isGone && page.isWriter) return pausing(withKeeping(page, events, 'refused'))
  const { exam } = page
  const isWaiting = exam.phase === 'answering' && unpersistedEvents(exam.answers).length > 0
  const there = { ...page, disk: { ...page.disk, isMissing: false } }
  return isWaiting && page.isWriter ? pausing(there) : there
}

function afterPaperNotKept(page: PageState, at: DeviceTime): PageState {
  const next = onLeaseEvent(page, { type: 'persist-failed' }, at)
  return afterExamEvent(
    next,
    { type: next.leaseState.lease.kind === 'memory-only' ? 'paper-stored' : 'storage-failed' },
    at,
  )
}

function wantKept(page: PageState, heard: Heard): PageState {
  const { row, leaseState, toKeep, keeps } = page
  if (row === null || leaseOf(leaseState) === null) return page
  return { ...page, keeps: keeps + 1, toKeep: [...toKeep, { number: keeps + 1, draftId: row.draftId, heard }] }
}

// ── The submission ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** The disk comes first, then the server: the page sends what the disk did not take, until the disk takes it. */
function afterRefusedSubmission(page: PageState, because: 'not-the-writer' | 'failed', at: DeviceTime): PageState {
  const next = afterExamEvent(page, { type: 'submission-not-kept' }, at)
  if (because === 'failed') return sendFromHere(next)
  // A tab that froze with the writing took the lease when it woke. This page takes it back.
  return leaseOf(page.leaseState) === null ? pauseRounds(next) : wantReading(pauseRounds(next), { isRepeated: true })
}

function afterTriedSubmission(page: PageState, row: SubmissionRow, at: DeviceTime): PageState {
  const known = withSubmission(page, { onPage: row })
  // The page continues with another attempt, which this submission does not end.
  if (page.row?.draftId !== row.draftId) return pauseRounds(known)
  const event = settlement(row, { isInMemory: true })
  const shown = withShown(known, triesOf(row))
  return afterTry(event === null ? shown : afterExamEvent(shown, event, at), row, at)
}

function noteSubmission(page: PageState, row: SubmissionRow, at: DeviceTime): PageState {
  const event = settlement(row, { graded: page.submission.look.graded })
  const known = noteSubmissionRow(page, row)
  return event === null ? known : afterExamEvent(known, event, at)
}

/** Another tab, the worker or this window's own delivery has written, tried or settled a submission. */
function afterChangedSubmission(
  page: PageState,
  { draftId, unwritten, row, graded }: Extract<PageEvent, { type: 'submission-changed' }>,
  at: DeviceTime,
): PageState {
  const { exam } = page
  if (draftId !== page.row?.draftId) return page
  // Another tab submitted while this one only looked on: the page reads where the exam is.
  if (exam.phase === 'answering') return wantReading(page, { isRepeated: true })
  // The refused submission is being sent once more.
  if (exam.phase === 'failed' && exam.failure.kind === 'needs-attention') return wantReading(page)
  // A row that the disk did not take is newer than the row that it has.
  const known = unwritten ?? row
  const asked = lookUp(page, graded)
  return known === undefined ? asked : noteSubmission(asked, known, at)
}

// ── The server ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function openingUnanswered({ row, exam, openedAt }: PageState, { wall }: DeviceTime): OpeningUnanswered {
  // No clock starts before the exam was asked for by this key.
  const byItself = (row?.createdAt ?? openedAt) + startAfterDeliverySeconds * 1_000
  const isAhead = exam.phase === 'opening' && exam.startKey !== null && byItself > wall
  return { since: openedAt, clockFrom: isAhead ? byItself : null }
}

/** Requests the call that begins the server's clock, or makes this device the writer there. */
function wantCall(page: PageState, isTakeOver: boolean): PageState {
  const next = withShown(page, { isTakeOverUnanswered: false })
  return { ...next, calls: page.calls + 1, call: { number: page.calls + 1, takeOver: isTakeOver } }
}

function afterCall(page: PageState, reply: Reply<SavedReply>, at: DeviceTime): PageState {
  const isTakeOver = page.call?.takeOver === true
  const reached = reply.kind === 'answered' || reply.kind === 'refused'
  const next = withShown({ ...page, call: null }, { reached, isTakeOverUnanswered: isTakeOver && isPassing(reply) })
  if (reply.kind === 'answered') return hearSaved(next, isTakeOver ? 'taken-over' : 'begun', reply.body, [], at)
  return reply.kind === 'refused' ? afterRefusedSave(next, reply, at) : beginUnanswered(next, at)
}

function beginUnanswered(page: PageState, at: DeviceTime): PageState {
  return afterExamEvent(page, { type: 'begin-unanswered', now: readClock(page.clock, at).now }, at)
}

function hearSaved(
  page: PageState,
  type: 'begun' | 'taken-over' | 'answers-saved',
  reply: SavedReply,
  sent: readonly AnswerEvent[],
  at: DeviceTime,
  broughtPauses: readonly NotedPause[] = [],
): PageState {
  const { exam } = page
  const timed = hearServerTime(page, readInstant(reply.server_time), at)
  const noted = wantKept(timed, { marks: reply.marks, sent, events: reply.holding ?? [] })
  const isTakenByAnother = exam.phase === 'answering' && reply.epoch > exam.answers.epoch
  const next = afterExamEvent(
    noted,
    { type, update: { ...reply, sent, broughtPauses: reply.pauses == null ? [] : broughtPauses } },
    at,
  )
  if (next.exam.phase !== 'answering') return next
  const isNews = type === 'taken-over' || isTakenByAnother || unseenRemote(next.exam.answers).length > 0
  return isNews ? wantRemote(next) : next
}

function hearServerTime(page: PageState, serverTime: number | null, at: DeviceTime): PageState {
  if (serverTime === null) return page
  const clock = anchorAt(serverTime, at)
  const isMoved = Math.abs(offsetOf(clock) - offsetOf(page.clock)) > offsetMattersMs
  const next = { ...page, clock }
  return isMoved && page.isWriter ? withRow(next, { clockOffset: offsetOf(clock) }) : next
}

function setByOffset(page: PageState, offset: number, at: DeviceTime): PageState {
  return page.clock.confirmed ? page : { ...page, clock: anchorFromOffset(offset, at) }
}

/**
 * Requests the paper, which comes with all answers that hold. Marks name only the questions that were sent, and no values.
 * After a take-over by any device everything may have changed.
 */
function wantRemote(page: PageState): PageState {
  return { ...page, remote: { number: page.remote.number + 1, at: 'reading' } }
}

function afterReadingRemote(page: PageState, reply: Reply<ExamMeta>, at: DeviceTime): PageState {
  const rested: PageState = { ...page, remote: { ...page.remote, at: 'rest' } }
  const { exam } = page
  if (exam.phase !== 'answering') return rested
  if (reply.kind !== 'answered') {
    return isPassing(reply) ? { ...page, remote: { ...page.remote, at: 'pausing' } } : rested
  }
  // Another attempt may have been begun since; its questions can have the same ids.
  if (reply.body.attempt?.id !== exam.paper.attemptInfo.attemptId) return rested
  const { events, contested, attempt } = reply.body
  const serverTime = readInstant(attempt?.server_time) ?? 0
  const shown = { type: 'server-events-shown' as const, events: events ?? [], contested: contested ?? [], serverTime }
  const next = afterExamEvent(rested, shown, at)
  const seen = 'answers' in next.exam ? seenEvents(next.exam.answers) : []
  return seen.length > 0 ? wantKept(next, { events: seen }) : next
}

/** The codes with which the server says that it does not count a pause. It has stored the answers of that call. */
const pauseRefusals = new Set(['pause_unavailable', 'exam_over', 'too_many_pauses', 'no_pause_left', 'pause_unknown'])

function afterRefusedDelivery(
  page: PageState,
  { refusal, pauses = [] }: Extract<PageEvent, { type: 'save-refused' }>,
  at: DeviceTime,
): PageState {
  if (pauses.length === 0 || !pauseRefusals.has(refusal.code)) return afterRefusedSave(page, refusal, at)
  const shown = withShown(page, { pauseRefused: refusal.message })
  // The next call brings no pause, and its reply has the deadlines.
  return wakeSave(afterExamEvent(shown, { type: 'pauses-refused', pauses }, at))
}

/** A pause begins or ends here. The page reports it to the server immediately. */
function afterPausing(
  page: PageState,
  event: Extract<AttemptEvent, { type: 'pause-chosen' | 'pause-ended' }>,
  at: DeviceTime,
): PageState {
  const next = afterExamEvent(withShown(page, { pauseRefused: '' }), event, at)
  return next.exam === page.exam ? page : wakeSave(next)
}

/** A ticket ends long after its exam. A person who comes back later is led to the outcome. */
function afterRefusedSave(page: PageState, refusal: Refusal, at: DeviceTime): PageState {
  // A training's ticket never ends, and asking whether it is over would open another one.
  const mayBeOver = refusal.code === 'ticket_invalid' && page.mode === 'exam'
  if (mayBeOver && page.isWriter && page.doubtedEnd === null)
    return { ...page, doubtedEnd: { refusal, number: 1, isPausing: false } }
  return afterExamEvent(page, { type: 'attempt-refused', refusal }, at)
}

/**
 * Acts on the refusal of the save immediately. If the reply does not tell whether the attempt is over, the page asks again,
 * because unsent answers wait for that. No reply can tell while another device's next exam is built, or nobody answers.
 */
function afterAskingIfOver(page: PageState, reply: Reply<ExamMeta>, at: DeviceTime): PageState {
  const { doubtedEnd } = page
  if (doubtedEnd === null) return page
  const timed = hearServerTime({ ...page, doubtedEnd: null }, instantOf(reply), at)
  const over = overBy(reply, attemptIdOf(page.exam))
  const next = over === null ? withTicket(timed, reply) : afterExamEvent(timed, over, at)
  const refused = afterExamEvent(next, { type: 'attempt-refused', refusal: doubtedEnd.refusal }, at)
  const isOpen = reply.kind === 'answered' && reply.body.attempt != null
  const isKnown = over !== null || isOpen
  return isKnown || refused.exam.phase !== 'answering'
    ? refused
    : { ...refused, doubtedEnd: { ...doubtedEnd, isPausing: true } }
}

/** Takes the new ticket of an open attempt. The old one ended when the owner signed out everywhere or took a new password. */
function withTicket(page: PageState, reply: Reply<ExamMeta>): PageState {
  const { exam } = page
  const ticket = reply.kind === 'answered' ? reply.body.attempt?.ticket : null
  if (ticket == null || !('paper' in exam) || exam.paper.attemptInfo.ticket === ticket) return page
  const attemptInfo = { ...exam.paper.attemptInfo, ticket }
  return withRow({ ...page, exam: { ...exam, paper: { ...exam.paper, attemptInfo } } }, { frame: attemptInfo })
}

function askAgainIfOver(page: PageState): PageState {
  const { doubtedEnd } = page
  return doubtedEnd === null
    ? page
    : { ...page, doubtedEnd: { ...doubtedEnd, number: doubtedEnd.number + 1, isPausing: false } }
}

const instantOf = (reply: Reply<ExamMeta>) =>
  reply.kind === 'answered' ? readInstant(reply.body.attempt?.server_time) : null

const attemptIdOf = (exam: AttemptState) => ('paper' in exam ? exam.paper.attemptInfo.attemptId : null)

// ── Time ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────

function wakeSave(page: PageState): PageState {
  return { ...page, save: { ...page.save, woken: page.save.woken + 1 } }
}

function afterTick(page: PageState, at: DeviceTime): PageState {
  const { now, trusted } = readClock(page.clock, at)
  const next = afterExamEvent(page, { type: 'clock-read', now, trusted }, at)
  if (trusted || Math.abs(at.steady - page.doubtedAt) < doubtEveryMs) return next
  // Only the server can say what time it is.
  return wakeSave({ ...next, doubtedAt: at.steady })
}
