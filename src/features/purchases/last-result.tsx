import { Link } from 'react-router-dom'
import type { OwnedTest } from '#contract/purchase.ts'
import { firstModel } from '#contract/score-model.ts'
import { tooNarrow } from '../../messages/earlier-rules.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { paths } from '../../paths.ts'
import { Text } from '../../ui/text/text.tsx'
import styles from './purchases-page.module.css'

/** The way to the result of the newest exam, with its number; nothing before the first. */
export function LastResult({ purchase: { id, test, last_result } }: { purchase: OwnedTest }) {
  if (last_result == null) return null
  const { attempt_id, iq, iq_open, low, high, low_open, high_open, model, correct, total } = last_result
  const range = low != null && high != null ? { low, high, low_open, high_open } : {}
  const counted = correct != null && total != null ? purchaseTexts.lastCount(correct, total) : null
  const number = iq != null ? purchaseTexts.lastScore({ iq, iq_open, ...range }) : counted
  const link = (
    <Link to={paths.attemptResult(test?.type ?? 'test', id, attempt_id)} className={styles.result}>
      {number === null ? purchaseTexts.lastResult : `${purchaseTexts.lastResult}: ${number}`}
    </Link>
  )
  if (model !== firstModel) return link
  return (
    <div>
      {link}
      <Text variant="small" tone="soft">
        {tooNarrow}
      </Text>
    </div>
  )
}
