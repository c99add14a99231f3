import type { EndpointReply } from '#contract/endpoint.ts'
import { recoverAnswers } from '#contract/exam-recovery.ts'
import { diskPatience } from '../delivery/disk-patience.ts'
import { announce } from '../delivery/news.ts'
import { ApiError } from '../http/api-error.ts'
import { failureSentence } from '../messages/failure-sentence.ts'
import { outboxTexts } from '../messages/outbox.ts'
import { sessionRequest } from '../session/session-request.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { settleRefused } from '../storage/outbox.ts'
import { type AnswersFile, readAnswersFile } from './answers-file.ts'

/** 30 questions answered 100 times over are a tenth of this. Bytes. */
const largestFile = 5_000_000

export type Recovered = EndpointReply<typeof recoverAnswers>

/** What came of a file: the server's word, or the reason why it was not taken, as a sentence. */
export type HandedIn =
  | { readonly kind: 'taken'; readonly file: AnswersFile; readonly reply: Recovered }
  | { readonly kind: 'refused'; readonly sentence: string }

/** Reads a file that was chosen; on the page of one purchase only its own files are taken. */
export async function readChosenFile(chosen: Blob, purchaseId?: string): Promise<AnswersFile | string> {
  if (chosen.size > largestFile) return outboxTexts.fileTooLarge
  // A file of a cloud may not be had without a network, and one that was replaced not at all.
  const text = await chosen.text().catch(() => null)
  if (text === null) return outboxTexts.fileUnreadable
  const file = readAnswersFile(text)
  if (file === null) return outboxTexts.fileForeign
  if (purchaseId !== undefined && file.purchase_id !== purchaseId)
    return outboxTexts.fileOtherPurchase(file.title ?? '')
  return file
}

/** Hands a file in, or passes on why it cannot be. The same file may be handed in any number of times. */
export async function handInFile(file: AnswersFile | string): Promise<HandedIn> {
  if (typeof file === 'string') return { kind: 'refused', sentence: file }
  const { purchase_id: id, attempt_id, events, answers, hand_in } = file
  const body = { attempt_id, ...(events && { events }), ...(answers && { answers }), ...(hand_in && { hand_in }) }
  try {
    const reply = await sessionRequest(recoverAnswers, { params: { id }, body })
    // The server has it, whatever a broken storage says: people hand files in because theirs is.
    if (reply.status !== 'merged') await withTimeout(settleHere(file), diskPatience).catch(reportError)
    return { kind: 'taken', file, reply }
  } catch (error) {
    return { kind: 'refused', sentence: reasonOf(error) }
  }
}

/** When the file is of a submission that was refused in this browser, that one waits for nobody any more. */
async function settleHere({ attempt_id, events }: AnswersFile): Promise<void> {
  for (const draftId of await settleRefused(attempt_id, events ?? [])) announce({ draftId, change: 'settled' })
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.kind === 'reply') {
    if (error.status_code === 403 || error.status_code === 404) return outboxTexts.fileNotYours
    if (error.status_code === 400) return outboxTexts.fileForeign
    if (error.code === 'attempt_not_started') return outboxTexts.fileNotStarted
  }
  return failureSentence(error, outboxTexts.fileFailed)
}
