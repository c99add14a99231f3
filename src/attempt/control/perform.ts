import { withTimeout } from '../../concurrency/with-timeout.ts'
import { requestDelivery } from '../../http/delivery-request.ts'
import type { ExamMeta } from '#contract/exam.ts'
import type { Reply } from '../../http/reply.ts'
import { tryLimit } from '../../http/send.ts'
import { pendingEvents } from '../machine/answers.ts'
import { leaseOf } from '../machine/lease.ts'
import type { PageState, PushRequests } from '../machine/page-state.ts'
import { holdsAnswers } from '../machine/resume.ts'
import { nextEffect } from '../machine/transition.ts'
import type { Effect } from '../machine/wanted.ts'
import { onExamDbClosed } from '../replica/database.ts'
import { type Asker, beginHere, openAttempt, readAnswers } from '../replica/open-attempt.ts'
import { createAutosave } from '../sync/autosave.ts'
import { onSubmissionChange } from '../sync/channel.ts'
import { deliverAnswers, pauseOf } from '../sync/deliver-answers.ts'
import type { AttemptContext, Emit } from './context.ts'
import { append, putBack, storePaper, writeHeard, writeRow } from './disk.ts'
import { startOpening } from './opening-calls.ts'
import { startPoll } from './poll.ts'
import type { SubmissionControl } from './submission.ts'
import { holdWriterLock } from './writer-lock.ts'

/** Some browsers never finish a write that was begun while the page was being left: no ask waits longer for it. Milliseconds. */
const countTimeoutMs = 3_000
/** How often an open exam looks at the clock. Milliseconds. */
const tickMs = 1_000
const silence: Reply<never> = { kind: 'silence' }

export type Perform = (effect: Effect, emit: Emit, signal: AbortSignal) => Promise<void> | void

/** What the machine wants, carried out on the world: each effect says in events what came of it, until it is aborted. */
export function performWith(context: AttemptContext, submission: SubmissionControl): Perform {
  return (effect, emit, signal) => {
    switch (effect.do) {
      case 'hold-lock':
        return holdLock(context, emit, signal)
      case 'follow-others':
        return followOthers(context, submission, emit, signal)
      case 'wait':
        return wait(effect.ms, () => emit(effect.then), signal)
      case 'limit-storage':
        return limitStorage(context, effect.ms, emit, signal)
      case 'read':
        return effect.of === 'attempt' ? readAttempt(context, emit) : readOnlyAnswers(context, emit)
      case 'begin-attempt':
        return beginAttempt(context, effect, emit)
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
      case 'enqueue-submission':
        submission.enqueue()
        return atEnd(signal, submission.stop)
      case 'deliver':
        submission.deliver()
        return atEnd(signal, submission.stop)
      case 'request-delivery':
        return requestDelivery()
    }
  }
}

/** Calls these when the effect is let go of. */
function atEnd(signal: AbortSignal, ...ends: (() => void)[]): void {
  for (const end of ends) signal.addEventListener('abort', end)
}

function wait(ms: number, then: () => void, signal: AbortSignal): void {
  const timer = setTimeout(then, ms)
  atEnd(signal, () => clearTimeout(timer))
}

function limitStorage({ ports: { report } }: AttemptContext, ms: number, emit: Emit, signal: AbortSignal): void {
  const say = () => {
    report(new Error('The storage of this browser does not answer'))
    emit({ type: 'storage-unanswered' })
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

/** What became of the submission in other hands, and that the storage was closed under the page. */
function followOthers(context: AttemptContext, submission: SubmissionControl, emit: Emit, signal: AbortSignal): void {
  const { page, ports } = context
  const follow = (change?: Parameters<SubmissionControl['follow']>[0]) =>
    void submission.follow(change).catch(ports.report)
  const stopFollowing = onSubmissionChange((change) => {
    const { exam, row } = page()
    if (change.draftId !== row?.draftId) return
    // Submitted by another tab while this one only looked on: read anew where the exam is.
    if (exam.phase === 'answering') emit({ type: 'overtaken' })
    // What was refused is being sent once more.
    else if (exam.phase === 'failed' && exam.failure.kind === 'needs-attention') emit({ type: 'sent-again' })
    else follow(change)
  })
  // The browser's storage may have been emptied.
  const stopWatching = onExamDbClosed(() => {
    const { exam, isWriter } = page()
    if (isWriter && exam.phase === 'submitting' && exam.enqueued) follow()
    else emit({ type: 'disk-said', said: { type: 'row-missing' } })
  })
  atEnd(signal, stopFollowing, stopWatching)
}

function askerOf({ ports, page }: AttemptContext): Asker {
  const { row, hold } = page()
  return { ...ports, row, hold, now: () => ports.readDevice().wall }
}

async function readAttempt(context: AttemptContext, emit: Emit): Promise<void> {
  const { isWriter: mayWrite, exam, way } = context.page()
  // Heard also when this has ended, as long as nothing else was begun since.
  const onLate = () => context.emit({ type: 'found-late', way: way.number })
  try {
    const opened = await openAttempt({ ...askerOf(context), mayWrite, holds: holdsAnswers(exam), onLate })
    emit({ type: 'attempt-read', opened })
  } catch (error) {
    context.ports.report(error)
    emit({ type: 'reading-failed' })
  }
}

async function readOnlyAnswers(context: AttemptContext, emit: Emit): Promise<void> {
  const entries = await readAnswers(askerOf(context))
  emit({ type: 'answers-read', entries })
}

async function beginAttempt(
  context: AttemptContext,
  start: { readonly draftId: string; readonly startKey: string | null },
  emit: Emit,
): Promise<void> {
  try {
    const begun = await beginHere({ ...askerOf(context), deviceName: context.page().deviceName }, start)
    emit(begun === null ? { type: 'begun-beside' } : { type: 'attempt-begun', ...begun })
  } catch (error) {
    context.ports.report(error)
    emit({ type: 'beginning-failed' })
  }
}

function open({ ports, onWake }: AttemptContext, startKey: string | null, emit: Emit, signal: AbortSignal): void {
  const opening = startOpening({
    ask: (timeoutMs) => replyTo(() => ports.calls.open(ports.purchaseId, startKey, timeoutMs), ports.report),
    onReply: (reply) => emit({ type: 'open-replied', reply }),
    onUnanswered: () => emit({ type: 'opening-unanswered' }),
    random: ports.random,
  })
  atEnd(signal, opening.stop, onWake(opening.wake))
}

/** A call that came to no reply at all (a session that no storage takes) is one that nobody answered. */
async function replyTo(
  call: () => Promise<Reply<ExamMeta>>,
  report: (error: unknown) => void,
): Promise<Reply<ExamMeta>> {
  try {
    return await call()
  } catch (error) {
    report(error)
    return silence
  }
}

/** Asks how far the building of the paper is. */
function pollBuild(context: AttemptContext, emit: Emit, signal: AbortSignal): void {
  const { ports, page, onWake } = context
  const poll = startPoll({
    client: ports.queryClient,
    queryKey: ['exam-build', ports.purchaseId, page().row?.draftId ?? null],
    wait: () => {
      const effect = nextEffect(page().exam)
      return effect?.type === 'ask-build-status' ? effect.wait : false
    },
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

const isCountKept = ({ hold, row, rowOnDisk }: PageState) =>
  leaseOf(hold) === null || row?.buildAsked === rowOnDisk?.buildAsked

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
    reply: await deliverAnswers(send, { purchaseId, ticket, events: [], begin: !takeOver, takeOver }),
  })
}

/** Saves on the server what changes, as long as the exam is open here. */
function save({ ports, page, onChange }: AttemptContext, ticket: string, emit: Emit, signal: AbortSignal): void {
  const { purchaseId, send } = ports
  const autosave = createAutosave({
    pending: () => {
      const { exam, isWriter } = page()
      return exam.phase === 'answering' && isWriter ? pendingEvents(exam.answers) : []
    },
    deliver: (events) => {
      const { exam } = page()
      const begun = exam.phase !== 'answering' || exam.paper.attemptInfo.begun
      return deliverAnswers(send, { purchaseId, ticket, events, begin: !begun })
    },
    onSaved: (reply, sent) => emit({ type: 'saved', reply, sent }),
    onRefused: (refusal) => emit({ type: 'save-refused', refusal }),
    onReach: (reached) => emit({ type: 'reached', reached }),
    pause: () => pauseOf(ticket),
    onNextTry: (at, heldUntil) => emit({ type: 'next-try-planned', at, heldUntil }),
    now: () => ports.readDevice().wall,
    random: ports.random,
    hidden: ports.hidden,
  })
  let seen: PushRequests = page().push
  const stopLooking = onChange(() => {
    const before = seen
    seen = page().push
    const { changed, woken, asked } = seen
    if (changed > before.changed) autosave.changed()
    if (woken > before.woken) autosave.wake()
    if (asked > before.asked) void autosave.ask().then(() => emit({ type: 'others-told', asked }))
  })
  autosave.wake()
  atEnd(signal, stopLooking, autosave.stop)
}

async function readRemote({ ports }: AttemptContext, emit: Emit): Promise<void> {
  const reply = await replyTo(() => ports.calls.open(ports.purchaseId, null, tryLimit), ports.report)
  emit({ type: 'remote-read', reply })
}

async function askIfOver({ ports }: AttemptContext, emit: Emit): Promise<void> {
  const asked = withTimeout(ports.calls.open(ports.purchaseId, null, tryLimit), tryLimit)
  emit({ type: 'end-asked', reply: await asked.catch(() => silence) })
}
