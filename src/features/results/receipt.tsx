import { useState } from 'react'
import { resultTexts } from '../../messages/result.ts'
import { Button } from '../../ui/button/button.tsx'
import { Text } from '../../ui/text/text.tsx'
import styles from './result.module.css'

/** The server's signed word, short on the screen and whole in the clipboard or a file. */
export function Receipt({ receipt, attemptId }: { receipt: string; attemptId: string }) {
  const [isCopied, setCopied] = useState(false)
  // Without permission (an old browser, a page without TLS) the file remains.
  const copy = () =>
    navigator.clipboard?.writeText(receipt).then(
      () => setCopied(true),
      () => download(receipt, attemptId),
    )
  return (
    <section className={styles.section} aria-labelledby="receipt">
      <Text as="h2" variant="subtitle2" id="receipt">
        {resultTexts.receiptTitle}
      </Text>
      <Text tone="soft">{resultTexts.receipt}</Text>
      <code className={styles.receipt}>{shortened(receipt)}</code>
      <div className={styles.actions}>
        <Button variant="border" onClick={() => void copy()}>
          {resultTexts.receiptCopy}
        </Button>
        <Button variant="link" onClick={() => download(receipt, attemptId)}>
          {resultTexts.receiptDownload}
        </Button>
        <span role="status">{isCopied ? resultTexts.receiptCopied : ''}</span>
      </div>
    </section>
  )
}

function shortened(receipt: string): string {
  return receipt.length <= 40 ? receipt : `${receipt.slice(0, 16)} … ${receipt.slice(-16)}`
}

function download(receipt: string, attemptId: string): void {
  const url = URL.createObjectURL(new Blob([receipt], { type: 'application/jose' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `kvytantsiia-${attemptId}.jws`
  link.click()
  // Not at once: the browser still reads it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
