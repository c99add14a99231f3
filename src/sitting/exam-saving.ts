import { type Autosave, createAutosave } from '../delivery/autosave.ts'
import { deliverAnswers, type SavedAnswers } from '../delivery/deliver-answers.ts'
import { pendingEvents } from '../engine/answer-book.ts'
import { readInstant } from '../engine/paper.ts'
import { keepServerWord } from '../storage/answer-drafts.ts'
import { inTime } from '../storage/in-time.ts'
import type { ExamCore } from './exam-core.ts'
import { createExamRivals } from './exam-rivals.ts'

/** Nobody who wants to hand in waits longer than this for what another device may have answered. Milliseconds. */
const askPatience = 4_000

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
  /** Keeps on this device what the server has shown of other devices' answers. */
  readonly keepSeen: () => Promise<void>
}

/** The server's copy of the answers. */
export function createExamSaving(core: ExamCore): ExamSaving {
  const { ports, dispatch, attempt } = core
  const { send, purchaseId } = ports
  const rivals = createExamRivals(core)
  let autosave: Autosave | null = null

  function heard(type: 'begun' | 'taken-over' | 'answers-saved', news: SavedAnswers): void {
    core.time.hear(readInstant(news.server_time))
    const row = attempt.row()
    if (row !== null && attempt.claim() !== null) void keepServerWord(row.draftId, news.marks).catch(ports.report)
    const { session } = core.view()
    const isTakenByAnother = session.phase === 'answering' && news.epoch > session.book.epoch
    dispatch({ type, news })
    rivals.heard(type === 'taken-over' || isTakenByAnother)
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
      onSaved: (news) => heard('answers-saved', news),
      onRefused: (refusal) => dispatch({ type: 'attempt-refused', refusal }),
      onReach: (reached) => core.show({ reached }),
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
    ask: () => (autosave === null ? Promise.resolve() : inTime(autosave.ask(), askPatience).catch(() => undefined)),
    stop: () => {
      autosave?.stop()
      rivals.stop()
      autosave = null
    },
    begin: async (ticket, { takeOver }) => {
      const reply = await deliverAnswers(send, { purchaseId, ticket, events: [], begin: !takeOver, takeOver })
      core.show({ reached: reply.kind === 'answered' || reply.kind === 'refused' })
      if (reply.kind === 'answered') heard(takeOver ? 'taken-over' : 'begun', reply.body)
      else if (reply.kind === 'refused') dispatch({ type: 'attempt-refused', refusal: reply })
      else dispatch({ type: 'begin-unanswered', now: core.time.now() })
    },
    keepSeen: rivals.keepSeen,
  }
}
