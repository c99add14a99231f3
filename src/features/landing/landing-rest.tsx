// A lazy boundary: loaded after the top of the page.
import { PromiseSection } from './promise-section.tsx'
import { SampleSection } from './sample-section.tsx'
import { SellerSection } from './seller-section.tsx'

/** The landing page below the tests: what a result looks like, what is promised, who sells and on what terms. */
export function LandingRest() {
  return (
    <>
      <SampleSection />
      <PromiseSection />
      <SellerSection />
    </>
  )
}
