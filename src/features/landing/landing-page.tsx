import { landingTexts } from '../../messages/landing.ts'
import { siteTexts } from '../../messages/site.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button/button-class.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { LandingTop } from './landing-top.tsx'
import styles from './landing-page.module.css'
import { PromiseSection } from './promise-section.tsx'
import { ProofList } from './proof-list.tsx'
import { SampleSection } from './sample-section.tsx'
import { SellerSection } from './seller-section.tsx'
import { TestsSection } from './tests-section.tsx'
import { TrySection } from './try-section.tsx'

/** The landing page: an item to solve at once, the tests with their prices, the seller and the terms. */
export function LandingPage() {
  return (
    <div className={styles.page}>
      <LandingTop />
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
            <ButtonLink to={paths.examples} variant="border" size="large">
              {landingTexts.moreExamples}
            </ButtonLink>
          </div>
        </div>
        <TrySection />
        <ProofList />
      </section>
      <TestsSection />
      <SampleSection />
      <PromiseSection />
      <SellerSection />
    </div>
  )
}
