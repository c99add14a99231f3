import { useMemo, useState } from 'react'
import type { Result } from '#contract/result.ts'
import { resultTexts } from '../../../messages/result.ts'
import { Button } from '../../../ui/button/button.tsx'
import { lazyPiece } from '../../../ui/piece/lazy-piece.ts'
import { PieceInPlace } from '../../../ui/piece/piece-in-place.tsx'
import { shareableOf } from './shareable.ts'
import styles from './share.module.css'

const shareCard = lazyPiece(() => import('./share-card.tsx').then((m) => m.ShareCard))

/** The way to a picture of the result; nothing where there is no score to show. The picture is made when it is asked for. */
export function ShareResult({ result }: { result: Result }) {
  const shareable = useMemo(() => shareableOf(result), [result])
  const [isOpen, setOpen] = useState(false)
  if (shareable === null) return null
  return (
    <div className={styles.section}>
      <Button variant="border" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {resultTexts.share}
      </Button>
      {isOpen && <PieceInPlace piece={shareCard} props={{ shareable }} />}
    </div>
  )
}
