import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Bundle, listBundles } from '#contract/bundle.ts'
import { bundleTexts, catalogTexts } from '../messages/catalog.ts'
import { money } from '../messages/formats.ts'
import { paths } from '../paths.ts'
import { sessionRequest } from '../session/session-request.ts'
import { useSession } from '../session/session-state.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Text } from '../ui/text.tsx'
import styles from './bundle-card.module.css'
import { TestMiniature } from './test-facts.tsx'

interface BundleCardProps {
  bundle: Bundle
  heading: 'h2' | 'h3'
  /** What can be done about it. */
  children: ReactNode
}

/** A bundle: its name, its tests with what their tasks look like, and the way to it. */
export function BundleCard({ bundle: { id, title, tests }, heading, children }: BundleCardProps) {
  const titleId = `bundle-${id}`
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
        {children}
      </div>
    </section>
  )
}

/** Its price, what its tests cost one by one, and the button. */
export function BundleWay({ bundle, children }: { bundle: Bundle; children: ReactNode }) {
  const { price, full_price, currency } = bundle
  return (
    <div className={styles.way}>
      <p className={styles.price}>
        <strong>{money(price, currency)}</strong> <span>{bundleTexts.instead(money(full_price, currency))}</span>
      </p>
      {children}
    </div>
  )
}

/** The bundles that can be bought, each with the way to where it is: the page of its first test, which offers it too. */
export function BundleCards() {
  const { data: bundles = [] } = useQuery(bundlesQuery)
  const { status } = useSession()
  return bundles
    .filter(({ can_buy }) => can_buy)
    .map((bundle) => {
      const [first] = bundle.tests
      const slug = first!.slug ?? first!.id
      return (
        <BundleCard key={bundle.id} bundle={bundle} heading="h3">
          <BundleWay bundle={bundle}>
            <ButtonLink
              to={status === 'guest' ? paths.registerFor(slug) : paths.test(slug)}
              variant="secondary"
              fullWidth
            >
              {catalogTexts.open}
            </ButtonLink>
          </BundleWay>
        </BundleCard>
      )
    })
}

/** Several tests for one price, as this person can buy them. Another server has no such call: then there are none. */
export const bundlesQuery = queryOptions({
  queryKey: ['tests', 'bundles'],
  queryFn: async ({ signal }) => (await sessionRequest(listBundles, {}, { signal })).results,
})
