import { withTimeout } from '../../concurrency/with-timeout.ts'
import { timeLimit } from '../../http/send.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { recoverAnswers } from '#contract/exam-recovery.ts'
import { onDisk } from '../../storage/connection.ts'
import { announce } from '../sync/channel.ts'
import { ApiError } from '../../http/api-error.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { submissionTexts } from '../../messages/submissions.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { settleRefused } from '../replica/submissions.ts'
import { type AnswersFile, readAnswersFile } from './answers-file.ts'

/** A file of a cloud that has not come by then does not come. Milliseconds. */
const readingTimeoutMs = 60_000

/** 30 questions answered 100 times over are a tenth of this. Bytes. */
const largestFile = 5_000_000

export type Recovered = EndpointReply<typeof recoverAnswers>

/** What came of a file: the server's reply, or the reason why it was not taken, as a sentence. */
export type Submitted =
  | { readonly kind: 'taken'; readonly file: AnswersFile; readonly reply: Recovered }
  | { readonly kind: 'refused'; readonly sentence: string }

/** Reads a file that was chosen; on the page of one purchase only its own files are taken. */
export async function readChosenFile(chosen: Blob, purchaseId?: string): Promise<AnswersFile | string> {
  if (chosen.size > largestFile) return submissionTexts.fileTooLarge
  // A file of a cloud may not be had without a network, and one that was replaced not at all.
  const text = await withTimeout(chosen.text(), readingTimeoutMs).catch(() => null)
  if (text === null) return submissionTexts.fileUnreadable
  const file = readAnswersFile(text)
  if (file === null) return submissionTexts.fileForeign
  if (purchaseId !== undefined && file.purchase_id !== purchaseId)
    return submissionTexts.fileOtherPurchase(file.title ?? '')
  return file
}

/** Submits a file, or passes on why it cannot be. The same file may be submitted any number of times. */
export async function submitFile(file: AnswersFile | string): Promise<Submitted> {
  if (typeof file === 'string') return { kind: 'refused', sentence: file }
  const { purchase_id: id, attempt_id, events, answers, hand_in } = file
  const body = { attempt_id, ...(events && { events }), ...(answers && { answers }), ...(hand_in && { hand_in }) }
  try {
    const reply = await sessionRequest(recoverAnswers, { params: { id }, body }, { timeout: timeLimit(body) })
    // The server has it, also where the storage fails: people submit files because theirs is broken.
    if (reply.status !== 'merged') await onDisk(closeRefusedHere(file)).catch(reportError)
    return { kind: 'taken', file, reply }
  } catch (error) {
    return { kind: 'refused', sentence: reasonOf(error) }
  }
}

/** A submission of this browser that was refused and is in the file needs nothing more of the person. */
async function closeRefusedHere({ attempt_id, events }: AnswersFile): Promise<void> {
  for (const draftId of await settleRefused(attempt_id, events ?? [])) announce({ draftId, change: 'settled' })
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.kind === 'reply') {
    if (error.status_code === 403 || error.status_code === 404) return submissionTexts.fileNotYours
    if (error.status_code === 400) return submissionTexts.fileForeign
    if (error.code === 'attempt_not_started') return submissionTexts.fileNotStarted
  }
  return failureSentence(error, submissionTexts.fileFailed)
}
