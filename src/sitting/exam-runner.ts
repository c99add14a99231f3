import { createEmitter } from '../concurrency/emitter.ts'
import type { AnswerValue } from '#contract/question.ts'
import { wishDelivery } from '../delivery/delivery-wish.ts'
import { pendingEvents } from '../engine/answer-book.ts'
import type { ExamEvent } from '../engine/exam-event.ts'
import type { ExamSession } from '../engine/exam-phase.ts'
import { transition } from '../engine/exam-session.ts'
import { remedyFor } from '../engine/failure.ts'
import { nextEffect } from '../engine/next-effect.ts'
import { createAnswerKeeper } from './answer-keeper.ts'
import type { ExamCore } from './exam-core.ts'
import { createExamEffects } from './exam-effects.ts'
import { createExamEntrance } from './exam-entrance.ts'
import type { ExamPorts } from './exam-ports.ts'
import { createExamProgress } from './exam-progress.ts'
import { createExamRestoring } from './exam-restoring.ts'
import { createExamSaving } from './exam-saving.ts'
import { watchSurroundings } from './exam-surroundings.ts'
import { createExamTime } from './exam-time.ts'
import { createExamTiming, newlyShown } from './exam-timing.ts'
import { atRest, type ExamView } from './exam-view.ts'
import { createOwnAttempt } from './own-attempt.ts'

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
  /** Asks the server what other devices have answered; resolves when it has spoken, or soon without it. Never rejects. */
  readonly ask: () => Promise<void>
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

/**
 * Carries out what the engine asks for, and tells the engine what came of it. One loop: an event changes the session, the
 * session names the next effect, the effect brings events. Lives outside React and starts at once.
 */
export function createExamRunner(ports: ExamPorts): ExamRunner {
  const { report } = ports
  const attempt = createOwnAttempt(ports)
  const changed = createEmitter()
  let view = atRest
  let isStopped = false
  /** The draft of the attempt that the session is about; the storage may already have led to another one. */
  let entered: string | null = null

  const time = createExamTime(ports.readDevice, {
    onTick: (now, trusted) => dispatch({ type: 'clock-read', now, trusted }),
    onDoubt: () => saving.wake(),
    onOffset: (clockOffset) => progress.keep({ clockOffset }),
  })
  const timing = createExamTiming(attempt, ports)
  const keeper = createAnswerKeeper({
    attempt,
    isEntered,
    onKept: (event) => {
      dispatch({ type: 'answer-kept', event })
      // The disk took it when the exam was no longer open here: the wish to deliver came before it.
      if (!isInHand(view.session)) wishDelivery()
    },
    onRefused: (event) => dispatch({ type: 'answer-not-kept', event }),
    onTakenOver: () => dispatch({ type: 'writer-changed', hand: 'other-tab' }),
    onGone: () => void core.restore().catch(report),
    report,
  })
  const core: ExamCore = {
    ports,
    time,
    timing,
    keeper,
    attempt,
    view: () => view,
    isEntered,
    show,
    dispatch,
    restore: () => restoring.restore(),
    close: (...how) => restoring.close(...how),
    reread: readAnew,
    isStopped: () => isStopped,
  }
  const progress = createExamProgress(core)
  const restoring = createExamRestoring(core)
  const saving = createExamSaving(core)
  const effects = createExamEffects(core, saving)
  const entrance = createExamEntrance(core, { enter, takeOver })
  const surroundings = watchSurroundings(core, { effects, comeBack })

  function show(change: Partial<ExamView>): void {
    view = { ...view, ...change }
    changed.emit()
  }

  function comeBack(): void {
    void entrance.resume().catch(entrance.cannotKeep)
  }

  /** A tab that only looks on loses nothing by what it cannot read. */
  function readAnew(): Promise<void> {
    return entrance.resume().catch((error: unknown) => (view.isWriter ? entrance.cannotKeep(error) : report(error)))
  }

  function begin(fresh: boolean): void {
    void entrance.start(fresh).catch(entrance.cannotKeep)
  }

  /** Puts the exam to a state that no event led to: a start, a resumption, another try. */
  function enter(next: ExamSession): void {
    const session = asSeenHere(next)
    entered = attempt.row()?.draftId ?? null
    effects.drop()
    const isUnkept = view.isUnkept && session.phase === 'submitting' && !session.enqueued
    show({ stage: 'running', session, keepsNothing: attempt.isUnclaimed(), isUnkept })
    afterChange(null, session)
  }

  function isEntered(): boolean {
    return attempt.row()?.draftId === entered
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
    const place = newlyShown(before, after)
    if (place !== null && isEntered()) timing.shown(place)
    if (before !== null) progress.keepFrame(before, after)
    if (after.phase !== before?.phase) enterPhase(after)
    if (before !== null && !isInHand(after)) leaveToDelivery(before)
    if (view.isWriter) effects.perform(nextEffect(after))
  }

  function enterPhase(session: ExamSession): void {
    saving.stop()
    time.stop()
    // Whoever comes back to a hand-in finds no paper, and its attempt all the same.
    const frame = 'paper' in session ? session.paper.frame : attempt.row()?.frame
    if (frame != null) show({ attemptId: frame.attemptId ?? attempt.row()?.draftId ?? null })
    if (session.phase === 'answering') {
      show({ receipt: null })
      time.start()
      saving.start(session.paper.frame.ticket)
    }
    if (session.phase === 'scoring') effects.showReceipt()
    progress.keepEnd(session)
  }

  /** What was given here and not sent is delivered from now on as the answers of an exam that nobody has open. */
  function leaveToDelivery(session: ExamSession): void {
    if (session.phase === 'answering' && pendingEvents(session.book).length > 0) wishDelivery()
  }

  function move(event: ExamEvent): void {
    const before = view.session
    dispatch(event)
    if (view.session !== before) progress.keepPlace(view.session)
  }

  function answer(questionId: string, value: AnswerValue | null): void {
    const before = view.session
    dispatch({ type: 'answer-given', questionId, value })
    if (view.session === before || view.session.phase !== 'answering') return
    const own = view.session.book.entries.get(questionId)?.own
    if (own == null) return
    keeper.save(own)
    saving.changed()
    timing.answered(view.session.paper.questions.findIndex(({ id }) => id === questionId))
  }

  function takeOver(): void {
    if (!view.isWriter) return surroundings.takeOver()
    // It has the lock, but another one's claim stands: a tab that froze with the writing has claimed it when it woke.
    if (view.session.phase === 'answering' && view.session.hand === 'other-tab') return comeBack()
    const ticket = 'paper' in view.session ? view.session.paper.frame.ticket : null
    if (ticket !== null) void saving.begin(ticket, { takeOver: true }).catch(report)
  }

  function tryAgain(): void {
    if (view.session.phase === 'no-open-attempt') return begin(true)
    if (view.session.phase !== 'failed') return
    const remedy = remedyFor(view.session.failure)
    if (remedy === 'start-again') begin(true)
    // What needs a person may have been sent once more: the outbox knows.
    else if (remedy === 'same-again' || remedy === 'download') comeBack()
    else dispatch({ type: 'results-wanted-again' })
  }

  return {
    view: () => view,
    subscribe: changed.subscribe,
    remaining: () => {
      const deadline = 'paper' in view.session ? view.session.paper.frame.deadlineAt : null
      return deadline === null ? null : deadline - time.now()
    },
    start: (fresh, acceptsUnkept = false) => {
      if (acceptsUnkept) attempt.allowUnclaimed()
      begin(fresh)
    },
    answer,
    visit: (position) => move({ type: 'question-visited', position }),
    toggleFlag: (questionId) => move({ type: 'flag-toggled', questionId }),
    ask: saving.ask,
    submit: () => dispatch({ type: 'submit-chosen' }),
    takeOver,
    tryAgain,
    goOnUnkept: entrance.goOnUnkept,
    wake: () => {
      effects.wake()
      saving.wake()
      time.tick()
    },
    stop: () => {
      isStopped = true
      entrance.stop()
      surroundings.stop()
      effects.drop()
      saving.stop()
      time.stop()
      keeper.forget()
      leaveToDelivery(view.session)
    },
  }
}

/** Its answers are on their way by the page itself: saved one by one, or handed in. */
const isInHand = ({ phase }: ExamSession) => phase === 'answering' || phase === 'submitting'
