import { useId, useRef, useState } from 'react'
import { submissionTexts } from '../../messages/submissions.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text/text.tsx'
import { type Recovered, submitFile, type Submitted, readChosenFile } from '../answers-file/submit-file.ts'
import styles from './submissions.module.css'

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
        <Button variant="border" disabled={isSending} onClick={() => input.current?.click()}>
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

/** What the server did with a file of answers, and where to go from here. */
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

/** What was done, and how many answers of the file newer ones have replaced. */
function sentences(done: string, superseded: number): string {
  return superseded > 0 ? `${done} ${submissionTexts.fileSuperseded(superseded)}` : done
}
