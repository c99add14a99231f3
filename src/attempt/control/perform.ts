import type { AnswerEvent } from '#contract/question.ts'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import { onWake, requestDelivery } from '../../concurrency/wake.ts'
import type { Reply } from '../../http/reply.ts'
import { tryTimeoutMs } from '../../http/send.ts'
import { pendingEvents } from '../machine/answers.ts'
import { leaseOf } from '../machine/lease.ts'
import type { PageState, SaveRequests } from '../machine/page-state.ts'
import type { NotedPause } from '../machine/pauses.ts'
import { readClock } from '../machine/clock.ts'
import { hasUnsavedAnswers } from '../machine/resume.ts'
import { buildPollWait } from '../machine/transition.ts'
import type { Effect } from '../machine/wanted.ts'
import { onExamDbClosed } from '../replica/database.ts'
import { type Asker, beginHere, openAttempt, readEntries } from '../replica/open-attempt.ts'
import { createAutosave } from '../sync/autosave.ts'
import { isDue } from '../sync/back-off.ts'
import { announce, onSubmissionChange } from '../sync/channel.ts'
import { deliverAnswers, pauseOf } from '../sync/deliver-answers.ts'
import { deliverFromMemory } from '../sync/deliver-submission.ts'
import type { AttemptContext, Emit } from './context.ts'
import { append, keepSubmission, lookUpSubmission, putBack, storePaper, writeHeard, writeRow } from './disk.ts'
import { startOpening } from './opening-calls.ts'
import { startPoll } from './poll.ts'
import { holdWriterLock } from './writer-lock.ts'

/** Some browsers never finish a write that was begun while the page was being left. An ask waits no longer than this for it. */
const countTimeoutMs = 3_000
const tickMs = 1_000
const silence: Reply<never> = { kind: 'silence' }

export type Perform = (effect: Effect, emit: Emit, signal: AbortSignal) => Promise<void> | void

/** Carries out what the machine wants. Each effect reports its outcome in events, until it is aborted. */
export function performWith(context: AttemptContext): Perform {
  return (effect, emit, signal) => {
    switch (effect.do) {
      case 'hold-lock':
        return holdLock(context, emit, signal)
      case 'follow-others':
        return followOthers(emit, signal)
      case 'wait':
        return wait(effect.ms, () => emit(effect.event), signal)
      case 'limit-storage':
        return warnIfStorageSilent(context, effect.ms, emit, signal)
      case 'read':
        return effect.of === 'attempt' ? readAttempt(context, emit, signal) : readOnlyAnswers(context, emit, signal)
      case 'begin-attempt':
        return beginAttempt(context, effect, emit, signal)
      case 'open':
        return open(context, effect.startKey, emit, signal)
      case 'poll-build':
        return pollBuild(context, emit, signal)
      case 'fetch-paper':
        return fetchPaper(context, effect.cacheKey, emit)
      case 'store-paper':
        return storePaper(context, emit)
      case 'call':
        return call(context, effect.takeOver, emit)
      case 'save':
        return save(context, effect.ticket, emit, signal)
      case 'tick':
        return tick(emit, signal)
      case 'read-remote':
        return readRemote(context, emit)
      case 'ask-if-over':
        return askIfOver(context, emit)
      case 'append':
        return append(context, effect, emit)
      case 'put-back':
        return putBack(context, emit)
      case 'write-row':
        return writeRow(context, effect, emit)
      case 'keep-heard':
        return writeHeard(context, effect, emit)
      case 'keep-submission':
        return keepSubmission(context, effect.row, emit)
      case 'send-submission':
        return sendSubmission(context, effect, emit)
      case 'announce-submission':
        return announceSubmission(effect.draftId, emit)
      case 'read-submission':
        return lookUpSubmission(context, effect.draftId, emit)
      case 'follow-requests':
        return atEnd(
          signal,
          onWake(['asked'], () => emit({ type: 'delivery-requested' })),
        )
      case 'request-delivery':
        return requestDelivery()
    }
  }
}

function atEnd(signal: AbortSignal, ...ends: (() => void)[]): void {
  for (const end of ends) signal.addEventListener('abort', end)
}

function wait(ms: number, then: () => void, signal: AbortSignal): void {
  const timer = setTimeout(then, ms)
  atEnd(signal, () => clearTimeout(timer))
}

function warnIfStorageSilent({ ports: { report } }: AttemptContext, ms: number, emit: Emit, signal: AbortSignal): void {
  const say = () => {
    emit({ type: 'storage-unanswered' })
    report(new Error('The storage of this browser does not answer'))
  }
  wait(ms, say, signal)
}

function tick(emit: Emit, signal: AbortSignal): void {
  const timer = setInterval(() => emit({ type: 'ticked' }), tickMs)
  atEnd(signal, () => clearInterval(timer))
}

function holdLock({ ports, page, onChange }: AttemptContext, emit: Emit, signal: AbortSignal): void {
  const { locks, mode, ownerId, purchaseId } = ports
  let { takeOvers } = page()
  const lock = holdWriterLock(locks, `${mode}-writer:${ownerId}:${purchaseId}`, (mayWrite) =>
    emit({ type: 'lock-changed', mayWrite }),
  )
  const stopLooking = onChange(() => {
    if (page().takeOvers === takeOvers) return
    takeOvers = page().takeOvers
    lock.takeOver()
  })
  atEnd(signal, stopLooking, lock.release)
}

/** Hears what others do with the submission, and that the storage was closed under the page. */
function followOthers(emit: Emit, signal: AbortSignal): void {
  const stopFollowing = onSubmissionChange((change) => emit({ ...change, type: 'submission-changed' }))
  const stopWatching = onExamDbClosed(() => emit({ type: 'storage-closed' }))
  atEnd(signal, stopFollowing, stopWatching)
}

function askerOf({ ports, page }: AttemptContext, signal: AbortSignal): Asker {
  const { row, leaseState } = page()
  return { ...ports, row, leaseState, signal, now: () => ports.readDevice().wall }
}

async function readAttempt(context: AttemptContext, emit: Emit, signal: AbortSignal): Promise<void> {
  const { isWriter: mayWrite, exam, search } = context.page()
  // The page takes this event even after the effect has ended, unless another search has begun.
  const onLate = () => context.emit({ type: 'found-late', search: search.number })
  try {
    const opened = await openAttempt({
      ...askerOf(context, signal),
      mayWrite,
      hasUnsavedAnswers: hasUnsavedAnswers(exam),
      onLate,
    })
    emit({ type: 'attempt-read', opened })
  } catch (error) {
    emit({ type: 'reading-failed' })
    context.ports.report(error)
  }
}

async function readOnlyAnswers(context: AttemptContext, emit: Emit, signal: AbortSignal): Promise<void> {
  const entries = await readEntries(askerOf(context, signal))
  emit({ type: 'answers-read', entries })
}

async function beginAttempt(
  context: AttemptContext,
  start: { readonly draftId: string; readonly startKey: string | null },
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  try {
    const begun = await beginHere({ ...askerOf(context, signal), deviceName: context.page().deviceName }, start)
    emit(begun === null ? { type: 'begun-elsewhere' } : { type: 'attempt-begun', ...begun })
  } catch (error) {
    emit({ type: 'beginning-failed' })
    context.ports.report(error)
  }
}

function open({ ports, onWake }: AttemptContext, startKey: string | null, emit: Emit, signal: AbortSignal): void {
  const opening = startOpening({
    ask: (timeoutMs) => replyTo(() => ports.calls.open(ports.purchaseId, startKey, timeoutMs), ports.report),
    onReply: (reply) => emit({ type: 'open-replied', reply }),
    onUnanswered: () => emit({ type: 'opening-unanswered' }),
    random: ports.random,
    now: () => ports.readDevice().wall,
  })
  atEnd(signal, opening.stop, onWake(opening.wake))
}

/** A call that throws (no storage for the session, a missing function) counts as unanswered, and so is made again. */
async function replyTo<Body>(call: () => Promise<Reply<Body>>, report: (error: unknown) => void): Promise<Reply<Body>> {
  try {
    return await call()
  } catch (error) {
    report(error)
    return silence
  }
}

function pollBuild(context: AttemptContext, emit: Emit, signal: AbortSignal): void {
  const { ports, page, onWake } = context
  const poll = startPoll({
    client: ports.queryClient,
    queryKey: ['exam-build', ports.purchaseId, page().row?.draftId ?? null],
    wait: () => buildPollWait(page().exam),
    ask: async () => {
      emit({ type: 'build-asked' })
      await context.until(isCountKept, countTimeoutMs)
      return ports.calls.buildStatus(ports.purchaseId)
    },
    onReply: (reply) => emit({ type: 'build-replied', reply }),
    onError: ports.report,
    now: () => ports.readDevice().wall,
  })
  atEnd(signal, poll.stop, onWake(poll.wake))
}

/** Whether the next ask may be sent. Also true if the disk has just refused its count: the ask waits for no other write. */
const isCountKept = ({ leaseState, row, rowOnDisk, rowVersion, disk }: PageState) =>
  leaseOf(leaseState) === null || row?.buildAsked === rowOnDisk?.buildAsked || disk.rowRefused === rowVersion

async function fetchPaper({ ports }: AttemptContext, cacheKey: string, emit: Emit): Promise<void> {
  const reply = await replyTo(() => ports.calls.fetchPaper(ports.purchaseId, cacheKey), ports.report)
  emit({ type: 'paper-replied', reply })
}

/** Starts the server's clock, or makes this device the one that writes. */
async function call({ ports, page }: AttemptContext, takeOver: boolean, emit: Emit): Promise<void> {
  const { exam } = page()
  const ticket = 'paper' in exam ? exam.paper.attemptInfo.ticket : null
  if (ticket === null) return
  const { purchaseId, send } = ports
  emit({
    type: 'call-answered',
    reply: await replyTo(
      () => deliverAnswers(send, { purchaseId, ticket, events: [], begin: !takeOver, takeOver }),
      ports.report,
    ),
  })
}

/** Saves changes on the server while the exam is open here. The machine asks for it by counters (`SaveRequests`). */
function save({ ports, page, onChange }: AttemptContext, ticket: string, emit: Emit, signal: AbortSignal): void {
  const { purchaseId, send } = ports
  /** The pauses that a call has brought, by the list of its answers. */
  const pausesOf = new WeakMap<readonly AnswerEvent[], readonly NotedPause[]>()
  const autosave = createAutosave({
    pending: () => {
      const { exam, isWriter } = page()
      return exam.phase === 'answering' && isWriter ? pendingEvents(exam.answers) : []
    },
    deliver: (events, isPart) => {
      const { exam } = page()
      const begun = exam.phase !== 'answering' || exam.paper.attemptInfo.begun
      const untold = untoldIn(page())
      pausesOf.set(events, untold)
      const pauses = { noted: untold, now: readClock(page().clock, ports.readDevice()).now }
      const delivery = { purchaseId, ticket, events, begin: !begun, isPart, pauses }
      return replyTo(() => deliverAnswers(send, delivery), ports.report)
    },
    onSaved: (reply, sent) => emit({ type: 'saved', reply, sent, pauses: pausesOf.get(sent) ?? [] }),
    onRefused: (refusal, sent) => emit({ type: 'save-refused', refusal, pauses: pausesOf.get(sent) ?? [] }),
    onReach: (reached) => emit({ type: 'reached', reached }),
    pause: () => pauseOf(ticket),
    onNextTry: (at, pauseUntil) => emit({ type: 'next-try-planned', at, pauseUntil }),
    now: () => ports.readDevice().wall,
    random: ports.random,
    hidden: ports.hidden,
  })
  let seen: SaveRequests = page().save
  const stopLooking = onChange(() => {
    const before = seen
    seen = page().save
    const { changed, woken, asked } = seen
    if (changed > before.changed) autosave.changed()
    if (woken > before.woken) autosave.wake()
    if (asked > before.asked) void autosave.ask().then(() => emit({ type: 'ask-ended', asked }))
  })
  autosave.wake()
  atEnd(signal, stopLooking, autosave.stop)
}

/**
 * The pauses that the next call brings. The beginning of a pause must be on the disk first: a page opened later without a
 * network would not know of it, and its exam would run while the server's clock is stopped. The end of a pause goes immediately.
 */
function untoldIn({ exam, isWriter, rowOnDisk, leaseState }: PageState): readonly NotedPause[] {
  if (exam.phase !== 'answering' || !isWriter) return []
  const onDisk = rowOnDisk?.frame?.pauses
  const isKept = ({ name, isKnown }: NotedPause) =>
    isKnown === true || leaseState.lease.kind === 'memory-only' || onDisk?.untold.some((one) => one.name === name)
  return (exam.paper.attemptInfo.pauses?.untold ?? []).filter(isKept)
}

async function readRemote({ ports }: AttemptContext, emit: Emit): Promise<void> {
  const reply = await replyTo(() => ports.calls.open(ports.purchaseId, null, tryTimeoutMs), ports.report)
  emit({ type: 'remote-read', reply })
}

async function askIfOver({ ports }: AttemptContext, emit: Emit): Promise<void> {
  const asked = withTimeout(ports.calls.open(ports.purchaseId, null, tryTimeoutMs), tryTimeoutMs)
  emit({ type: 'end-asked', reply: await asked.catch(() => silence) })
}

/** Makes one try to send a submission that no storage has, if a try is due. */
async function sendSubmission(
  { ports }: AttemptContext,
  { row, isWoken }: Extract<Effect, { do: 'send-submission' }>,
  emit: Emit,
): Promise<void> {
  const now = () => ports.readDevice().wall
  const mayTry = isDue(row, now(), isWoken)
  const sender = { ...ports, now, ownerId: () => ports.ownerId }
  emit({ type: 'submission-tried', row: mayTry ? await deliverFromMemory(row, sender) : row })
}

/** Announces a submission that the disk has. This window, another window or the worker sends it, whichever comes first. */
function announceSubmission(draftId: string, emit: Emit): void {
  announce({ draftId, change: 'enqueued' })
  emit({ type: 'submission-announced' })
}
