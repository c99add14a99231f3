import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HeldCertificate } from '#contract/certificate.ts'
import { failedToShow } from '../../http/api-error.ts'
import { failureSentence } from '../../messages/messages.ts'
import { lastMoment } from '../../messages/formats.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { certificatesQuery } from '../../queries/certificate-queries.ts'
import { Button, buttonClass } from '../../ui/button/button.tsx'
import { Failure } from '../../ui/notice.tsx'
import { lazyPiece } from '../../ui/piece/piece.ts'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './certificates.module.css'

const certificateCode = lazyPiece(() => import('./certificate-code.tsx').then((m) => m.CertificateCode))

/** A card for each valid certificate of the person, also without a network. */
export function Certificates({ isAsked }: { isAsked: boolean }) {
  const { data, error, refetch } = useQuery({ ...certificatesQuery, enabled: isAsked })
  const [shown, setShown] = useState<HeldCertificate | null>(null)
  const list = data?.results ?? []
  const isLost = failedToShow(error, data)
  if (list.length === 0 && !isLost) return null
  return (
    <section className={styles.section} aria-labelledby="certificates">
      <Text as="h2" variant="subtitle2" id="certificates">
        {purchaseTexts.certificates}
      </Text>
      {isLost && (
        <Failure onRetry={() => void refetch()}>{failureSentence(error, purchaseTexts.certificatesFailed)}</Failure>
      )}
      <ul className={styles.cards}>
        {list.map((certificate) => (
          <Card key={certificate.attempt_id} certificate={certificate} onShow={() => setShown(certificate)} />
        ))}
      </ul>
      {shown !== null && (
        <PieceInPlace piece={certificateCode} props={{ certificate: shown, onClose: () => setShown(null) }} />
      )}
    </section>
  )
}

function Card({ certificate, onShow }: { certificate: HeldCertificate; onShow: () => void }) {
  const { name, test, iq, interval, which, taken_at, address } = certificate
  return (
    <li className={styles.card}>
      {name !== '' && (
        <Text as="h3" variant="subtitle2" className={styles.name}>
          {name}
        </Text>
      )}
      <Text>{test}</Text>
      <p className={styles.iq}>{purchaseTexts.certificateIq(iq)}</p>
      <Text>{purchaseTexts.certificateInterval(interval)}</Text>
      <Text variant="small" tone="soft">
        {[which, lastMoment(taken_at)].filter(Boolean).join(' · ')}
      </Text>
      <div className={styles.ways}>
        <Button variant="secondary" onClick={onShow}>
          {purchaseTexts.certificateShow}
        </Button>
        <a className={buttonClass({ variant: 'border' })} href={address} target="_blank" rel="noreferrer">
          {purchaseTexts.certificateVisit}
        </a>
      </div>
    </li>
  )
}
