import type {
  Answering,
  AttemptEvent,
  AttemptState,
  Building,
  Device,
  Opening,
  Ready,
  SavedUpdate,
  Submitting,
} from './state.ts'
import { type AttemptFailure, buildTimeout, failureOf, remedyFor } from './failures.ts'
import type { ExamMeta, ExamStatus, SubmissionReply, SubmitReply } from '#contract/exam.ts'
import {
  giveAnswer,
  noteKeeping,
  openAnswers,
  pendingEvents,
  takeAck,
  takeContested,
  takeMarks,
  takeServerEvents,
  withEpoch,
} from './answers.ts'
import { type AttemptInfo, paperOf, readInstant, withUpdate } from './paper.ts'
import { acknowledge, beginPause, dropPauses, endPause, lapse } from './pauses.ts'
import { buildAsks, buildPollDelay, isForgiven } from './schedule.ts'
import { isMissingReply, isPageInPlace, isPassing, type Refusal, type Reply } from '../../http/reply.ts'
import { isWorking } from './acknowledged.ts'
import type { Result } from '#contract/result.ts'

/** A new exam: `startKey` is this click's key, stored before; null resumes what the server has open. */
export function initialState(startKey: string | null): AttemptState {
  return { phase: 'opening', startKey }
}

/** The next state. An event that means nothing in this phase (a late reply, a second click) returns the same object. */
export function transition(state: AttemptState, event: AttemptEvent, device: Device): AttemptState {
  switch (state.phase) {
    case 'opening':
      return openingAfter(state, event, device)
    case 'building':
      return buildingAfter(state, event, device)
    case 'ready':
      return readyAfter(state, event)
    case 'answering':
      return answeringAfter(state, event)
    case 'submitting':
      return submittingAfter(state, event)
    case 'failed':
    case 'finished':
    case 'no-open-attempt':
      return state
  }
}

/** Milliseconds until the next ask about the building; false if none follows. */
export function buildPollWait(state: AttemptState): number | false {
  return state.phase === 'building' && state.cacheKey === null ? buildPollDelay(state.asked + 1) : false
}

/** Whether this attempt can lead to nothing more, so that the next start makes another one. */
export function isGivenUp(state: AttemptState): boolean {
  if (state.phase === 'no-open-attempt') return true
  if (state.phase !== 'failed') return false
  const remedy = remedyFor(state.failure)
  return remedy === 'start-again' || remedy === 'leave'
}

const asksAhead: Building = { phase: 'building', asked: 0, cacheKey: null, progress: null }

/** Handles the reply to the first GET exam-meta: the paper, or a building to ask about from now on. */
function openingAfter(state: Opening, event: AttemptEvent, device: Device): AttemptState {
  if (event.type === 'storage-failed') return failed({ kind: 'storage' })
  if (event.type !== 'open-replied') return state
  const { reply } = event
  if (reply.kind === 'answered') return arrival(reply.body, device) ?? openedWithoutPaper(reply.body)
  if (reply.kind === 'refused' && (reply.code === 'no_open_attempt' || reply.code === 'already_graded')) {
    return { phase: 'no-open-attempt', resultUrl: reply.resultUrl }
  }
  return failed(failureOf(reply))
}

/** The statuses after which a paper will come. */
const buildingStatuses = new Set(['building_started', 'building', 'completed'])

function openedWithoutPaper(meta: ExamMeta): AttemptState {
  const { status, exam_cache_key: cacheKey = null } = meta
  if (status === 'error') return failed({ kind: 'build-failed', message: '' })
  // A captive portal may answer with its own JSON, status or not: no exam is built then, and perhaps nobody heard the start.
  const isBuilding = status == null ? cacheKey !== null || meta.attempt != null : buildingStatuses.has(status)
  if (!isBuilding) return failed({ kind: 'html' })
  return { ...asksAhead, cacheKey: status === 'completed' ? cacheKey : null }
}

function buildingAfter(state: Building, event: AttemptEvent, device: Device): AttemptState {
  switch (event.type) {
    case 'storage-failed':
      return failed({ kind: 'storage' })
    case 'build-asked':
      return { ...state, asked: state.asked + 1 }
    case 'build-replied':
      return afterBuildStatus(state, event.reply, device)
    case 'paper-replied':
      return afterFetch(state, event.reply, device)
    default:
      return state
  }
}

function afterBuildStatus(before: Building, reply: Reply<ExamStatus>, device: Device): AttemptState {
  const state = withPage(before, reply)
  if (isMissingReply(reply) || isPassing(reply)) return goOnBuilding(state)
  if (reply.kind !== 'answered') {
    // A refusal without a code may be a gateway's, and say nothing of the exam.
    const isDoubted = reply.kind === 'refused' && reply.code === '' && isForgiven(state.asked)
    return isDoubted ? goOnBuilding(state) : failed({ kind: 'build-failed', message: messageOf(reply) })
  }
  const status = reply.body
  const here = arrival(status, device)
  if (here !== null) return here
  switch (status.status) {
    case 'error':
      return failed({ kind: 'build-failed', message: status.message ?? '' })
    case 'expired':
      return isForgiven(state.asked) ? goOnBuilding(state) : failed({ kind: 'build-expired' })
    case 'completed':
      return status.exam_cache_key == null ? goOnBuilding(state) : { ...state, cacheKey: status.exam_cache_key }
    default:
      return goOnBuilding({ ...state, progress: status.progress ?? state.progress })
  }
}

/** Asks again about a paper that was announced and did not come, within the same number of asks. */
function afterFetch(before: Building, reply: Reply<ExamMeta>, device: Device): AttemptState {
  const state = withPage(before, reply)
  if (reply.kind === 'answered') return arrival(reply.body, device) ?? goOnBuilding({ ...state, cacheKey: null })
  if (isMissingReply(reply) || isPassing(reply)) return goOnBuilding({ ...state, cacheKey: null })
  return failed(failureOf(reply))
}

function goOnBuilding(state: Building): AttemptState {
  return state.asked >= buildAsks ? failed(buildTimeout) : state
}

function arrival(meta: ExamMeta | ExamStatus, { deviceId }: Device): AttemptState | null {
  const paper = paperOf(meta)
  if (paper === null) return null
  const { events, contested, attempt } = 'events' in meta ? meta : { events: [], contested: [], attempt: null }
  const seen = takeServerEvents(openAnswers(deviceId, paper.attemptInfo.epoch), events ?? [])
  const serverTime = readInstant(attempt?.server_time) ?? 0
  return { phase: 'ready', paper, answers: takeContested(seen, contested ?? [], serverTime), stored: false }
}

function messageOf(reply: Exclude<Reply<never>, { kind: 'answered' }>): string {
  return reply.kind === 'refused' ? reply.message : ''
}

/** The page stores the paper before the clock may start. If the clock runs already, there is nothing to begin. */
function readyAfter(state: Ready, event: AttemptEvent): AttemptState {
  switch (event.type) {
    case 'storage-failed':
      return { phase: 'failed', failure: { kind: 'storage' } }
    case 'paper-stored':
      return state.paper.attemptInfo.begun && !isForeignStart(state) ? answering(state) : { ...state, stored: true }
    case 'begun':
    case 'taken-over':
      return (
        submittedElsewhere(event.update) ??
        answering({
          ...state,
          paper: {
            ...state.paper,
            attemptInfo: heardBy({ ...state.paper.attemptInfo, epoch: event.update.epoch }, event.update),
          },
          answers: takeAck(withEpoch(state.answers, event.update.epoch), event.update),
        })
      )
    case 'begin-unanswered':
      return state.stored ? answering(startedBy(state, event.now)) : state
    case 'attempt-refused':
      return afterRefusal(event.refusal) ?? (state.stored ? answering(state) : state)
    case 'attempt-over':
      return { phase: 'no-open-attempt', resultUrl: event.resultUrl }
    default:
      return state
  }
}

/** Whether another device began the attempt. This one then takes it over before it shows a question. */
function isForeignStart({ paper }: Pick<Ready, 'paper'>): boolean {
  return paper.attemptInfo.begun && paper.attemptInfo.ticket !== null
}

/** Sets a deadline from this moment on, until the server names its own: at most two minutes too early. */
function startedBy(state: Ready, now: number): Ready {
  const { attemptInfo } = state.paper
  if (attemptInfo.deadlineAt !== null || attemptInfo.duration === null) return state
  return {
    ...state,
    paper: { ...state.paper, attemptInfo: { ...attemptInfo, deadlineAt: now + attemptInfo.duration } },
  }
}

/** The state of an attempt that another device closed, or the server at the end of its time; null if it is open. */
function submittedElsewhere({ state }: SavedUpdate): AttemptState | null {
  if (state === 'submitted') return inWork
  return state === 'graded' ? { phase: 'finished', result: null } : null
}

/** The state in which a refusal ends the attempt; null if the refusal concerns one delivery only. */
function afterRefusal({ code, message }: Refusal): AttemptState | null {
  if (code === 'already_graded') return { phase: 'finished', result: null }
  return code === 'exam_build_failed' ? { phase: 'failed', failure: { kind: 'refused', code, message } } : null
}

function answering({ paper, answers }: Ready): Answering {
  return { phase: 'answering', paper, answers, position: 0, flags: new Set(), writer: 'here' }
}

function answeringAfter(state: Answering, event: AttemptEvent): AttemptState {
  switch (event.type) {
    case 'answer-given':
      return mayWrite(state) && !isPaused(state) && hasQuestion(state, event.questionId)
        ? { ...state, answers: giveAnswer(state.answers, event.questionId, event.value) }
        : state
    case 'answer-kept':
      return { ...state, answers: noteKeeping(state.answers, event.event, 'kept') }
    case 'begun':
    case 'answers-saved':
      return submittedElsewhere(event.update) ?? afterUpdate(state, event.update)
    case 'attempt-refused':
      return afterRefusal(event.refusal) ?? state
    case 'attempt-over':
      return state.writer === 'other-tab' ? state : over(state, event.resultUrl)
    case 'server-events-shown':
      return {
        ...state,
        answers: takeContested(takeServerEvents(state.answers, event.events), event.contested, event.serverTime),
      }
    case 'taken-over':
      return submittedElsewhere(event.update) ?? takenOver(state, event.update)
    case 'question-visited':
      return isPaused(state) ? state : { ...state, position: within(event.position, state.paper.questions.length) }
    case 'flag-toggled':
      return isPaused(state) ? state : { ...state, flags: toggled(state.flags, event.questionId) }
    case 'writer-changed':
      return event.writer === state.writer ? state : { ...state, writer: event.writer }
    case 'clock-read':
      return isOver(state, event.now, event.trusted)
        ? closed(state, 'deadline')
        : // By an untrusted clock the exam would run here while the server still counts the pause.
          withInfo(state, event.trusted ? lapse(state.paper.attemptInfo, event.now) : state.paper.attemptInfo)
    case 'pause-chosen':
      return mayWrite(state)
        ? withInfo(
            state,
            beginPause(
              state.paper.attemptInfo,
              { name: event.name, cause: event.cause, deviceId: state.answers.deviceId },
              event.now,
            ),
          )
        : state
    case 'pause-ended':
      return mayWrite(state)
        ? withInfo(state, endPause(state.paper.attemptInfo, state.answers.deviceId, event.now))
        : state
    case 'pauses-refused':
      return withInfo(state, dropPauses(state.paper.attemptInfo, event.pauses))
    case 'submit-chosen':
      return mayWrite(state) ? closed(state, 'chosen') : state
    case 'already-graded':
      return { phase: 'finished', result: null }
    default:
      return state
  }
}

/** Whether a pause lasts: the paper is covered, nothing is answered, and the clock does not run. */
export const isPaused = ({ paper }: Answering): boolean => paper.attemptInfo.pauses?.current != null

function withInfo(state: Answering, attemptInfo: AttemptInfo): Answering {
  return attemptInfo === state.paper.attemptInfo ? state : { ...state, paper: { ...state.paper, attemptInfo } }
}

function mayWrite(state: Answering): boolean {
  return state.writer === 'here'
}

/** The deadline ends the exam only by a clock that can be trusted, and only in the tab that writes. */
function isOver(state: Answering, now: number, trusted: boolean): boolean {
  const { deadlineAt } = state.paper.attemptInfo
  return deadlineAt !== null && trusted && now >= deadlineAt && mayWrite(state)
}

const heardBy = (info: AttemptInfo, update: SavedUpdate) =>
  withUpdate(info, update, readInstant(update.server_time) ?? undefined)

/** Takes in a reply. An epoch above ours means that another device has taken the attempt over. */
function afterUpdate(state: Answering, update: SavedUpdate): Answering {
  return {
    ...state,
    paper: {
      ...state.paper,
      attemptInfo: heardBy(acknowledge(state.paper.attemptInfo, update.broughtPauses ?? []), update),
    },
    answers: takeAck(state.answers, update),
    writer: update.epoch > state.answers.epoch && state.writer === 'here' ? 'other-device' : state.writer,
  }
}

function takenOver(state: Answering, update: SavedUpdate): Answering {
  const attemptInfo = heardBy({ ...state.paper.attemptInfo, epoch: update.epoch }, update)
  return {
    ...state,
    paper: { ...state.paper, attemptInfo },
    answers: takeAck(withEpoch(state.answers, update.epoch), update),
    writer: 'here',
  }
}

function closed({ paper, answers }: Answering, because: Submitting['because']): Submitting {
  return { phase: 'submitting', paper, answers, because, enqueued: false }
}

/**
 * The server no longer has the attempt open. Unacknowledged answers go to it as a submission, whose key works after the
 * ticket's end too. The server grades nothing a second time, and keeps them beside the graded ones.
 */
function over(state: Answering, resultUrl: string | null): AttemptState {
  const isAllThere = pendingEvents(state.answers).length === 0
  return isAllThere ? { phase: 'no-open-attempt', resultUrl } : closed(state, 'deadline')
}

function hasQuestion(state: Answering, questionId: string): boolean {
  return state.paper.questions.some(({ id }) => id === questionId)
}

function within(position: number, count: number): number {
  return Math.min(Math.max(Math.trunc(position), 0), count - 1)
}

function toggled(flags: ReadonlySet<string>, questionId: string): ReadonlySet<string> {
  const next = new Set(flags)
  if (!next.delete(questionId)) next.add(questionId)
  return next
}

/** Only a reply of the server leaves this phase. Until then the submission waits, on the disk or on this page. */
function submittingAfter(state: Submitting, event: AttemptEvent): AttemptState {
  switch (event.type) {
    case 'submission-enqueued':
      return { ...state, enqueued: true, inMemory: undefined }
    case 'submission-not-kept':
      return state.inMemory === undefined ? { ...state, inMemory: { refusal: null } } : state
    case 'answers-saved':
      return { ...state, answers: takeMarks(state.answers, event.update.marks, event.update.sent) }
    case 'submission-accepted':
      return afterAcceptance(event.reply)
    case 'submission-refused':
      if (event.isInMemory === true) return { ...state, inMemory: { refusal: event.message } }
      return { phase: 'failed', failure: { kind: 'needs-attention', code: event.code, message: event.message } }
    case 'already-graded':
      return { phase: 'finished', result: event.result ?? null }
    default:
      return state
  }
}

/** The server has the work and grades it. The page of the result waits for that, and asks (S4.20). */
export const inWork: AttemptState = { phase: 'finished', result: null, isInWork: true }

/** Any status but that of work in progress is the final result (S4.20). */
function afterAcceptance(reply: SubmitReply): AttemptState {
  if (isWorking(reply)) return inWork
  return { phase: 'finished', result: isResult(reply) ? reply : null }
}

export function isResult(reply: SubmissionReply): reply is Result {
  return reply.status === 'completed' && 'attempt_id' in reply
}

/** Notes whether a page in place of JSON answers the asks. The screen says so while they continue. */
function withPage(state: Building, reply: Reply<unknown>): Building {
  const isPage = isPageInPlace(reply)
  return (state.isPage ?? false) === isPage ? state : { ...state, isPage }
}

function failed(failure: AttemptFailure): AttemptState {
  return { phase: 'failed', failure }
}
