import { useQuery } from '@tanstack/react-query'
import type { Bundle } from '#contract/bundle.ts'
import { bundleTexts, catalogTexts } from '../messages/catalog.ts'
import { lastMoment, money } from '../messages/formats.ts'
import { paths } from '../paths.ts'
import { bundlesQuery } from '../queries/bundles-query.ts'
import { useSession } from '../session/session-state.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Text } from '../ui/text.tsx'
import styles from './bundle-card.module.css'
import { TestMiniature } from './test-facts.tsx'

interface BundleCardsProps {
  /** The level of the cards' headings: one below the heading above them. */
  heading?: 'h2' | 'h3'
  testId?: string
}

/** The bundles that this person can buy, whole or the rest. Each links to its page, or for a guest to registration. */
export function BundleCards({ heading = 'h2', testId }: BundleCardsProps) {
  const { data: bundles = [] } = useQuery(bundlesQuery)
  return bundles
    .filter((bundle) => isOffered(bundle) && (testId === undefined || bundle.tests.some(({ id }) => id === testId)))
    .map((bundle) => <BundleCard key={bundle.id} bundle={bundle} heading={heading} />)
}

const isOffered = ({ can_buy, rest }: Bundle) => can_buy || rest != null

/** The offer to a person: the whole bundle, or its rest for the difference. */
export function offeredOf({ title, tests, price, full_price, currency, rest }: Bundle) {
  if (rest == null)
    return { title, tests, price: money(price, currency), apart: money(full_price, currency), note: null }
  const missing = tests.filter(({ id }) => rest.test_ids.includes(id))
  const apart = missing.reduce((sum, test) => sum + (test.price ?? 0), 0)
  const [restPrice, until] = [money(rest.price, currency), lastMoment(rest.until)]
  return {
    title: bundleTexts.rest(missing.length, restPrice),
    tests: missing,
    price: restPrice,
    apart: money(apart, currency),
    note: bundleTexts.restUntil(until),
  }
}

function BundleCard({ bundle, heading }: { bundle: Bundle; heading: 'h2' | 'h3' }) {
  const { id, slug } = bundle
  const { title, tests, price, apart, note } = offeredOf(bundle)
  const titleId = `bundle-${id}`
  const { status } = useSession()
  return (
    <section className={styles.offer} aria-labelledby={titleId}>
      <div className={styles.body}>
        <div className={styles.what}>
          <Text as={heading} variant="subtitle2" id={titleId}>
            {title}
          </Text>
          <ul className={styles.tests}>
            {tests.map((test) => (
              <li key={test.id}>
                <span>{test.title}</span>
                <TestMiniature type={test.type} />
              </li>
            ))}
          </ul>
        </div>
        <div className={styles.way}>
          <p className={styles.price}>
            <strong>{price}</strong> <span>{bundleTexts.instead(apart)}</span>
          </p>
          {note && (
            <Text variant="small" tone="soft">
              {note}
            </Text>
          )}
          <ButtonLink
            to={status === 'guest' ? paths.registerForBundle(slug) : paths.bundle(slug)}
            variant="secondary"
            fullWidth
          >
            {catalogTexts.open}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

/** Links to bundles on sale, for the end of a test; `onlyRest`: only bundles whose rest is offered. */
export function BundleLinks({ onlyRest = false }) {
  const { data: bundles = [] } = useQuery(bundlesQuery)
  return bundles
    .filter((bundle) => (onlyRest ? bundle.rest != null : isOffered(bundle)))
    .map((bundle) => (
      <ButtonLink key={bundle.id} to={paths.bundle(bundle.slug)} variant="link">
        {bundle.rest == null
          ? bundleTexts.link(bundle.title, money(bundle.price, bundle.currency))
          : offeredOf(bundle).title}
      </ButtonLink>
    ))
}
