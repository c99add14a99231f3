// A lazy boundary: loaded when it is opened.
import { soon } from '../../../concurrency/with-timeout.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { shareTexts } from '../../../messages/share.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Failure } from '../../../ui/notice.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Loading } from '../../../ui/page.tsx'
import { openShareSheet, saveFile } from '../../../ui/save-file.ts'
import { Text } from '../../../ui/text.tsx'
import { cardWords, saidInWords } from './card-words.ts'
import { certificateQuery } from '../../../queries/certificate-queries.ts'
import { type CardShape, cardSize, drawCard, pngOf } from './draw-card.ts'
import type { Shareable } from './shareable.ts'
import styles from './share.module.css'

interface Picture {
  of: Drawn
  file: File
  /** A data: URL: the page's policy allows no other image that is made here. */
  address: string
  size: { width: number; height: number }
}

/** `proof`: the address in the picture's QR code; null without a code. */
interface Drawn {
  shareable: Shareable
  proof: string | null
  shape: CardShape
}

const fileName = 'rezultat-iq.png'

/** The picture of a result, drawn on this device, with the ways to share it that this browser has. */
export function ShareCard({ shareable }: { shareable: Shareable }) {
  const { data: certificate } = useQuery(certificateQuery(shareable.attemptId))
  const [wantsCode, setWantsCode] = useState(false)
  const [shape, setShape] = useState<CardShape>('post')
  const openAt = certificate?.address ?? null
  const proof = wantsCode ? openAt : null
  const words = cardWords(shareable, window.location.host, proof)
  const said = saidInWords(words)
  const [picture, setPicture] = useState<Picture | 'failed' | null>(null)
  const [outcome, setOutcome] = useState('')

  useEffect(() => {
    let isCurrent = true
    makePicture({ shareable, proof, shape }).then(
      (made) => isCurrent && setPicture(made),
      () => isCurrent && setPicture('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [shareable, proof, shape])

  if (picture === 'failed') return <Failure>{shareTexts.drawFailed}</Failure>
  if (picture === null) return <Loading />
  const { file, address, size, of } = picture
  // An outdated picture is not shared: it may still have the code that the person has just removed.
  const isOld = of.shareable !== shareable || of.proof !== proof || of.shape !== shape
  const canShare = navigator.canShare?.({ files: [file] }) ?? false
  const share = async () => {
    setOutcome('')
    if (!(await openShareSheet({ files: [file], title: words.site, text: said }))) setOutcome(shareTexts.shareFailed)
  }
  const copy = async () => {
    setOutcome('')
    try {
      await soon(navigator.clipboard.write([new ClipboardItem({ [file.type]: file })]))
      setOutcome(shareTexts.copied)
    } catch {
      setOutcome(shareTexts.copyFailed)
    }
  }
  return (
    <section className={styles.card} aria-label={shareTexts.title}>
      <img className={styles.picture} src={address} alt={shareTexts.picture(said)} {...size} />
      <Checkbox
        checked={shape === 'story'}
        onChange={(event) => setShape(event.currentTarget.checked ? 'story' : 'post')}
      >
        {shareTexts.tall}
      </Checkbox>
      {openAt !== null && (
        <Checkbox checked={wantsCode} onChange={(event) => setWantsCode(event.currentTarget.checked)}>
          {shareTexts.withCode}
        </Checkbox>
      )}
      <div className={styles.ways}>
        {canShare && (
          <Button settling={isOld} onClick={() => void share()}>
            {shareTexts.share}
          </Button>
        )}
        <Button variant={canShare ? 'border' : 'primary'} settling={isOld} onClick={() => saveFile(file)}>
          {shareTexts.download}
        </Button>
        {typeof ClipboardItem !== 'undefined' && navigator.clipboard !== undefined && (
          <Button variant="border" settling={isOld} onClick={() => void copy()}>
            {shareTexts.copy}
          </Button>
        )}
      </div>
      <p role="status" className={styles.outcome}>
        {outcome}
      </p>
      <Text variant="small" tone="soft">
        <span>{proof === null ? shareTexts.hint : shareTexts.codeHint}</span>
        {openAt === null && certificate?.available === true && <span>{` ${shareTexts.codeNeeds}`}</span>}
      </Text>
    </section>
  )
}

async function makePicture(of: Drawn): Promise<Picture> {
  const { shareable, proof, shape } = of
  const canvas = await drawCard(cardWords(shareable, window.location.host, proof), shareable.score, shape)
  const file = new File([await pngOf(canvas)], fileName, { type: 'image/png' })
  return { of, file, address: canvas.toDataURL('image/png'), size: cardSize(shape) }
}
