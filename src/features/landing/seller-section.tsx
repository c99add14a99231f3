import { landingTexts } from '../../messages/landing.ts'
import { Button } from '../../ui/button/button.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { Text } from '../../ui/text/text.tsx'
import styles from './section.module.css'

/** Who sells and on what terms; the contacts stand in the footer right below. */
export function SellerSection() {
  return (
    <section className={styles.section} aria-labelledby="seller-title">
      <Text as="h2" variant="h4" id="seller-title">
        {landingTexts.sellerTitle}
      </Text>
      <Text variant="large" tone="soft">
        {landingTexts.sellerText}
      </Text>
      <div className={styles.ways}>
        <Button variant="border" onClick={() => openModal({ kind: 'offer' })}>
          {landingTexts.readOffer}
        </Button>
        <Button variant="border" onClick={() => openModal({ kind: 'privacyPolicy' })}>
          {landingTexts.readPrivacy}
        </Button>
      </div>
    </section>
  )
}
