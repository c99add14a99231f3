import { Link } from 'react-router-dom'
import type { OwnedTest } from '#contract/purchase.ts'
import { firstModel } from '#contract/score-model.ts'
import { tooNarrow } from '../../messages/earlier-rules.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { paths } from '../../paths.ts'
import { Text } from '../../ui/text/text.tsx'
import styles from './purchases-page.module.css'

/** The way to the newest score, with its number, and to a newer exam that has none; nothing before the first exam. */
export function LastResult({ purchase }: { purchase: OwnedTest }) {
  const { last_result: last, last_scored: scored } = purchase
  if (last == null) return null
  const shown = scored ?? last
  return (
    <div>
      <WayTo
        purchase={purchase}
        result={shown}
        name={scored == null ? purchaseTexts.lastResult : purchaseTexts.lastIq}
      />
      {shown.model === firstModel && (
        <Text variant="small" tone="soft">
          {tooNarrow}
        </Text>
      )}
      {scored != null && <WayTo purchase={purchase} result={last} name={purchaseTexts.newerWithout} />}
    </div>
  )
}

type Told = NonNullable<OwnedTest['last_result']>

function WayTo({ purchase: { id, test }, result, name }: { purchase: OwnedTest; result: Told; name: string }) {
  const { attempt_id, iq, iq_open, low, high, low_open, high_open, correct, total } = result
  const range = low != null && high != null ? { low, high, low_open, high_open } : {}
  const counted = correct != null && total != null ? purchaseTexts.lastCount(correct, total) : null
  const number = iq != null ? purchaseTexts.lastScore({ iq, iq_open, ...range }) : counted
  return (
    <p className={styles.result}>
      <Link to={paths.attemptResult(test?.type ?? 'test', id, attempt_id)}>
        {number === null ? name : `${name}: ${number}`}
      </Link>
    </p>
  )
}
