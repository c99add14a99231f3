import { Link } from 'react-router-dom'
import type { OwnedTest } from '#contract/purchase.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { paths } from '../../paths.ts'
import styles from './purchases-page.module.css'

/** The way to the result of the newest exam, with its number; nothing before the first. */
export function LastResult({ purchase: { id, test, last_result } }: { purchase: OwnedTest }) {
  if (last_result == null) return null
  const { attempt_id, iq, iq_open, low, high, low_open, high_open, correct, total } = last_result
  const range = low != null && high != null ? { low, high, low_open, high_open } : {}
  const counted = correct != null && total != null ? purchaseTexts.lastCount(correct, total) : null
  const number = iq != null ? purchaseTexts.lastScore({ iq, iq_open, ...range }) : counted
  return (
    <Link to={paths.attemptResult(test?.type ?? 'test', id, attempt_id)} className={styles.result}>
      {number === null ? purchaseTexts.lastResult : `${purchaseTexts.lastResult}: ${number}`}
    </Link>
  )
}
