import type { AnswerValue } from '#contract/question.ts'
import { onDeliveryNews } from '../delivery/news.ts'
import { unkeptEvents, withUnkept } from '../engine/answer-book.ts'
import type { ExamEvent } from '../engine/exam-event.ts'
import type { Answering, ExamSession } from '../engine/exam-phase.ts'
import { startSession, transition } from '../engine/exam-session.ts'
import { remedyFor } from '../engine/failure.ts'
import { nextEffect } from '../engine/next-effect.ts'
import { type KeptAttempt, resumeSession } from '../engine/resume-session.ts'
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
import { createOwnAttempt } from './own-attempt.ts'
import { holdWriterLock } from './writer-lock.ts'
import { isUnderWay } from './is-under-way.ts'

export interface ExamRunner {
  readonly view: () => ExamView
  readonly subscribe: (listener: () => void) => () => void
  /** Milliseconds until the deadline by the server's clock; null when this exam has no clock. */
  readonly remaining: () => number | null
  /**
   * A new attempt. `fresh` false asks for the one that the server has open. `acceptsUnkept`: the person knows that this
   * browser may keep nothing of it.
   */
  readonly start: (fresh: boolean, acceptsUnkept?: boolean) => void
  readonly answer: (questionId: string, value: AnswerValue | null) => void
  readonly visit: (position: number) => void
  readonly toggleFlag: (questionId: string) => void
  readonly submit: () => void
  /** Goes on here: takes the writing over from another tab or another device. */
  readonly takeOver: () => void
  /** After a failure: what its remedy says. */
  readonly tryAgain: () => void
  /** The person has read that this browser keeps nothing of the exam, and goes on with what its storage failed at. */
  readonly goOnUnkept: () => void
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
  keepsNothing: false,
  unkeptRefusal: null,
  isUnkept: false,
  isUnanswered: false,
}

/**
 * Carries out what the engine asks for, and tells the engine what came of it. One loop: an event changes the session, the
 * session names the next effect, the effect brings events. Lives outside React and starts at once.
 */
export function createExamRunner(ports: ExamPorts): ExamRunner {
  const { mode, purchaseId, ownerId, report } = ports
  const attempt = createOwnAttempt(ports)
  const listeners = new Set<() => void>()
  let view = atRest
  let isStopped = false
  let isStarting = false
  /** What a broken storage has interrupted. */
  let interrupted: () => Promise<void> = resume

  const time = createExamTime(ports.readDevice, {
    onTick: (now, trusted) => dispatch({ type: 'clock-read', now, trusted }),
    onDoubt: () => saving.wake(),
    onOffset: (clockOffset) => keep({ clockOffset }),
  })
  const keeper = createAnswerKeeper({
    attempt,
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
    attempt,
    view: () => view,
    show,
    dispatch,
    restore: () => restore(),
    isStopped: () => isStopped,
  }
  const restore = createExamRestoring(core)
  const saving = createExamSaving(core)
  const effects = createExamEffects(core, saving)
  const stopNews = onDeliveryNews((news) => {
    if (news.draftId !== attempt.row()?.draftId) return
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
    // Answers stand on this page that may be nowhere else: no other screen may take its place.
    if (view.stage === 'running' && view.session.phase === 'answering') return goOnUnkept(resume)
    show({ stage: 'running', session: { phase: 'failed', failure: { kind: 'storage' } } })
  }

  function goOnUnkept(work: () => Promise<void>): void {
    attempt.allowUnclaimed()
    void work().catch(report)
  }

  /** Reads what this browser has kept and goes on from there; also when this tab becomes the one that writes. */
  async function resume(): Promise<void> {
    interrupted = resume
    if (attempt.isUnclaimed() && view.stage === 'running' && isUnderWay(view)) return enter(backHere(view.session))
    const kept = await attempt.find(() => view.isWriter)
    if (kept === 'superseded' || isStopped) return
    const { session } = view
    // Gone under a page that was answering: another tab has brought the exam to its end.
    if (kept === null && session.phase === 'answering') return enter({ phase: 'finished', result: null })
    if (kept === null) return show({ stage: 'intro' })
    time.setByOffset(attempt.row()?.clockOffset ?? 0)
    enter(asSeenHere(session.phase === 'answering' ? wentOn(session, kept) : resumeSession(kept)))
    // No claim in the storage tells the other tabs: the server's epoch does.
    if (attempt.isUnclaimed() && view.session.phase === 'answering') takeOver()
  }

  /** A double click is one click: one key, one attempt. */
  async function start(fresh: boolean): Promise<void> {
    if (isStarting) return
    isStarting = true
    interrupted = () => start(fresh)
    try {
      await attempt.begin(fresh ? ports.newId() : null)
    } finally {
      isStarting = false
    }
    const startKey = attempt.row()?.startKey ?? null
    enter(startSession(startKey))
  }

  /** Puts the exam to a state that no event led to: a start, a resumption, another try. */
  function enter(session: ExamSession): void {
    effects.drop()
    show({ stage: 'running', session, keepsNothing: attempt.isUnclaimed() })
    afterChange(null, session)
  }

  /** A reply to a tab that has lost the writing meanwhile does not give it back. */
  function asSeenHere(session: ExamSession): ExamSession {
    const isOnlyLooking = session.phase === 'answering' && session.hand === 'here' && !view.isWriter
    return isOnlyLooking ? { ...session, hand: 'other-tab' } : session
  }

  function dispatch(event: ExamEvent): void {
    const before = view.session
    const after = asSeenHere(transition(before, event, { deviceId: attempt.deviceId() }))
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
    if ('paper' in session) show({ attemptId: session.paper.frame.attemptId ?? attempt.row()?.draftId ?? null })
    if (session.phase === 'answering') {
      time.start()
      saving.start(session.paper.frame.ticket)
    }
    if (session.phase === 'finished') keep({ state: 'done' })
    if (isGivenUp(session)) keep({ state: 'given-up' })
  }

  function keep(change: Partial<AttemptRow>): void {
    if (view.isWriter) void attempt.change(change).catch(report)
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
    start: (fresh, acceptsUnkept = false) => {
      if (acceptsUnkept) attempt.allowUnclaimed()
      void start(fresh).catch(cannotKeep)
    },
    answer,
    visit: (position) => move({ type: 'question-visited', position }),
    toggleFlag: (questionId) => move({ type: 'flag-toggled', questionId }),
    submit: () => dispatch({ type: 'submit-chosen' }),
    takeOver,
    tryAgain,
    goOnUnkept: () => goOnUnkept(interrupted),
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

/** What the storage has, and beside it what it was not heard to keep; where it cannot be read, all that this page knows. */
function wentOn(session: Answering, kept: KeptAttempt): ExamSession {
  if (kept.paper === null) return backHere(session)
  return resumeSession({ ...kept, entries: withUnkept(kept.entries, unkeptEvents(session.book)) })
}

/** The tab that had the exam meanwhile is gone. */
function backHere(session: ExamSession): ExamSession {
  return session.phase === 'answering' && session.hand === 'other-tab' ? { ...session, hand: 'here' } : session
}

/** Whether nothing more can come of this attempt, so that the next start makes another one. */
function isGivenUp(session: ExamSession): boolean {
  if (session.phase === 'no-open-attempt') return true
  if (session.phase !== 'failed') return false
  const remedy = remedyFor(session.failure)
  return remedy === 'start-again' || remedy === 'leave'
}
