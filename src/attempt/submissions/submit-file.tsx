import { useId, useRef, useState } from 'react'
import { submissionTexts } from '../../messages/submissions.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './submissions.module.css'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import { tryTimeoutFor } from '../../http/send.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { recoverAnswers } from '#contract/exam-recovery.ts'
import { onDisk } from '../../storage/connection.ts'
import { announce } from '../sync/channel.ts'
import { ApiError } from '../../http/api-error.ts'
import { failureSentence } from '../../messages/messages.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { closeAsGraded } from '../replica/submissions.ts'
import { type AnswersFile, readAnswersFile } from './answers-file.ts'

/** Submits a file of answers that another browser, or this one, has let the person download. */
export function SubmitFile({ purchaseId }: { purchaseId?: string }) {
  const input = useRef<HTMLInputElement>(null)
  const title = useId()
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Submitted | null>(null)

  const show = async (work: Promise<Submitted>) => {
    setSending(true)
    setOutcome(await work)
    setSending(false)
  }
  const choose = (chosen: File | undefined) => {
    if (chosen !== undefined) void show(readChosenFile(chosen, purchaseId).then((file) => submitFile(file)))
  }
  return (
    <section className={styles.file} aria-labelledby={title}>
      <Text as="h2" variant="subtitle2" id={title}>
        {submissionTexts.fileTitle}
      </Text>
      <Text tone="soft">{submissionTexts.fileLead}</Text>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label={submissionTexts.fileChoose}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0])
          // So that the same file can be chosen again after it was mended.
          event.currentTarget.value = ''
        }}
      />
      <div>
        <Button variant="border" settling={isSending} onClick={() => input.current?.click()}>
          {isSending ? submissionTexts.fileSending : submissionTexts.fileChoose}
        </Button>
      </div>
      {outcome?.kind === 'refused' && <Notice tone="danger">{outcome.sentence}</Notice>}
      {outcome?.kind === 'taken' && (
        <FileOutcome
          purchaseId={outcome.file.purchase_id}
          reply={outcome.reply}
          onSubmit={() => void show(submitFile({ ...outcome.file, hand_in: true }))}
        />
      )}
    </section>
  )
}

interface FileOutcomeProps {
  purchaseId: string
  reply: Recovered
  onSubmit: () => void
}

function FileOutcome({ purchaseId, reply, onSubmit }: FileOutcomeProps) {
  const { status, added, superseded } = reply
  const toResult = (
    <ButtonLink to={paths.result('1', purchaseId)} variant="border">
      {submissionTexts.openResult}
    </ButtonLink>
  )
  switch (status) {
    case 'merged':
      return (
        <Notice
          tone="success"
          title={submissionTexts.fileMergedTitle}
          actions={
            <>
              <ButtonLink to={paths.exam('1', purchaseId)}>{submissionTexts.continueExam}</ButtonLink>
              <Button variant="border" onClick={onSubmit}>
                {submissionTexts.submitNow}
              </Button>
            </>
          }
        >
          {sentences(submissionTexts.fileMerged, superseded.length)}
        </Notice>
      )
    case 'handed_in':
      return (
        <Notice tone="success" title={submissionTexts.fileSubmittedTitle} actions={toResult}>
          {sentences(submissionTexts.fileSubmitted, superseded.length)}
        </Notice>
      )
    case 'kept':
      return (
        <Notice tone="warning" title={submissionTexts.fileKeptTitle} actions={toResult}>
          {submissionTexts.fileKept(added)}
        </Notice>
      )
  }
}

/** What was done, and how many answers of the file gave way to newer ones. */
function sentences(done: string, superseded: number): string {
  return superseded > 0 ? `${done} ${submissionTexts.fileSuperseded(superseded)}` : done
}

/** After this time a file in a cloud counts as unreadable. */
const readingTimeoutMs = 60_000

/** Bytes. 30 questions answered 100 times over are a tenth of this. */
const largestFile = 5_000_000

export type Recovered = EndpointReply<typeof recoverAnswers>

/** The outcome of a file: the server's reply, or the reason why it was not taken, as a sentence. */
export type Submitted =
  | { readonly kind: 'taken'; readonly file: AnswersFile; readonly reply: Recovered }
  | { readonly kind: 'refused'; readonly sentence: string }

/** Reads a file that was chosen; on the page of one purchase only its own files are taken. */
export async function readChosenFile(chosen: Blob, purchaseId?: string): Promise<AnswersFile | string> {
  if (chosen.size > largestFile) return submissionTexts.fileTooLarge
  // A file in a cloud may not come without a network, and a file that was replaced never comes.
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
    const reply = await sessionRequest(recoverAnswers, { params: { id }, body }, { timeout: tryTimeoutFor(body) })
    // The server has the answers even if this storage fails: people submit files because theirs is broken.
    if (reply.status !== 'merged') await onDisk(closeRefusedHere(file)).catch(reportError)
    return { kind: 'taken', file, reply }
  } catch (error) {
    return { kind: 'refused', sentence: reasonOf(error) }
  }
}

/** A refused submission of this browser that is in the file needs nothing more of the person. */
async function closeRefusedHere({ attempt_id, events }: AnswersFile): Promise<void> {
  for (const draftId of await closeAsGraded(attempt_id, events ?? [])) announce({ draftId, change: 'settled' })
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.kind === 'reply') {
    if (error.status_code === 403 || error.status_code === 404) return submissionTexts.fileNotYours
    if (error.status_code === 400) return submissionTexts.fileForeign
    if (error.code === 'attempt_not_started') return submissionTexts.fileNotStarted
  }
  return failureSentence(error, submissionTexts.fileFailed)
}
