import { useQuery } from '@tanstack/react-query'
import type { Result } from '#contract/result.ts'
import { resultTexts } from '../../messages/result.ts'
import { paths } from '../../paths.ts'
import { availableTestsQuery } from '../../queries/available-tests.ts'
import { BellCurve } from '../../score-curve/bell-curve.tsx'
import { priceOf } from '../../showcase/price-of.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Text } from '../../ui/text/text.tsx'
import styles from './full-test-card.module.css'

/** What the full test gives, on the made-up score of the landing page; the card says that it is one. */
const madeUp = { iq: 106, low: 80, high: 132 } as const

/** After a sample: the full test of its kind, what it gives and what it costs. Nothing where none is on sale. */
export function FullTestCard({ result: { test: sample } }: { result: Result }) {
  const { data } = useQuery(availableTestsQuery())
  const full = data?.results.find(({ type, price }) => type != null && type === sample?.type && (price ?? 0) > 0)
  if (full === undefined) return null
  const owned = full.can_buy_again === true ? null : (full.owned_purchase_id ?? null)
  const price = owned === null ? priceOf(full) : null
  return (
    <section className={styles.card} aria-labelledby="full-test">
      <Text as="h2" variant="subtitle2" id="full-test">
        {resultTexts.fullTitle}
      </Text>
      <figure className={styles.sample}>
        <Text as="figcaption" variant="small" tone="soft">
          {resultTexts.fullSample}
        </Text>
        <p className={styles.score}>{resultTexts.scoreOf(madeUp)}</p>
        <div className={styles.curve} aria-hidden="true">
          <BellCurve score={madeUp} />
        </div>
      </figure>
      <div className={styles.offer}>
        <p className={styles.test}>{full.title}</p>
        {price !== null && <p className={styles.price}>{price}</p>}
        <ButtonLink
          fullWidth
          size="large"
          to={owned === null ? paths.test(full.slug ?? full.id) : paths.exam('1', owned)}
          aria-label={resultTexts.fullTest(full.title, price)}
        >
          {resultTexts.fullAct}
        </ButtonLink>
      </div>
    </section>
  )
}
