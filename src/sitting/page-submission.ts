import { deliverFromMemory, type Sender } from '../delivery/deliver-submission.ts'
import { isDue } from '../delivery/is-due.ts'
import type { Submitting } from '../engine/exam-phase.ts'
import type { AttemptRow, OutboxRow, SubmissionBody } from '../storage/exam-rows.ts'
import { newSubmission } from '../storage/outbox.ts'
import type { ExamCore } from './exam-core.ts'
import { submissionBody } from './submission-body.ts'
import type { SubmissionWatch } from './submission-watch.ts'

/** The submission as this page would have it in the outbox, and what came of its tries from here. */
export interface PageSubmission {
  /** Makes it of what the page knows now. What was tried of the same submission holds. */
  readonly renewed: (session: Submitting, row: AttemptRow) => OutboxRow
  /** Sends it past the outbox, where that is safe and due, and shows what came of it. */
  readonly send: (wakeUp: boolean) => Promise<void>
  /** When it is to be tried again, by the device's clock; null when nothing waits for another try. */
  readonly nextTryAt: () => number | null
  /** The outbox has it. */
  readonly letGo: () => void
}

export function createPageSubmission(core: ExamCore, watch: SubmissionWatch): PageSubmission {
  const { ports } = core
  const now = () => ports.readDevice().wall
  const sender: Sender = {
    send: ports.send,
    now,
    random: ports.random,
    hidden: ports.hidden,
    ownerId: () => ports.ownerId,
    report: ports.report,
  }
  let standing: OutboxRow | null = null

  function submissionOf({ paper, book }: Submitting, row: AttemptRow): OutboxRow {
    const made = submissionBody(paper.frame, book, core.timing.steps())
    // Gone from the outbox it is handed in by the same bytes: the server takes others under its key for another hand-in.
    const queued = watch.lastRead()
    const isQueued = queued?.attemptId === paper.frame.attemptId && contentOf(queued.body) === contentOf(made)
    const body = isQueued ? queued.body : made
    return newSubmission({ ...row, frame: paper.frame }, { body, title: paper.test?.title ?? '', now: now() })
  }

  function renewed(session: Submitting, row: AttemptRow): OutboxRow {
    standing = goesOnFrom(standing, submissionOf(session, row))
    return standing
  }

  /** Safe beside the outbox, should that work after all: the key is the same. Without one it must have nothing to send. */
  async function send(wakeUp: boolean): Promise<void> {
    const row = standing
    if (row === null) return
    const isSafe = row.body.submission_key !== undefined || core.view().keepsNothing
    if (!isSafe || !isDue(row, now(), wakeUp)) return
    const after = await deliverFromMemory(row, sender)
    if (standing === row) standing = after
    // The page has gone on with another attempt, which this is no end of.
    if (core.isStopped() || core.attempt.row()?.draftId !== row.draftId) return
    watch.showTries(after)
    // No place but this page has the answers, so it stays and goes on offering them as a file.
    if (after.state === 'refused') core.show({ unkeptRefusal: after.problem?.message ?? '' })
    else watch.settle(after)
  }

  return {
    renewed,
    send,
    nextTryAt: () =>
      standing?.state === 'waiting' && standing.tries > 0 ? Math.max(standing.nextTryAt, standing.notBefore) : null,
    letGo: () => {
      standing = null
    },
  }
}

/** The exam may have gone on in between, so that the bytes are others now. */
function goesOnFrom(standing: OutboxRow | null, made: OutboxRow): OutboxRow {
  if (standing?.draftId !== made.draftId) return made
  const isSame = JSON.stringify(standing.body) === JSON.stringify(made.body)
  return isSame ? standing : { ...standing, body: made.body, state: 'waiting', problem: null }
}

/** Which answers a body hands in, in whatever order: a reload reads them in another one. */
function contentOf({ answers, events = [] }: SubmissionBody): string {
  const inOrder = (list: readonly { question_id: string }[]) =>
    [...list].sort((a, b) => (a.question_id < b.question_id ? -1 : 1))
  return JSON.stringify([inOrder(answers), inOrder(events)])
}
