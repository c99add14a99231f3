import type { PauseEvent } from '#contract/exam-pause.ts'
import type { AnswerValue } from '#contract/question.ts'
import { createEmitter } from '../../concurrency/emitter.ts'
import { requestDelivery } from '../../concurrency/wake.ts'
import { pendingEvents } from '../machine/answers.ts'
import { readClock } from '../machine/clock.ts'
import { remainingAt } from '../machine/pauses.ts'
import { atRest, type PageEvent, type PageState } from '../machine/page-state.ts'
import { isStaleStart } from '../machine/resume.ts'
import { update } from '../machine/update.ts'
import { type Effect, wanted } from '../machine/wanted.ts'
import type { AttemptContext, AttemptPorts } from './context.ts'
import { performWith } from './perform.ts'
import { reconcile } from './reconcile.ts'
import { type AttemptView, viewOf } from './view.ts'

/** How long a press to submit waits at most to hear what other devices have answered. */
const askTimeoutMs = 4_000

export interface AttemptController {
  readonly view: () => AttemptView
  readonly subscribe: (listener: () => void) => () => void
  /** Milliseconds until the deadline by the server's clock; null when this exam has no clock. */
  readonly remaining: () => number | null
  /** Begins a new attempt, or asks for the open one (`fresh` false). `acceptsMemoryOnly`: the browser may keep nothing. */
  readonly start: (fresh: boolean, acceptsMemoryOnly?: boolean) => void
  readonly answer: (questionId: string, value: AnswerValue | null) => void
  readonly visit: (position: number) => void
  readonly toggleFlag: (questionId: string) => void
  /** Asks the server what other devices have answered. Resolves after its reply, or after 4 s without one. Never rejects. */
  readonly ask: () => Promise<void>
  /** Stops the exam's clock and covers the paper, if `reasonNotToPause` finds no reason against it. */
  readonly pause: (cause: PauseEvent['cause']) => void
  /** Ends the pause: the clock runs again. */
  readonly goOn: () => void
  /** Milliseconds until the pause ends by itself; 0 when none lasts. */
  readonly pauseLeft: () => number
  readonly submit: () => void
  /** Continues here: takes the writing over from another tab or another device. */
  readonly takeOver: () => void
  /** After a failure: does what its remedy says. */
  readonly tryAgain: () => void
  /** The person has read that this browser keeps nothing of the exam, and continues with the step that failed. */
  readonly goOnInMemory: () => void
  /** The page came back into view, or the network came back. */
  readonly wake: () => void
  readonly stop: () => void
}

/**
 * An attempt on one page. An event changes the state (`update`), what should be under way follows from the state (`wanted`),
 * and `reconcile` begins or ends it. Lives outside React and starts immediately.
 */
export function createAttemptController({ report, ...given }: AttemptPorts): AttemptController {
  // The arrow function calls a bare `report`: the window's reportError throws as a method of another object.
  const ports: AttemptPorts = { ...given, report: (error) => report(error) }
  const woken = createEmitter()
  const shown = createEmitter()
  const running = reconcile<PageState, PageEvent, Effect>({
    initial: atRest(ports.mode, ports.readDevice()),
    update: (page, event) => update(page, event, ports.readDevice()),
    wanted,
    perform: (...effect) => perform(...effect),
    report: ports.report,
  })
  const { state: page, dispatch } = running
  const context: AttemptContext = {
    ports,
    page,
    emit: dispatch,
    onChange: running.subscribe,
    onWake: woken.subscribe,
    until: (condition, timeoutMs) => until(condition, timeoutMs),
  }
  const perform = performWith(context)
  let view = viewOf(page(), null)
  running.subscribe(() => {
    const before = view
    view = viewOf(page(), before)
    if (view !== before) shown.emit()
  })
  running.start()

  function until(condition: (page: PageState) => boolean, timeoutMs: number): Promise<void> {
    if (condition(page())) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        stopLooking()
        resolve()
      }
      const timer = setTimeout(end, timeoutMs)
      const stopLooking = running.subscribe(() => condition(page()) && end())
    })
  }

  const serverNow = () => readClock(page().clock, ports.readDevice()).now

  /** The ids for an attempt that a choice may begin. */
  const names = () => ({ startKey: ports.newId(), draftId: ports.newId() })

  function tryAgain(): void {
    dispatch({ type: 'try-again-chosen', ...names() })
  }

  return {
    view: () => view,
    subscribe: shown.subscribe,
    remaining: () => {
      const { exam, clock } = page()
      return 'paper' in exam ? remainingAt(exam.paper.attemptInfo, readClock(clock, ports.readDevice()).now) : null
    },
    pauseLeft: () => {
      const { exam, clock } = page()
      const current = exam.phase === 'answering' ? exam.paper.attemptInfo.pauses?.current : null
      return current == null ? 0 : Math.max(0, current.until - readClock(clock, ports.readDevice()).now)
    },
    pause: (cause) => dispatch({ type: 'pause-chosen', name: ports.newId(), cause, now: serverNow() }),
    goOn: () => dispatch({ type: 'pause-ended', now: serverNow() }),
    start: (fresh, acceptsMemoryOnly = false) => {
      const { startKey, draftId } = names()
      dispatch({ type: 'start-chosen', startKey: fresh ? startKey : null, draftId, acceptsMemoryOnly })
    },
    answer: (questionId, value) => dispatch({ type: 'answer-given', questionId, value }),
    visit: (position) => dispatch({ type: 'question-visited', position }),
    toggleFlag: (questionId) => dispatch({ type: 'flag-toggled', questionId }),
    ask: () => {
      if (!isSaving(page())) return Promise.resolve()
      dispatch({ type: 'server-asked' })
      const { asked } = page().save
      // Marks tell that another device's answer holds; only the paper tells which one it is.
      const isKnown = ({ save, remote }: PageState) => save.askEnded >= asked && remote.at !== 'reading'
      return until((now) => !isSaving(now) || isKnown(now), askTimeoutMs)
    },
    submit: () => dispatch({ type: 'submit-chosen' }),
    takeOver: () => dispatch({ type: 'take-over-chosen' }),
    tryAgain,
    goOnInMemory: () => dispatch({ type: 'memory-only-chosen', draftId: ports.newId() }),
    wake: () => {
      const { exam, row } = page()
      // Perhaps the server is there now. Under the same start_key nothing begins twice. But a press older than `startHoldsMs`
      // (15 minutes) begins nothing by itself: the screen asks for another one.
      const isStale = row !== null && isStaleStart(row, ports.readDevice().wall)
      if (exam.phase === 'failed' && exam.failure.kind === 'network' && !isStale) tryAgain()
      woken.emit()
      dispatch({ type: 'woken' })
    },
    stop: () => {
      const { exam } = page()
      running.stop()
      // From now on the delivery sends the unsent answers, as for any exam that no page has open.
      if (exam.phase === 'answering' && pendingEvents(exam.answers).length > 0) requestDelivery()
    },
  }
}

/** Whether answers are saved on the server one by one. */
const isSaving = ({ stage, exam }: PageState) =>
  stage === 'running' && exam.phase === 'answering' && exam.paper.attemptInfo.ticket !== null
