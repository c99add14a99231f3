import { useMutation } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { type Result, sendResultLetter } from '#contract/result.ts'
import { failureSentence } from '../../../messages/messages.ts'
import { resultTexts } from '../../../messages/result.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Failure } from '../../../ui/notice.tsx'
import { Text } from '../../../ui/text.tsx'
import { sessionRequest } from '../../../session/session-request.ts'
import { lazyPiece } from '../../../ui/piece/piece.ts'
import { PieceInPlace } from '../../../ui/piece/piece-in-place.tsx'
import { shareableOf } from './shareable.ts'
import styles from './share.module.css'

const shareCard = lazyPiece(() => import('./share-card.tsx').then((m) => m.ShareCard))
const certificateCard = lazyPiece(() => import('./certificate-card.tsx').then((m) => m.CertificateCard))

/** The ways to show a result to others, and to mail it to oneself; without a score the letter alone. Pieces load at a press. */
export function ShareResult({ result }: { result: Result }) {
  const shareable = useMemo(() => shareableOf(result), [result])
  const [open, setOpen] = useState<'picture' | 'certificate' | null>(null)
  const place = useId()
  // Another server gives no receipt, and sends no letters.
  const byLetter = result.mode === 'exam' && result.receipt != null && <ByLetter attemptId={result.attempt_id} />
  if (shareable === null) return byLetter
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
      {byLetter}
    </div>
  )
}

/** Mails the result with its score to the owner's address. A second letter does no harm. */
function ByLetter({ attemptId }: { attemptId: string }) {
  const send = useMutation({
    mutationFn: () => sessionRequest(sendResultLetter, { params: { id: attemptId } }),
  })
  return (
    <div className={styles.section}>
      <Button variant="link" pending={send.isPending} onClick={() => send.mutate()}>
        {resultTexts.byLetter}
      </Button>
      <div role="status" className={styles.place}>
        {send.data && <Text tone="soft">{resultTexts.letterSent(send.data.to)}</Text>}
      </div>
      {send.error !== null && <Failure>{failureSentence(send.error, resultTexts.letterFailed)}</Failure>}
    </div>
  )
}
