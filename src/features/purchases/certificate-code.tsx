// A lazy boundary: the code that draws QR codes is loaded when somebody opens one.
import encodeQR from 'qr'
import type { HeldCertificate } from '#contract/certificate.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { Modal } from '../../ui/modal/modal.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './certificates.module.css'

interface CertificateCodeProps {
  certificate: HeldCertificate
  onClose: () => void
}

/** The QR code of a certificate's page, for another device to read off this screen. */
export function CertificateCode({ certificate: { test, address }, onClose }: CertificateCodeProps) {
  return (
    <Modal title={test} width="480px" height="fit-content" onClose={onClose}>
      <div className={styles.shown}>
        <Code address={address} />
        <Text>{purchaseTexts.certificateCodeUse}</Text>
        <Text variant="small" tone="soft" className={styles.address}>
          {address}
        </Text>
      </div>
    </Modal>
  )
}

/** An address as a QR code (ISO/IEC 18004) with its quiet zone. Black on white in every theme, because cameras need that. */
function Code({ address }: { address: string }) {
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: 4 })
  const edge = rows.length
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${edge} ${edge}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={purchaseTexts.certificateCode}
    >
      <rect width={edge} height={edge} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
