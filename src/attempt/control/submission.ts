import { withTimeout } from '../../concurrency/with-timeout.ts'
import { unpersistedEvents } from '../machine/answers.ts'
import type { SubmissionRow } from '../machine/submission-row.ts'
import type { Effect } from '../machine/wanted.ts'
import { NotTheWriter } from '../replica/persist.ts'
import { readSubmission } from '../replica/submissions.ts'
import { isDue } from '../sync/back-off.ts'
import { announce } from '../sync/channel.ts'
import { deliverFromMemory } from '../sync/deliver-submission.ts'
import type { AttemptContext, Emit } from './context.ts'
import { closeAttempt } from './disk.ts'

/** A browser that has not answered by then counts as one that did not keep it, or cannot say. Milliseconds. */
const diskTimeoutMs = 10_000

/** Closes the attempt and writes the bytes to send, before any network call. */
export async function keepSubmission(context: AttemptContext, row: SubmissionRow, emit: Emit): Promise<void> {
  const { page, ports } = context
  const { draftId, body, title } = row
  const { exam } = page()
  const unpersisted = 'answers' in exam ? unpersistedEvents(exam.answers) : []
  const write = async () => {
    await closeAttempt(context, draftId, { body, title, now: ports.readDevice().wall, unpersisted })
    // At once: a page that has lost the writing by now, or has given this write up as too slow, tells nobody else.
    announce({ draftId, change: 'enqueued' })
  }
  try {
    await withTimeout(write(), diskTimeoutMs)
    emit({ type: 'submission-written' })
  } catch (error) {
    ports.report(error)
    emit({ type: 'submission-not-written', because: error instanceof NotTheWriter ? 'not-the-writer' : 'failed' })
  }
}

/** Makes one try to send what no storage has, where it may be made now. */
export async function sendSubmission(
  { ports }: AttemptContext,
  { row, isWoken }: Extract<Effect, { do: 'send-submission' }>,
  emit: Emit,
): Promise<void> {
  const now = () => ports.readDevice().wall
  const mayTry = isDue(row, now(), isWoken)
  const sender = { ...ports, now, ownerId: () => ports.ownerId }
  emit({ type: 'submission-tried', row: mayTry ? await deliverFromMemory(row, sender) : row })
}

/** Whoever comes first delivers it: this tab, another one, the worker. */
export function announceSubmission(draftId: string, emit: Emit): void {
  announce({ draftId, change: 'enqueued' })
  emit({ type: 'submission-announced' })
}

/** Reads what became of a submission, whoever delivered it. */
export async function lookUpSubmission({ ports }: AttemptContext, draftId: string, emit: Emit): Promise<void> {
  const read = withTimeout(readSubmission(draftId), diskTimeoutMs)
  const row = await read.catch((error: unknown) => ports.report(error))
  emit({ type: 'submission-read', row: row ?? undefined })
}
