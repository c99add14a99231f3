import { landingTexts } from '../../messages/landing.ts'
import { siteTexts } from '../../messages/site.ts'
import { buttonClass } from '../../ui/button/button-class.ts'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { DrawnPiece } from '../../ui/piece/drawn-piece.tsx'
import { lazyPiece } from '../../ui/piece/lazy-piece.ts'
import { Text } from '../../ui/text/text.tsx'
import { LandingTop } from './landing-top.tsx'
import { SampleResult } from './sample-result.tsx'
import styles from './landing-page.module.css'
import { ProofList } from './proof-list.tsx'
import { TestsSection } from './tests-section.tsx'
import { TrySection } from './try-section.tsx'
import { UnknownAddress } from './unknown-address.tsx'

const landingRest = lazyPiece(() => import('./landing-rest.tsx').then((m) => m.LandingRest))
/** One element for good: see `DrawnPiece`. */
const rest = <DrawnPiece piece={landingRest} props={{}} />

/** The landing page: an item to solve at once, the tests with their prices, the seller and the terms. */
export function LandingPage() {
  return (
    <div className={styles.page}>
      <LandingTop />
      <UnknownAddress />
      <section className={styles.hero}>
        <div className={styles.pitch}>
          <PageTitle variant="h1" tabTitle={siteTexts.name}>
            {landingTexts.title}
          </PageTitle>
          <Text variant="large" tone="soft">
            {landingTexts.lead}
          </Text>
          <div className={styles.ways}>
            <a href="#tests" className={buttonClass({ variant: 'primary', size: 'large' })}>
              {landingTexts.beginFree}
            </a>
          </div>
          <SampleResult />
        </div>
        <TrySection />
        <ProofList />
      </section>
      <TestsSection />
      {rest}
    </div>
  )
}
