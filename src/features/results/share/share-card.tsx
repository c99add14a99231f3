import { useEffect, useState } from 'react'
import { shareTexts } from '../../../messages/share.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Text } from '../../../ui/text/text.tsx'
import { cardWords, saidInWords } from './card-words.ts'
import { cardSize, drawCard, pngOf } from './draw-card.ts'
import type { Shareable } from './shareable.ts'
import styles from './share.module.css'

interface Picture {
  file: File
  /** As a data: address, for the page's policy allows no other that is made here. */
  address: string
}

const fileName = 'rezultat-iq.png'

/** The picture of a result, made on this device, with the ways to hand it on that this browser has. */
export function ShareCard({ shareable }: { shareable: Shareable }) {
  const words = cardWords(shareable, window.location.host)
  const said = saidInWords(words)
  const [picture, setPicture] = useState<Picture | 'failed' | null>(null)
  const [outcome, setOutcome] = useState('')

  useEffect(() => {
    let isCurrent = true
    makePicture(shareable).then(
      (made) => isCurrent && setPicture(made),
      () => isCurrent && setPicture('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [shareable])

  if (picture === 'failed') return <Failure>{shareTexts.drawFailed}</Failure>
  if (picture === null) return <Loading />
  const { file, address } = picture
  const canShare = navigator.canShare?.({ files: [file] }) ?? false
  const share = async () => {
    setOutcome('')
    try {
      await navigator.share({ files: [file], title: words.site, text: said })
    } catch (error) {
      // Whoever closes the system's dialog has changed their mind.
      if (!isAbort(error)) setOutcome(shareTexts.shareFailed)
    }
  }
  const copy = async () => {
    setOutcome('')
    try {
      await navigator.clipboard.write([new ClipboardItem({ [file.type]: file })])
      setOutcome(shareTexts.copied)
    } catch {
      setOutcome(shareTexts.copyFailed)
    }
  }
  return (
    <section className={styles.card} aria-labelledby="share-card">
      <Text as="h2" variant="subtitle2" id="share-card">
        {shareTexts.title}
      </Text>
      <img className={styles.picture} src={address} alt={shareTexts.picture(said)} {...cardSize} />
      <div className={styles.ways}>
        {canShare && <Button onClick={() => void share()}>{shareTexts.share}</Button>}
        <Button variant={canShare ? 'border' : 'primary'} onClick={() => download(file)}>
          {shareTexts.download}
        </Button>
        {typeof ClipboardItem !== 'undefined' && navigator.clipboard !== undefined && (
          <Button variant="border" onClick={() => void copy()}>
            {shareTexts.copy}
          </Button>
        )}
      </div>
      <p role="status" className={styles.outcome}>
        {outcome}
      </p>
      <Text variant="small" tone="soft">
        {shareTexts.hint}
      </Text>
    </section>
  )
}

async function makePicture(shareable: Shareable): Promise<Picture> {
  const canvas = await drawCard(cardWords(shareable, window.location.host), shareable.score)
  const file = new File([await pngOf(canvas)], fileName, { type: 'image/png' })
  return { file, address: canvas.toDataURL('image/png') }
}

function download(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // Not at once: the browser still reads it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
