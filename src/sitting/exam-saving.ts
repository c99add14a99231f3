import type { AnswerEvent } from '#contract/question.ts'
import { type Autosave, createAutosave } from '../delivery/autosave.ts'
import { deliverAnswers, type SavedAnswers } from '../delivery/deliver-answers.ts'
import { tryLimit } from '../delivery/send.ts'
import { pendingEvents } from '../engine/answer-book.ts'
import { overBy } from '../engine/attempt-over.ts'
import { readInstant } from '../engine/paper.ts'
import type { Refusal, Reply } from '../engine/reply.ts'
import { keepHeard } from '../storage/keep-heard.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import type { ExamCore } from './exam-core.ts'
import { createExamRivals } from './exam-rivals.ts'

/** Nobody who wants to hand in waits longer than this for what another device may have answered. Milliseconds. */
const askPatience = 4_000
const silence: Reply<never> = { kind: 'silence' }

export interface ExamSaving {
  /** Saves on the server from now on; against a server without tickets there is nothing to do. */
  readonly start: (ticket: string | null) => void
  /** An answer changed. */
  readonly changed: () => void
  readonly wake: () => void
  /** Asks the server what other devices have answered. Resolves when it has spoken, or after `askPatience`. */
  readonly ask: () => Promise<void>
  readonly stop: () => void
  /** Starts the server's clock, or makes this device the one that writes. */
  readonly begin: (ticket: string, how: { takeOver: boolean }) => Promise<void>
}

type HeardType = 'begun' | 'taken-over' | 'answers-saved'

/** The server's copy of the answers. */
export function createExamSaving(core: ExamCore): ExamSaving {
  const { ports, dispatch, attempt } = core
  const { send, purchaseId } = ports
  const rivals = createExamRivals(core)
  let autosave: Autosave | null = null
  let isAskingIfOver = false

  function heard(type: HeardType, reply: SavedAnswers, sent: readonly AnswerEvent[]): void {
    const news = { ...reply, sent }
    core.time.hear(readInstant(news.server_time))
    const row = attempt.row()
    if (row !== null && attempt.claim() !== null && core.isEntered()) {
      void keepHeard(row.draftId, { marks: news.marks, sent, events: news.holding ?? [] }).catch(ports.report)
    }
    const { session } = core.view()
    const isTakenByAnother = session.phase === 'answering' && news.epoch > session.book.epoch
    dispatch({ type, news })
    rivals.heard(type === 'taken-over' || isTakenByAnother)
  }

  /** A ticket ends long after its exam; whoever comes back later is led to what became of it. */
  async function refused(refusal: Refusal): Promise<void> {
    // A training's ticket never ends, and its question would open another one.
    const mayBeOver = refusal.code === 'ticket_invalid' && ports.mode === 'exam'
    if (mayBeOver && core.view().isWriter) await askIfOver()
    dispatch({ type: 'attempt-refused', refusal })
  }

  /** Where nobody answers, the next refusal asks again: the clock that no reply has set keeps calling. */
  async function askIfOver(): Promise<void> {
    const asked = attemptIdOf()
    if (isAskingIfOver) return
    isAskingIfOver = true
    try {
      const reply = await withTimeout(ports.calls.open(purchaseId, null), tryLimit).catch(() => silence)
      if (asked !== attemptIdOf()) return
      if (reply.kind === 'answered') core.time.hear(readInstant(reply.body.attempt?.server_time))
      const over = overBy(reply, asked)
      if (over !== null) dispatch(over)
    } finally {
      isAskingIfOver = false
    }
  }

  function attemptIdOf(): string | null {
    const { session } = core.view()
    return 'paper' in session ? session.paper.frame.attemptId : null
  }

  /** Its marks tell that another device's answer holds, and the paper which one it is. */
  async function askOthers(): Promise<void> {
    await autosave?.ask()
    await rivals.settled()
  }

  function createWith(ticket: string): Autosave {
    return createAutosave({
      pending: () => {
        const { session, isWriter } = core.view()
        return session.phase === 'answering' && isWriter ? pendingEvents(session.book) : []
      },
      deliver: (events) => {
        const { session } = core.view()
        const begun = session.phase !== 'answering' || session.paper.frame.begun
        return deliverAnswers(send, { purchaseId, ticket, events, begin: !begun })
      },
      onSaved: (reply, sent) => heard('answers-saved', reply, sent),
      onRefused: (refusal) => void refused(refusal).catch(ports.report),
      onReach: (reached) => core.show({ reached }),
      onNextTry: (nextTryAt, heldUntil) => core.show({ nextTryAt, heldUntil }),
      now: () => ports.readDevice().wall,
      random: ports.random,
      hidden: ports.hidden,
    })
  }

  return {
    start: (ticket) => {
      autosave = ticket === null ? null : createWith(ticket)
      autosave?.wake()
    },
    changed: () => autosave?.changed(),
    wake: () => autosave?.wake(),
    ask: () => withTimeout(askOthers(), askPatience).catch(() => undefined),
    stop: () => {
      rivals.stop()
      if (autosave === null) return
      autosave.stop()
      autosave = null
      // A submission has tries of its own, and the first of them has not failed yet.
      core.show({ nextTryAt: null, heldUntil: 0 })
    },
    begin: async (ticket, { takeOver }) => {
      const asked = attemptIdOf()
      const reply = await deliverAnswers(send, { purchaseId, ticket, events: [], begin: !takeOver, takeOver })
      // The page has gone on with another attempt, which has a clock of its own.
      if (asked !== attemptIdOf()) return
      core.show({ reached: reply.kind === 'answered' || reply.kind === 'refused' })
      if (reply.kind === 'answered') heard(takeOver ? 'taken-over' : 'begun', reply.body, [])
      else if (reply.kind === 'refused') await refused(reply)
      else dispatch({ type: 'begin-unanswered', now: core.time.now() })
    },
  }
}
