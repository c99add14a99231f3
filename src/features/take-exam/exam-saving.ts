import { type Autosave, createAutosave } from '../../delivery/autosave.ts'
import { deliverAnswers, type SavedAnswers } from '../../delivery/deliver-answers.ts'
import { pendingEvents, unseenRivals } from '../../engine/answer-book.ts'
import { readInstant } from '../../engine/paper.ts'
import { keepServerWord } from '../../storage/answer-drafts.ts'
import type { ExamCore } from './exam-core.ts'

export interface ExamSaving {
  /** Saves on the server from now on; against a server without tickets there is nothing to do. */
  readonly start: (ticket: string | null) => void
  /** An answer changed. */
  readonly changed: () => void
  readonly wake: () => void
  readonly stop: () => void
  /** Starts the server's clock, or makes this device the one that writes. */
  readonly begin: (ticket: string, how: { takeOver: boolean }) => Promise<void>
  /** Keeps on this device what the server has shown of other devices' answers. */
  readonly keepSeen: () => Promise<void>
}

/** The server's copy of the answers. */
export function createExamSaving(core: ExamCore): ExamSaving {
  const { ports, dispatch } = core
  const { send, purchaseId } = ports
  let autosave: Autosave | null = null

  function heard(type: 'begun' | 'taken-over' | 'answers-saved', news: SavedAnswers): void {
    core.time.hear(readInstant(news.server_time))
    const draftId = core.draftId()
    if (draftId !== null) void keepServerWord(draftId, news.marks).catch(ports.report)
    dispatch({ type, news })
    const { session } = core.view()
    if (session.phase === 'answering' && unseenRivals(session.book).length > 0) {
      void fetchRivals().catch(ports.report)
    }
  }

  /** Answers given on another device are known by their marks only; the paper carries them whole. */
  async function fetchRivals(): Promise<void> {
    const reply = await ports.calls.open(purchaseId, null)
    if (reply.kind !== 'answered') return
    dispatch({ type: 'server-events-shown', events: reply.body.events ?? [] })
    await keepSeen()
  }

  async function keepSeen(): Promise<void> {
    const { session } = core.view()
    const draftId = core.draftId()
    if (draftId === null || !('book' in session)) return
    const events = [...session.book.entries.values()].flatMap(({ seen }) => seen ?? [])
    if (events.length > 0) await keepServerWord(draftId, {}, events)
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
    stop: () => {
      autosave?.stop()
      autosave = null
    },
    begin: async (ticket, { takeOver }) => {
      const reply = await deliverAnswers(send, { purchaseId, ticket, events: [], begin: !takeOver, takeOver })
      core.show({ reached: reply.kind === 'answered' || reply.kind === 'refused' })
      if (reply.kind === 'answered') heard(takeOver ? 'taken-over' : 'begun', reply.body)
      else if (reply.kind === 'refused') dispatch({ type: 'attempt-refused', refusal: reply })
      else dispatch({ type: 'begin-unanswered', now: core.time.now() })
    },
    keepSeen,
  }
}
