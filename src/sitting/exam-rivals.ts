import { seenEvents, unseenRivals } from '../engine/answer-book.ts'
import { readInstant } from '../engine/paper.ts'
import { isPassing } from '../engine/reply.ts'
import { keepHeard } from '../storage/keep-heard.ts'
import type { ExamCore } from './exam-core.ts'

/** Other devices' answers that could not be read are asked for again after this long. Milliseconds. */
const againAfter = 5_000

export interface ExamRivals {
  /**
   * The server spoke. Its marks name only the questions that were sent to it, and no values: after a take-over, by whatever
   * device, everything may have changed. The paper carries the standing answers whole.
   */
  readonly heard: (isTakeOver: boolean) => void
  /** Resolves when what is being read of them is shown, or could not be read. Never rejects. */
  readonly settled: () => Promise<void>
  readonly stop: () => void
}

/** What other devices of the same person have answered. */
export function createExamRivals(core: ExamCore): ExamRivals {
  const { ports, dispatch } = core
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading = Promise.resolve()

  async function fetchRivals(): Promise<void> {
    clearTimeout(timer)
    const reply = await ports.calls.open(ports.purchaseId, null)
    const { session } = core.view()
    if (session.phase !== 'answering' || core.isStopped()) return
    if (reply.kind === 'answered') {
      // Another attempt may have been begun since; its questions can bear the same ids.
      if (reply.body.attempt?.id !== session.paper.frame.attemptId) return
      const { events, contested, attempt } = reply.body
      const saidAt = readInstant(attempt.server_time) ?? 0
      dispatch({ type: 'server-events-shown', events: events ?? [], contested: contested ?? [], saidAt })
      // A slow disk holds up nobody who waits to see them.
      void keepSeen().catch(ports.report)
    } else if (isPassing(reply)) {
      timer = setTimeout(read, againAfter)
    }
  }

  function read(): void {
    reading = fetchRivals().catch(ports.report)
  }

  /** Keeps on this device what the server has shown of other devices' answers. */
  async function keepSeen(): Promise<void> {
    const { session } = core.view()
    const row = core.attempt.row()
    if (row === null || core.attempt.claim() === null || !core.isEntered() || !('book' in session)) return
    const events = seenEvents(session.book)
    if (events.length > 0) await keepHeard(row.draftId, { events })
  }

  return {
    heard: (isTakeOver) => {
      const { session } = core.view()
      if (session.phase === 'answering' && (isTakeOver || unseenRivals(session.book).length > 0)) read()
    },
    settled: () => reading,
    stop: () => clearTimeout(timer),
  }
}
