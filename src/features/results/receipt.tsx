import { soon } from '../../concurrency/soon.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Receipt as ReceiptContent, verifyReceipt } from '#contract/result.ts'
import { apiOrigin } from '../../http/api-url.ts'
import { request } from '../../http/request.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { date } from '../../messages/formats.ts'
import { resultTexts } from '../../messages/result.ts'
import { Button } from '../../ui/button/button.tsx'
import { Text } from '../../ui/text/text.tsx'
import { readReceipt, saveReceipt } from '../../attempt/submissions/receipts.ts'
import styles from './receipt.module.css'

/** The server's signed word: what it says, the beginning of its text, which nobody types off a sheet, and how to check it. */
export function Receipt({ receipt, attemptId }: { receipt: string; attemptId: string }) {
  const [isCopied, setCopied] = useState(false)
  const check = useMutation({ mutationFn: () => request(verifyReceipt, { body: { receipt } }) })
  const content = readReceipt(receipt)
  const copy = async () => {
    // What is said of a check makes room for what is said of the copy.
    check.reset()
    setCopied(false)
    try {
      await soon(navigator.clipboard.writeText(receipt))
      setCopied(true)
    } catch {
      // Without permission, or without a clipboard (an old browser, a page without TLS), the file remains.
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
