import { useQuery } from '@tanstack/react-query'
import type { Bundle } from '#contract/bundle.ts'
import { bundleTexts, catalogTexts } from '../messages/catalog.ts'
import { money } from '../messages/formats.ts'
import { paths } from '../paths.ts'
import { bundlesQuery } from '../queries/bundles-query.ts'
import { useSession } from '../session/session-state.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Text } from '../ui/text.tsx'
import styles from './bundle-card.module.css'
import { TestMiniature } from './test-facts.tsx'

interface BundleCardsProps {
  /** The level under the heading above; that of a test's page by itself. */
  heading?: 'h2' | 'h3'
  /** Only those that have this test in. */
  testId?: string
}

/** The bundles that this person can buy, each with the way to its page: a guest's leads through registration. */
export function BundleCards({ heading = 'h2', testId }: BundleCardsProps) {
  const { data: bundles = [] } = useQuery(bundlesQuery)
  return bundles
    .filter(({ can_buy, tests }) => can_buy && (testId === undefined || tests.some(({ id }) => id === testId)))
    .map((bundle) => <BundleCard key={bundle.id} bundle={bundle} heading={heading} />)
}

/** A bundle: its name, its tests with what their tasks look like, its price, what they cost one by one, and the way to it. */
function BundleCard({ bundle, heading }: { bundle: Bundle; heading: 'h2' | 'h3' }) {
  const { id, slug, title, tests, price, full_price, currency } = bundle
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
            <strong>{money(price, currency)}</strong> <span>{bundleTexts.instead(money(full_price, currency))}</span>
          </p>
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

/** The way to a bundle that can be bought, from where a test has come to its end. */
export function BundleLinks() {
  const { data: bundles = [] } = useQuery(bundlesQuery)
  return bundles
    .filter(({ can_buy }) => can_buy)
    .map(({ id, slug, title, price, currency }) => (
      <ButtonLink key={id} to={paths.bundle(slug)} variant="link">
        {bundleTexts.link(title, money(price, currency))}
      </ButtonLink>
    ))
}
