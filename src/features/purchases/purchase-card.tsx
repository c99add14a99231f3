import { Link } from 'react-router-dom'
import type { OwnedTest } from '#contract/purchase.ts'
import { catalogTexts } from '../../messages/catalog.ts'
import { date } from '../../messages/formats.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Text } from '../../ui/text/text.tsx'
import { canSitExam, examTestId, isOver } from './purchase-state.ts'
import styles from './purchases-page.module.css'

/** A bought test: what is left of it, the way into the exam and to the last result. */
export function PurchaseCard({ purchase }: { purchase: OwnedTest }) {
  const { id, test, status, exam_attempts_left, expiration_date, active_attempt, last_result } = purchase
  return (
    <li className={styles.card}>
      <Text variant="small" tone="soft" className={styles.type}>
        {[test && catalogTexts.typeName(test.type), status && purchaseTexts.status(status)].filter(Boolean).join(' · ')}
      </Text>
      <Text as="h2" variant="subtitle2">
        {purchase.purchase_card_title}
      </Text>
      <ul className={styles.facts}>
        {exam_attempts_left != null && (
          <li>
            <Icon name="repeat" size={20} /> {purchaseTexts.attemptsLeft(exam_attempts_left)}
          </li>
        )}
        {expiration_date && (
          <li>
            <Icon name="calendar" size={20} />
            {isOver(purchase)
              ? purchaseTexts.expiredOn(date(expiration_date))
              : purchaseTexts.validUntil(date(expiration_date))}
          </li>
        )}
      </ul>
      <div className={styles.foot}>
        {canSitExam(purchase) && (
          <ButtonLink to={paths.exam(examTestId(purchase), id)} variant={active_attempt ? 'primary' : 'secondary'}>
            {active_attempt ? purchaseTexts.continueExam : purchaseTexts.exam}
          </ButtonLink>
        )}
        {last_result && (
          <Link to={paths.result(test?.type ?? 'test', id)} className={styles.result}>
            {purchaseTexts.lastResult}
            {last_result.iq != null && `: ${purchaseTexts.lastScore(last_result.iq)}`}
            {last_result.iq == null &&
              last_result.correct != null &&
              last_result.total != null &&
              `: ${purchaseTexts.lastCount(last_result.correct, last_result.total)}`}
          </Link>
        )}
      </div>
    </li>
  )
}
