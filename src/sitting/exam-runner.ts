import type { AnswerValue } from '#contract/question.ts'
import { onDeliveryNews } from '../delivery/news.ts'
import type { ExamEvent } from '../engine/exam-event.ts'
import type { ExamSession } from '../engine/exam-phase.ts'
import { startSession, transition } from '../engine/exam-session.ts'
import { remedyFor } from '../engine/failure.ts'
import { nextEffect } from '../engine/next-effect.ts'
import { resumeSession } from '../engine/resume-session.ts'
import { claimWriting, createDraft, findDraft, updateDraft } from '../storage/attempt-drafts.ts'
import { readDeviceId, writerName } from '../storage/device-id.ts'
import { onExamDbClosed } from '../storage/exam-db.ts'
import type { AttemptRow } from '../storage/exam-rows.ts'
import { createAnswerKeeper } from './answer-keeper.ts'
import type { ExamCore } from './exam-core.ts'
import { createExamEffects } from './exam-effects.ts'
import type { ExamPorts } from './exam-ports.ts'
import { createExamRestoring } from './exam-restoring.ts'
import { createExamSaving } from './exam-saving.ts'
import { createExamTime } from './exam-time.ts'
import type { ExamView } from './exam-view.ts'
import { loadKept } from './load-kept.ts'
import { holdWriterLock } from './writer-lock.ts'

export interface ExamRunner {
  readonly view: () => ExamView
  readonly subscribe: (listener: () => void) => () => void
  /** Milliseconds until the deadline by the server's clock; null when this exam has no clock. */
  readonly remaining: () => number | null
  /** A new attempt. `fresh` false asks for the one that the server has open. */
  readonly start: (fresh: boolean) => void
  readonly answer: (questionId: string, value: AnswerValue | null) => void
  readonly visit: (position: number) => void
  readonly toggleFlag: (questionId: string) => void
  readonly submit: () => void
  /** Goes on here: takes the writing over from another tab or another device. */
  readonly takeOver: () => void
  /** After a failure: what its remedy says. */
  readonly tryAgain: () => void
  /** The page came back into view, or the network came back. */
  readonly wake: () => void
  readonly stop: () => void
}

/** A storage that has not answered by then is broken, and the person is told so. Milliseconds. */
const storagePatience = 15_000

const atRest: ExamView = {
  stage: 'looking',
  session: startSession(null),
  attemptId: null,
  isWriter: false,
  reached: null,
  nextTryAt: null,
  heldUntil: 0,
  isUnkept: false,
  isUnanswered: false,
}

/**
 * Carries out what the engine asks for, and tells the engine what came of it. One loop: an event changes the session, the
 * session names the next effect, the effect brings events. Lives outside React and starts at once.
 */
export function createExamRunner(ports: ExamPorts): ExamRunner {
  const { mode, purchaseId, ownerId, report } = ports
  const listeners = new Set<() => void>()
  let view = atRest
  let device = ''
  /** The name that answers given here bear. */
  let deviceId = ''
  let draft: AttemptRow | null = null
  let isStopped = false
  let isStarting = false
  let resumption = 0

  const time = createExamTime(ports.readDevice, {
    onTick: (now, trusted) => dispatch({ type: 'clock-read', now, trusted }),
    onDoubt: () => saving.wake(),
    onOffset: (clockOffset) => keep({ clockOffset }),
  })
  const keeper = createAnswerKeeper({
    onKept: (event) => dispatch({ type: 'answer-kept', event }),
    onRefused: (event) => dispatch({ type: 'answer-not-kept', event }),
    onTakenOver: () => dispatch({ type: 'writer-changed', hand: 'other-tab' }),
    onGone: () => void core.restore().catch(report),
    report,
  })
  const core: ExamCore = {
    ports,
    time,
    keeper,
    view: () => view,
    show,
    dispatch,
    draftId: () => draft?.draftId ?? null,
    restore: () => restore(),
    isStopped: () => isStopped,
  }
  const restore = createExamRestoring(core, () => draft)
  const saving = createExamSaving(core)
  const effects = createExamEffects(core, saving)
  const stopNews = onDeliveryNews((news) => {
    if (news.draftId !== draft?.draftId) return
    // Handed in by another tab while this one only looked on: read anew where the exam is.
    const follow = view.session.phase === 'answering' ? resume() : effects.followSubmission()
    void follow.catch(report)
  })
  const stopWatching = onExamDbClosed(() => void effects.lookAfterStorage().catch(report))
  const lock = holdWriterLock(ports.locks, `${mode}-writer:${ownerId}:${purchaseId}`, (mayWrite) => {
    show({ isWriter: mayWrite })
    if (mayWrite || view.stage === 'looking') void resume().catch(cannotKeep)
    else {
      effects.drop()
      dispatch({ type: 'writer-changed', hand: 'other-tab' })
    }
  })

  // Should it answer after all, the exam is shown as it is kept.
  const patience = setTimeout(() => {
    if (view.stage === 'looking') cannotKeep(new Error('The storage of this browser does not answer'))
  }, storagePatience)

  function show(change: Partial<ExamView>): void {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }

  function cannotKeep(error: unknown): void {
    report(error)
    show({ stage: 'running', session: { phase: 'failed', failure: { kind: 'storage' } } })
  }

  /** Reads what this browser has kept and goes on from there; also when this tab becomes the one that writes. */
  async function resume(): Promise<void> {
    resumption += 1
    const own = resumption
    const isStale = () => isStopped || own !== resumption
    device = await readDeviceId(ports.newId)
    const found = await findDraft(ownerId, purchaseId, mode)
    if (isStale()) return
    draft = found
    // Gone under a page that was answering: another tab has brought the exam to its end.
    if (draft === null && view.session.phase === 'answering') return enter({ phase: 'finished', result: null })
    if (draft === null) return show({ stage: 'intro' })
    // Claimed before it is read: what the tab before still wrote is read here, and it writes nothing after that.
    if (view.isWriter) await becomeWriter(draft.draftId)
    const kept = await loadKept(draft, deviceId)
    if (isStale()) return
    time.setByOffset(draft.clockOffset)
    const session = resumeSession(kept)
    enter(asSeenHere(session))
  }

  async function becomeWriter(draftId: string): Promise<void> {
    const claim = await claimWriting(draftId)
    keeper.writeUnder(draftId, claim)
    deviceId = writerName(device, claim)
  }

  /** The start_key is on the disk before the server hears of it. A double click is one click: one key, one attempt. */
  async function start(fresh: boolean): Promise<void> {
    if (isStarting) return
    isStarting = true
    try {
      await startOnce(fresh)
    } finally {
      isStarting = false
    }
  }

  async function startOnce(fresh: boolean): Promise<void> {
    const startKey = fresh ? ports.newId() : null
    const draftId = ports.newId()
    const createdAt = ports.readDevice().wall
    draft = await createDraft({ draftId, ownerId, purchaseId, mode, startKey, createdAt })
    await becomeWriter(draftId)
    enter(startSession(startKey))
  }

  /** Puts the exam to a state that no event led to: a start, a resumption, another try. */
  function enter(session: ExamSession): void {
    effects.drop()
    show({ stage: 'running', session })
    afterChange(null, session)
  }

  /** A reply to a tab that has lost the writing meanwhile does not give it back. */
  function asSeenHere(session: ExamSession): ExamSession {
    const isOnlyLooking = session.phase === 'answering' && session.hand === 'here' && !view.isWriter
    return isOnlyLooking ? { ...session, hand: 'other-tab' } : session
  }

  function dispatch(event: ExamEvent): void {
    const before = view.session
    const after = asSeenHere(transition(before, event, { deviceId }))
    if (after === before || isStopped || view.stage !== 'running') return
    show({ session: after })
    afterChange(before, after)
  }

  function afterChange(before: ExamSession | null, after: ExamSession): void {
    if (before !== null) keepFrame(before, after)
    if (after.phase !== before?.phase) enterPhase(after)
    if (view.isWriter) effects.perform(nextEffect(after))
  }

  /** What the server said of the frame must survive the tab: the deadline above all. */
  function keepFrame(before: ExamSession, after: ExamSession): void {
    if (!('paper' in after) || !('paper' in before)) return
    const { frame } = after.paper
    const { epoch } = after.book
    if (frame !== before.paper.frame || epoch !== before.book.epoch) keep({ frame, epoch })
  }

  function enterPhase(session: ExamSession): void {
    saving.stop()
    time.stop()
    if ('paper' in session) show({ attemptId: session.paper.frame.attemptId ?? draft?.draftId ?? null })
    if (session.phase === 'answering') {
      time.start()
      saving.start(session.paper.frame.ticket)
    }
    if (session.phase === 'finished') keep({ state: 'done' })
    if (isGivenUp(session)) keep({ state: 'given-up' })
  }

  function keep(change: Partial<AttemptRow>): void {
    if (draft !== null && view.isWriter) void updateDraft(draft.draftId, () => change).catch(report)
  }

  /** Where the person is: kept, so that a reload opens the same question. */
  function move(event: ExamEvent): void {
    const before = view.session
    dispatch(event)
    if (view.session === before || view.session.phase !== 'answering') return
    const { position, flags } = view.session
    keep({ position, flags: [...flags] })
  }

  function answer(questionId: string, value: AnswerValue | null): void {
    const before = view.session
    dispatch({ type: 'answer-given', questionId, value })
    if (view.session === before || view.session.phase !== 'answering') return
    const own = view.session.book.entries.get(questionId)?.own
    if (own == null) return
    keeper.save(own)
    saving.changed()
  }

  function takeOver(): void {
    if (!view.isWriter) return lock.takeOver()
    const ticket = 'paper' in view.session ? view.session.paper.frame.ticket : null
    if (ticket !== null) void saving.begin(ticket, { takeOver: true }).catch(report)
  }

  function tryAgain(): void {
    if (view.session.phase === 'no-open-attempt') return void start(true).catch(cannotKeep)
    if (view.session.phase !== 'failed') return
    const remedy = remedyFor(view.session.failure)
    if (remedy === 'start-again') void start(true).catch(cannotKeep)
    else if (remedy === 'same-again') void resume().catch(cannotKeep)
    else dispatch({ type: 'results-wanted-again' })
  }

  return {
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    remaining: () => {
      const deadline = 'paper' in view.session ? view.session.paper.frame.deadlineAt : null
      return deadline === null ? null : deadline - time.now()
    },
    start: (fresh) => void start(fresh).catch(cannotKeep),
    answer,
    visit: (position) => move({ type: 'question-visited', position }),
    toggleFlag: (questionId) => move({ type: 'flag-toggled', questionId }),
    submit: () => dispatch({ type: 'submit-chosen' }),
    takeOver,
    tryAgain,
    wake: () => {
      effects.wake()
      saving.wake()
      time.tick()
    },
    stop: () => {
      isStopped = true
      clearTimeout(patience)
      stopNews()
      stopWatching()
      effects.drop()
      saving.stop()
      time.stop()
      keeper.stop()
      lock.release()
    },
  }
}

/** Whether nothing more can come of this attempt, so that the next start makes another one. */
function isGivenUp(session: ExamSession): boolean {
  if (session.phase === 'no-open-attempt') return true
  if (session.phase !== 'failed') return false
  const remedy = remedyFor(session.failure)
  return remedy === 'start-again' || remedy === 'leave'
}
