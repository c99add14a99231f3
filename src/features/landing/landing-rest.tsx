// A lazy boundary: loaded after the top of the page.
import { landingRestTexts } from '../../messages/landing-rest.ts'
import { usePrerenderedQuery } from '../../queries/prerendered-queries.ts'
import { footerQuery } from '../../queries/footer-query.ts'
import { BellCurve } from '../../ui/bell-curve.tsx'
import { Button } from '../../ui/button/button.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { Text } from '../../ui/text.tsx'
import { useIsHydrated } from '../../ui/use-is-hydrated.ts'
import { sampleFigures } from '../../shop/sample-figures.ts'
import sampleSectionStyles from './sample-section.module.css'
import styles from './section.module.css'

export function LandingRest() {
  return (
    <>
      <SampleSection />
      <PromiseSection />
      <SellerSection />
    </>
  )
}

function PromiseSection() {
  return (
    <section className={styles.section} aria-labelledby="promise-title">
      <Text as="h2" variant="h3" id="promise-title">
        {landingRestTexts.promiseTitle}
      </Text>
      <ul className={styles.columns}>
        {landingRestTexts.promises.map(({ title, text }) => (
          <li key={title} className={styles.promise}>
            <Text as="h3" variant="subtitle2">
              {title}
            </Text>
            <Text tone="soft">{text}</Text>
          </li>
        ))}
      </ul>
    </section>
  )
}

const { sample } = landingRestTexts

function SampleSection() {
  const isHydrated = useIsHydrated()
  return (
    <section className={styles.section} id="sample" aria-labelledby="sample-title">
      <Text as="h2" variant="h3" id="sample-title">
        {sample.title}
      </Text>
      <div className={sampleSectionStyles.columns}>
        <ul className={sampleSectionStyles.points}>
          {sample.points.map(({ title, text }) => (
            <li key={title}>
              <Text as="h3" variant="subtitle2">
                {title}
              </Text>
              <Text tone="soft">{text}</Text>
            </li>
          ))}
        </ul>
        <figure className={sampleSectionStyles.card}>
          <Text as="figcaption" variant="small" tone="soft">
            {sample.caption}
          </Text>
          <p className={sampleSectionStyles.score}>{sample.score}</p>
          <p className={sampleSectionStyles.range}>{sample.range}</p>
          {/* The text says the same. Its points would be half a kilobyte of the prerendered page (decision 0024). */}
          <div className={sampleSectionStyles.curve} aria-hidden="true">
            {isHydrated && <BellCurve score={sampleFigures} label={sample.range} average={sample.average} />}
          </div>
          <dl className={sampleSectionStyles.families}>
            {sample.families.map(({ title, result }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{result}</dd>
              </div>
            ))}
          </dl>
        </figure>
      </div>
    </section>
  )
}

/** The seller and the terms. The contacts are in the footer right below. */
function SellerSection() {
  const { data: { seller } = {} } = usePrerenderedQuery(footerQuery)
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
