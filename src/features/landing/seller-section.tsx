import { landingRestTexts } from '../../messages/landing-rest.ts'
import { footerQuery } from '../../queries/footer-query.ts'
import { useDrawnQuery } from '../../queries/use-drawn-query.ts'
import { Button } from '../../ui/button/button.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { Text } from '../../ui/text/text.tsx'
import styles from './section.module.css'

/** Who sells and on what terms; the contacts are in the footer right below. */
export function SellerSection() {
  const { data: { seller } = {} } = useDrawnQuery(footerQuery)
  return (
    <section className={styles.section} aria-labelledby="seller-title">
      <Text as="h2" variant="h4" id="seller-title">
        {landingRestTexts.sellerTitle}
      </Text>
      <Text variant="large" tone="soft">
        {seller != null && <span>{`${landingRestTexts.seller(seller.name, seller.tax_number)} `}</span>}
        <span>{landingRestTexts.sellerText}</span>
      </Text>
      <div className={styles.ways}>
        <Button variant="border" onClick={() => openModal({ kind: 'offer' })}>
          {landingRestTexts.readOffer}
        </Button>
        <Button variant="border" onClick={() => openModal({ kind: 'privacyPolicy' })}>
          {landingRestTexts.readPrivacy}
        </Button>
      </div>
    </section>
  )
}
