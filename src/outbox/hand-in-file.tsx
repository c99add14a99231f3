import { useId, useRef, useState } from 'react'
import { outboxTexts } from '../messages/outbox.ts'
import { Button } from '../ui/button/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Text } from '../ui/text/text.tsx'
import { FileOutcome } from './file-outcome.tsx'
import { handInFile, type HandedIn, readChosenFile } from './hand-in.ts'
import styles from './outbox.module.css'

/** Hands in a file of answers that another browser, or this one, has let the person download. */
export function HandInFile({ purchaseId }: { purchaseId?: string }) {
  const input = useRef<HTMLInputElement>(null)
  const title = useId()
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<HandedIn | null>(null)

  const show = async (work: Promise<HandedIn>) => {
    setSending(true)
    setOutcome(await work)
    setSending(false)
  }
  const choose = (chosen: File | undefined) => {
    if (chosen !== undefined) void show(readChosenFile(chosen, purchaseId).then((file) => handInFile(file)))
  }
  return (
    <section className={styles.file} aria-labelledby={title}>
      <Text as="h2" variant="subtitle2" id={title}>
        {outboxTexts.fileTitle}
      </Text>
      <Text tone="soft">{outboxTexts.fileLead}</Text>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label={outboxTexts.fileChoose}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0])
          // So that the same file can be chosen again after it was mended.
          event.currentTarget.value = ''
        }}
      />
      <div>
        <Button variant="border" disabled={isSending} onClick={() => input.current?.click()}>
          {isSending ? outboxTexts.fileSending : outboxTexts.fileChoose}
        </Button>
      </div>
      {outcome?.kind === 'refused' && <Notice tone="danger">{outcome.sentence}</Notice>}
      {outcome?.kind === 'taken' && (
        <FileOutcome
          purchaseId={outcome.file.purchase_id}
          reply={outcome.reply}
          onHandIn={() => void show(handInFile({ ...outcome.file, hand_in: true }))}
        />
      )}
    </section>
  )
}
