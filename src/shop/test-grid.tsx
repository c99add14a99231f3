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

/** The landing page's tests: a card for each full one with the trial of its kind, bundles, then trials without a full test. */
export function LandingTests({ tests }: { tests: readonly Test[] }) {
  const free = tests.filter((test) => test.price === 0)
  const offers = tests
    .filter((test) => test.price !== 0)
    .map((test) => ({ test, trial: free.find(({ type }) => type === test.type) }))
  const alone = free.filter((test) => offers.every(({ trial }) => trial !== test))
  return (
    <div className={styles.whole}>
      <ul className={styles.grid}>
        {offers.map(({ test, trial }) => (
          <OfferCard key={test.id} test={test} trial={trial} />
        ))}
      </ul>
      <BundleCards heading="h3" />
      {alone.length > 0 && <TestGrid tests={alone} heading="h3" samples="as they come" />}
    </div>
  )
}

/** The words «full tests from», with the lowest price. Nothing without a price. */
export function LowestPrice({ tests }: { tests: readonly Test[] }) {
  const paid = tests.filter(({ price }) => Number(price) > 0)
  const [cheapest] = paid.toSorted((one, other) => Number(one.price) - Number(other.price))
  const price = cheapest && priceOf(cheapest)
  return price ? catalogTexts.fullFrom(price) : null
}

/** A full test in few lines, with two ways: its trial, and its price. */
function OfferCard({ test, trial }: { test: Test; trial: Test | undefined }) {
  const { status } = useSession()
  const { question_count: questions, duration_minutes: minutes } = test
  const price = priceOf(test) ?? catalogTexts.open
  const facts = [
    questions != null && catalogTexts.questions(questions),
    minutes != null && catalogTexts.minutes(minutes),
  ].filter(Boolean)
  return (
    <li className={`${testCardStyles.card} ${testCardStyles.offer}`} data-kind={test.type}>
      <div className={testCardStyles.head}>
        <Text as="h3" variant="subtitle2">
          {test.title}
        </Text>
        <TestMiniature type={test.type} />
      </div>
      {test.summary && (
        <Text tone="soft" className={testCardStyles.summary}>
          {test.summary}
        </Text>
      )}
      <p className={testCardStyles.facts}>
        <span>{facts.join(' · ')}</span>
        <Details test={test} />
      </p>
      <div className={testCardStyles.twoWays}>
        {trial && (
          <ButtonLink
            to={wayTo(trial, status)}
            variant="border"
            aria-label={`${catalogTexts.openFree} ${catalogTexts.forFree}: ${trial.title}`}
          >
            <span>{catalogTexts.openFree}</span>
            <small>{catalogTexts.forFree}</small>
          </ButtonLink>
        )}
        {isOwned(test) ? (
          <ButtonLink to={paths.purchases} variant="secondary">
            {catalogTexts.openOwned}
          </ButtonLink>
        ) : (
          <ButtonLink
            to={wayTo(test, status)}
            variant="secondary"
            aria-label={`${price} ${catalogTexts.fullTest}: ${test.title}`}
          >
            <span>{price}</span>
            <small>{catalogTexts.fullTest}</small>
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

const isUsedUp = (test: Test) => test.can_buy_again === true
const isOwned = (test: Test) => test.owned_purchase_id != null && !isUsedUp(test)

/** A guest is led to the trial if the test is free, else to registration; a signed-in person to the test's page. */
function wayTo(test: Test, status: ReturnType<typeof useSession>['status']): string {
  const slug = test.slug ?? test.id
  if (status !== 'guest') return paths.test(slug)
  return test.price === 0 ? `${paths.trial}=${encodeURIComponent(slug)}` : paths.registerFor(slug)
}

function Details({ test }: { test: Test }) {
  return (
    <Button
      variant="link"
      aria-label={catalogTexts.detailsOf(test.title)}
      onClick={() => openModal({ kind: 'testDetails', test })}
    >
      {catalogTexts.details}
    </Button>
  )
}

/** A test on sale. */
export function TestCard({ test, heading }: { test: Test; heading: 'h2' | 'h3' }) {
  const isFree = test.price === 0
  const { status } = useSession()
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
          {isOwned(test) ? catalogTexts.owned : priceOf(test)}
        </Text>
        <div className={testCardStyles.actions}>
          <Details test={test} />
          <ButtonLink
            to={isOwned(test) ? paths.purchases : wayTo(test, status)}
            variant={isFree ? 'border' : 'secondary'}
          >
            {openWords(test)}
          </ButtonLink>
        </div>
      </div>
    </li>
  )
}

function openWords(test: Test): string {
  if (isOwned(test)) return catalogTexts.openOwned
  if (isUsedUp(test)) return catalogTexts.buyAgain
  return test.price === 0 ? catalogTexts.openFree : catalogTexts.open
}
