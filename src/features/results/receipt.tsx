import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { seenName } from '#contract/pasted-text.ts'
import { readResultFile } from '#contract/result-file.ts'
import { type Receipt as ReceiptContent, verifyReceipt } from '#contract/result.ts'
import { readReceipt, saveReceipt } from '../../attempt/submissions/receipts.ts'
import { soon } from '../../concurrency/with-timeout.ts'
import { apiOrigin } from '../../http/api-url.ts'
import { request } from '../../http/request.ts'
import { date } from '../../messages/formats.ts'
import { failureSentence } from '../../messages/messages.ts'
import { resultTexts } from '../../messages/result.ts'
import { siteTexts } from '../../messages/site.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { useSession } from '../../session/session-state.ts'
import { Button } from '../../ui/button/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Text } from '../../ui/text.tsx'
import printHeadStyles from './print-head.module.css'
import styles from './receipt.module.css'

/** The server's receipt: what it says and how to check it. Shows only both ends of its text: nobody types a token off a sheet. */
export function Receipt({ receipt, attemptId }: { receipt: string; attemptId: string }) {
  const [isCopied, setCopied] = useState(false)
  const check = useMutation({ mutationFn: () => request(verifyReceipt, { body: { receipt } }) })
  const content = readReceipt(receipt)
  const copy = async () => {
    // The sentence about the copy replaces the sentence about a check.
    check.reset()
    setCopied(false)
    try {
      await soon(navigator.clipboard.writeText(receipt))
      setCopied(true)
    } catch {
      // Without permission, or without a clipboard (an old browser, a page without TLS), the receipt is saved as a file.
      saveReceipt(receipt, attemptId, 'graded')
    }
  }
  return (
    <section className={styles.receipt} aria-labelledby="receipt">
      <Text as="h2" variant="subtitle2" id="receipt">
        {resultTexts.receiptTitle}
      </Text>
      <Text tone="soft">{resultTexts.receipt}</Text>
      {content !== null && <p>{resultTexts.receiptSays(date(content.at), content)}</p>}
      <code className={styles.text}>{shortened(receipt)}</code>
      <div className={styles.actions}>
        <Button variant="border" pending={check.isPending} onClick={() => check.mutate()}>
          {resultTexts.receiptCheck}
        </Button>
        <Button variant="link" onClick={() => void copy()}>
          {resultTexts.receiptCopy}
        </Button>
        <Button variant="link" onClick={() => saveReceipt(receipt, attemptId, 'graded')}>
          {resultTexts.receiptDownload}
        </Button>
      </div>
      <p role="status" className={styles.outcome}>
        {check.data !== undefined && (
          <span>{check.data.valid ? validSentence(content) : resultTexts.receiptInvalid}</span>
        )}
        {check.error !== null && <span>{failureSentence(check.error, resultTexts.receiptUnchecked)}</span>}
        {isCopied && check.isIdle && <span>{resultTexts.receiptCopied}</span>}
      </p>
      <Text variant="small" tone="soft">
        {resultTexts.receiptHow(`${apiOrigin || window.location.origin}/api/receipts/keys/`)}
      </Text>
    </section>
  )
}

function validSentence(content: ReceiptContent | null): string {
  const { receiptValid, receiptLate } = resultTexts
  return content?.late === undefined ? receiptValid : `${receiptValid} ${receiptLate}`
}

function shortened(receipt: string): string {
  return receipt.length <= 40 ? receipt : `${receipt.slice(0, 16)} … ${receipt.slice(-16)}`
}

/** A document outside the app. It is not in `paths`, because every first page carries those. */
const recalculationPage = '/pererakhunok.html'

/** Offers the file from which anybody can compute this score again, and links the page that does so. */
export function ScoreAgain({ attemptId, test }: { attemptId: string; test: string }) {
  const { mutate, isPending, data: outcome, error } = useMutation({ mutationFn: () => takeFile(attemptId, test) })
  return (
    <section className={styles.receipt} aria-labelledby="score-again">
      <Text as="h2" variant="subtitle2" id="score-again">
        {resultTexts.fileTitle}
      </Text>
      <Text tone="soft">{resultTexts.file}</Text>
      <div className={styles.actions}>
        <Button variant="border" pending={isPending} onClick={() => mutate()}>
          {resultTexts.fileTake}
        </Button>
        <a href={recalculationPage}>{resultTexts.filePage}</a>
      </div>
      <p role="status" className={styles.outcome}>
        {outcome === 'saved' && <span>{resultTexts.fileTaken}</span>}
        {outcome === 'none' && <span>{resultTexts.fileNone}</span>}
        {error !== null && <span>{failureSentence(error, resultTexts.fileFailed)}</span>}
      </p>
    </section>
  )
}

/** `told`: a window inside an app saves nothing, so a dialog told the person how to keep the file. Throws ApiError. */
async function takeFile(attemptId: string, test: string): Promise<'saved' | 'told' | 'none'> {
  const { file } = await sessionRequest(readResultFile, { params: { id: attemptId } })
  if (file === null) return 'none'
  const text = JSON.stringify(file, null, 1)
  return saveFile(new File([text], `iq-${test}.json`, { type: 'application/json' })) ? 'saved' : 'told'
}

/** The head of a printed result: the site, the owner and the day of printing. A screen shows them elsewhere. */
export function PrintHead() {
  const { user } = useSession()
  const [today] = useState(() => new Date().toISOString())
  const name = [user?.first_name, user?.last_name]
    .map((each) => seenName(each ?? ''))
    .filter(Boolean)
    .join(' ')
  return (
    <div className={printHeadStyles.head}>
      <Mark size={32} />
      <p className={printHeadStyles.site}>{siteTexts.name}</p>
      <p className={printHeadStyles.name}>{name === '' ? user?.email : name}</p>
      <p className={printHeadStyles.printed}>{resultTexts.printed(date(today))}</p>
    </div>
  )
}

/** The foot of a printed result: how its reader can verify it. */
export function PrintProof({ attemptId }: { attemptId: string }) {
  return (
    <p className={printHeadStyles.proof}>
      {resultTexts.proofOnPaper(attemptId, `${apiOrigin || window.location.origin}/api/receipts/keys/`)}
    </p>
  )
}
