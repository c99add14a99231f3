import { useState } from 'react'
import { reviewTexts } from '../../messages/review.ts'
import { Button } from '../../ui/button/button.tsx'
import { lazyPiece } from '../../ui/piece/lazy-piece.ts'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import type { ReportFormProps } from './report-form.tsx'
import styles from './report-question.module.css'

const form = lazyPiece<ReportFormProps>(() => import('./report-form.tsx').then((m) => m.ReportForm))

/** Offers to say what is wrong with a task; the form comes when it is asked for, and not onto paper. */
export function ReportQuestion(props: ReportFormProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.report}>
      {isOpen ? (
        <PieceInPlace piece={form} props={props} />
      ) : (
        <Button variant="link" onClick={() => setOpen(true)}>
          {reviewTexts.report}
        </Button>
      )}
    </div>
  )
}
