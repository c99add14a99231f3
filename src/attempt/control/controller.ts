import { createEmitter } from '../../concurrency/emitter.ts'
import type { AnswerValue } from '#contract/question.ts'
import { requestDelivery } from '../../delivery/delivery-request.ts'
import { pendingEvents } from '../machine/answers.ts'
import type { HoldEffect } from '../machine/lease.ts'
import type { AttemptEvent, AttemptState } from '../machine/state.ts'
import { survivingChange } from '../machine/resume.ts'
import { nextEffect, transition } from '../machine/transition.ts'
import { remedyFor } from '../machine/failures.ts'
import type { AttemptRow } from '../replica/rows.ts'
import type { AttemptContext } from './context.ts'
import { createDiskWrites } from './disk-writes.ts'
import { createAttemptEffects } from './effects.ts'
import { createOpener } from './open.ts'
import type { AttemptPorts } from './ports.ts'
import { createAnswersPush } from './push-answers.ts'
import { watchOtherTabs } from './other-tabs.ts'
import { createAttemptTime } from './time.ts'
import { createAttemptTiming, newlyShown } from './timing.ts'
import { atRest, atState, type AttemptView, isOnThisPage } from './view.ts'
import { createPageAttempt } from './page-attempt.ts'

export interface AttemptController {
  readonly view: () => AttemptView
  readonly subscribe: (listener: () => void) => () => void
  /** Milliseconds until the deadline by the server's clock; null when this exam has no clock. */
  readonly remaining: () => number | null
  /**
   * A new attempt. `fresh` false asks for the one that the server has open. `acceptsMemoryOnly`: the person knows that this
   * browser may keep nothing of it.
   */
  readonly start: (fresh: boolean, acceptsMemoryOnly?: boolean) => void
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
  readonly goOnInMemory: () => void
  /** The page came back into view, or the network came back. */
  readonly wake: () => void
  readonly stop: () => void
}

/**
 * Carries out what the machine asks for, and tells it what came of that. One loop: an event changes the state, the state
 * names the next effect, the effect brings events. Lives outside React and starts at once.
 */
export function createAttemptController(ports: AttemptPorts): AttemptController {
  const { report } = ports
  const attempt = createPageAttempt(ports, heard)
  const changed = createEmitter()
  let view = atRest
  let isStopped = false

  const time = createAttemptTime(ports.readDevice, {
    onTick: (now, trusted) => dispatch({ type: 'clock-read', now, trusted }),
    onDoubt: () => push.wake(),
    onOffset: (clockOffset) => keep({ clockOffset }),
  })
  const timing = createAttemptTiming(attempt, ports)
  const context: AttemptContext = {
    ports,
    time,
    timing,
    attempt,
    view: () => view,
    show,
    dispatch,
    isStopped: () => isStopped,
  }
  const writes = createDiskWrites(context)
  const push = createAnswersPush(context)
  const effects = createAttemptEffects(context, push, { writes, readAnew })
  const opener = createOpener(context, { writes, enter, takeOver })
  const otherTabs = watchOtherTabs(context, { effects, writes, comeBack, readAnew })

  function show(change: Partial<AttemptView>): void {
    view = atState({ ...view, ...change }, change.state ?? view.state)
    changed.emit()
  }

  function comeBack(): void {
    void opener.resume().catch(opener.cannotKeep)
  }

  /** A tab that only looks on loses nothing by what it cannot read. */
  function readAnew(): Promise<void> {
    return opener.resume().catch((error: unknown) => (view.isWriter ? opener.cannotKeep(error) : report(error)))
  }

  /** The one place where what the disk has said to this page is acted on. */
  function heard(effect: HoldEffect | null): void {
    if (attempt.isMemoryOnly() !== view.isMemoryOnly) show({ isMemoryOnly: attempt.isMemoryOnly() })
    switch (effect) {
      case 'put-back':
        return void writes.restore().catch(report)
      case 'read-anew':
        return void readAnew()
      case 'read-and-put-back':
        return void readAnew().then(putBackFromMemory)
      case 'step-aside':
        return dispatch({ type: 'writer-changed', writer: 'other-tab' })
      case null:
        return
    }
  }

  /** What it did not know it has read: where no answer waits for the disk, nothing else would ask for the lease again. */
  function putBackFromMemory(): void {
    if (attempt.isMemoryOnly()) attempt.hear({ type: 'row-missing' })
  }

  function begin(fresh: boolean): void {
    void opener.start(fresh).catch(opener.cannotKeep)
  }

  /** Puts the exam to a state that no event led to: a start, a resumption, another try. */
  function enter(next: AttemptState): void {
    const state = asSeenHere(next)
    attempt.enter()
    effects.drop()
    show({ stage: 'running', state })
    afterChange(null, state)
  }

  /** A reply to a tab that has lost the writing meanwhile does not give it back. */
  function asSeenHere(state: AttemptState): AttemptState {
    const isOnlyLooking = state.phase === 'answering' && state.writer === 'here' && !view.isWriter
    return isOnlyLooking ? { ...state, writer: 'other-tab' } : state
  }

  function dispatch(event: AttemptEvent): void {
    const before = view.state
    const after = asSeenHere(transition(before, event, { deviceId: attempt.deviceId() }))
    if (after === before || isStopped || view.stage !== 'running') return
    show({ state: after })
    afterChange(before, after)
  }

  function afterChange(before: AttemptState | null, after: AttemptState): void {
    const place = newlyShown(before, after)
    if (place !== null && attempt.isEntered()) timing.shown(place)
    noteEarlierStart(before, after)
    keepSurviving(before, after)
    if (after.phase !== before?.phase) enterPhase(after)
    if (before !== null && !isOnThisPage(after)) leaveToDelivery(before)
    if (view.isWriter) effects.perform(nextEffect(after))
  }

  /** Somebody who has pressed start learns it where the clock has not waited for the questions: the server starts it by itself. */
  function noteEarlierStart(before: AttemptState | null, after: AttemptState): void {
    if (after.phase !== 'ready' || (before?.phase !== 'opening' && before?.phase !== 'building')) return
    const { begun, deadlineAt, duration } = after.paper.attemptInfo
    const isNews = begun && deadlineAt !== null && duration !== null && attempt.row()?.startKey != null
    show({ clockRanSince: isNews ? deadlineAt - duration : null })
  }

  /** Whoever answers or goes on has read it. */
  function forgetEarlierStart(): void {
    if (view.clockRanSince !== null) show({ clockRanSince: null })
  }

  function enterPhase(state: AttemptState): void {
    push.stop()
    time.stop()
    // A page that comes back to a submission has no paper, and its attempt all the same.
    const frame = 'paper' in state ? state.paper.attemptInfo : attempt.row()?.frame
    if (frame != null) show({ attemptId: frame.attemptId ?? attempt.row()?.draftId ?? null })
    if (state.phase === 'answering') {
      show({ receipt: null })
      time.start()
      push.start(state.paper.attemptInfo.ticket)
    }
  }

  /** What was given here and not sent is delivered from now on as the answers of an exam that nobody has open. */
  function leaveToDelivery(state: AttemptState): void {
    if (state.phase === 'answering' && pendingEvents(state.answers).length > 0) requestDelivery()
  }

  /** Written by the tab that writes, as it changes. Nobody waits for it. */
  function keepSurviving(before: AttemptState | null, after: AttemptState): void {
    const change = survivingChange(before, after)
    if (change !== null) keep(change.position === undefined ? change : { ...change, ...timing.kept() })
  }

  function keep(change: Partial<AttemptRow>): void {
    if (view.isWriter && attempt.isEntered()) void attempt.change(change).catch(report)
  }

  function answer(questionId: string, value: AnswerValue | null): void {
    const before = view.state
    forgetEarlierStart()
    dispatch({ type: 'answer-given', questionId, value })
    if (view.state === before || view.state.phase !== 'answering') return
    const own = view.state.answers.entries.get(questionId)?.own
    if (own == null) return
    writes.save(own)
    push.changed()
    timing.answered(view.state.paper.questions.findIndex(({ id }) => id === questionId))
  }

  function takeOver(): void {
    if (!view.isWriter) return otherTabs.takeOver()
    // It has the lock, but another tab's lease holds: a tab that froze with the writing has taken the lease when it woke.
    if (view.state.phase === 'answering' && view.state.writer === 'other-tab') return comeBack()
    const ticket = 'paper' in view.state ? view.state.paper.attemptInfo.ticket : null
    if (ticket !== null) void push.begin(ticket, { takeOver: true }).catch(report)
  }

  function tryAgain(): void {
    if (view.state.phase === 'no-open-attempt') return begin(true)
    if (view.state.phase !== 'failed') return
    const remedy = remedyFor(view.state.failure)
    if (remedy === 'start-again') begin(true)
    // What needs a person may have been sent once more: the disk says so.
    else if (remedy === 'same-again' || remedy === 'download') comeBack()
  }

  /** Nobody was there when the exam was asked for; perhaps somebody is now. Under the same start_key nothing is begun twice. */
  function openAnew(): void {
    if (view.state.phase === 'failed' && view.state.failure.kind === 'network') tryAgain()
  }

  return {
    view: () => view,
    subscribe: changed.subscribe,
    remaining: () => {
      const deadline = 'paper' in view.state ? view.state.paper.attemptInfo.deadlineAt : null
      return deadline === null ? null : deadline - time.now()
    },
    start: (fresh, acceptsMemoryOnly = false) => {
      if (acceptsMemoryOnly) attempt.allowMemoryOnly()
      begin(fresh)
    },
    answer,
    visit: (position) => {
      forgetEarlierStart()
      dispatch({ type: 'question-visited', position })
    },
    toggleFlag: (questionId) => dispatch({ type: 'flag-toggled', questionId }),
    ask: push.ask,
    submit: () => dispatch({ type: 'submit-chosen' }),
    takeOver,
    tryAgain,
    goOnInMemory: opener.goOnInMemory,
    wake: () => {
      openAnew()
      effects.wake()
      push.wake()
      time.tick()
    },
    stop: () => {
      isStopped = true
      opener.stop()
      otherTabs.stop()
      effects.drop()
      push.stop()
      time.stop()
      writes.forget()
      leaveToDelivery(view.state)
    },
  }
}
