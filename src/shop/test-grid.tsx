// A lazy boundary: the landing page is shown without it.
import type { ReactNode } from 'react'
import type { Test } from '#contract/catalog.ts'
import { catalogTexts } from '../messages/catalog.ts'
import { priceOf } from '../messages/formats.ts'
import { typeName } from '../messages/type-name.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/session-state.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { openModal } from '../ui/modal/modal-store.ts'
import { Text } from '../ui/text.tsx'
import { BundleCards } from './bundle-card.tsx'
import testCardStyles from './test-card.module.css'
import { TestFacts, TestMiniature } from './test-facts.tsx'
import styles from './test-grid.module.css'

interface TestGridProps {
  tests: readonly Test[]
  heading: 'h2' | 'h3'
  /** The place of free samples; 'as they come' if the person has chosen an order. */
  samples: 'first' | 'last' | 'as they come'
  bundle?: ReactNode
}

export function TestGrid({ tests, heading, samples, bundle }: TestGridProps) {
  const free = tests.filter((test) => test.price === 0)
  const others = tests.filter((test) => test.price !== 0)
  const before = samples === 'first' ? free : []
  const after = { first: others, last: [...others, ...free], 'as they come': tests }[samples]
  const card = (test: Test) => <TestCard key={test.id} test={test} heading={heading} />
  return (
    <div className={styles.whole}>
      {before.length > 0 && <ul className={styles.grid}>{before.map(card)}</ul>}
      {bundle}
      {after.length > 0 && <ul className={styles.grid}>{after.map(card)}</ul>}
    </div>
  )
}

/** The tests of the landing page: free ones first, then bundles, then the others. */
export function LandingTests({ tests }: { tests: readonly Test[] }) {
  return <TestGrid tests={tests} heading="h3" samples="first" bundle={<BundleCards heading="h3" />} />
}

/** A test on sale. A guest is led to the trial if it is free, else to registration. */
export function TestCard({ test, heading }: { test: Test; heading: 'h2' | 'h3' }) {
  const isUsedUp = test.can_buy_again === true
  const isOwned = test.owned_purchase_id != null && !isUsedUp
  const isFree = test.price === 0
  const { status } = useSession()
  const slug = test.slug ?? test.id
  const toTest =
    status !== 'guest'
      ? paths.test(slug)
      : isFree
        ? `${paths.trial}=${encodeURIComponent(slug)}`
        : paths.registerFor(slug)
  return (
    <li className={`${testCardStyles.card} ${isFree ? testCardStyles.free : ''}`} data-kind={test.type}>
      <div className={testCardStyles.head}>
        <Text variant="small" tone="soft" className={testCardStyles.type}>
          {typeName(test.type)}
        </Text>
        <TestMiniature type={test.type} />
      </div>
      <Text as={heading} variant="subtitle2">
        {test.title}
      </Text>
      {test.summary && <Text tone="soft">{test.summary}</Text>}
      <TestFacts test={test} />
      <div className={testCardStyles.foot}>
        <Text variant="subtitle1" className={testCardStyles.price}>
          {isOwned ? catalogTexts.owned : priceOf(test)}
        </Text>
        <div className={testCardStyles.actions}>
          <Button
            variant="link"
            aria-label={catalogTexts.detailsOf(test.title)}
            onClick={() => openModal({ kind: 'testDetails', test })}
          >
            {catalogTexts.details}
          </Button>
          <ButtonLink to={isOwned ? paths.purchases : toTest} variant={isFree ? 'border' : 'secondary'}>
            {isOwned ? catalogTexts.openOwned : openWords(isFree, isUsedUp)}
          </ButtonLink>
        </div>
      </div>
    </li>
  )
}

function openWords(isFree: boolean, isUsedUp: boolean): string {
  if (isUsedUp) return catalogTexts.buyAgain
  return isFree ? catalogTexts.openFree : catalogTexts.open
}
