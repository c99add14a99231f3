import { useId, useMemo, useState } from 'react'
import type { Result } from '#contract/result.ts'
import { resultTexts } from '../../../messages/result.ts'
import { Button } from '../../../ui/button/button.tsx'
import { lazyPiece } from '../../../ui/piece/piece.ts'
import { PieceInPlace } from '../../../ui/piece/piece-in-place.tsx'
import { shareableOf } from './shareable.ts'
import styles from './share.module.css'

const shareCard = lazyPiece(() => import('./share-card.tsx').then((m) => m.ShareCard))
const certificateCard = lazyPiece(() => import('./certificate-card.tsx').then((m) => m.CertificateCard))

/** The ways to show a result to others; none where there is no score to show. What they need comes when they are asked for. */
export function ShareResult({ result }: { result: Result }) {
  const shareable = useMemo(() => shareableOf(result), [result])
  const [open, setOpen] = useState<'picture' | 'certificate' | null>(null)
  const place = useId()
  if (shareable === null) return null
  const toggle = (what: 'picture' | 'certificate') => ({
    'aria-expanded': open === what,
    'aria-controls': place,
    onClick: () => setOpen(open === what ? null : what),
  })
  return (
    <div className={styles.section}>
      <div className={styles.ways}>
        <Button size="large" {...toggle('picture')}>
          {resultTexts.share}
        </Button>
        <Button variant="border" size="large" {...toggle('certificate')}>
          {resultTexts.certificate}
        </Button>
      </div>
      <div id={place} className={styles.place}>
        {open === 'picture' && <PieceInPlace piece={shareCard} props={{ shareable }} />}
        {open === 'certificate' && <PieceInPlace piece={certificateCard} props={{ shareable }} />}
      </div>
    </div>
  )
}
