import type { OwnedTest } from '#contract/purchase.ts'
import { isUsable } from '#contract/purchase-use.ts'
import { typeName } from '../../messages/type-name.ts'
import { lastMoment } from '../../messages/formats.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { paths } from '../../paths.ts'
import { BuyAgain } from '../../showcase/buy-again.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { calendar, repeat } from '../../ui/icons/page-drawings.ts'
import { Text } from '../../ui/text/text.tsx'
import { LastResult } from './last-result.tsx'
import { canSitExam, examTestId } from './purchase-state.ts'
import styles from './purchases-page.module.css'

/** A bought test: what is left of it, the ways into training and exam, and the last result. */
export function PurchaseCard({ purchase }: { purchase: OwnedTest }) {
  const { id, test, status, price, exam_attempts_left, expiration_date, active_attempt } = purchase
  const testId = examTestId(purchase)
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <Text variant="small" tone="soft" className={styles.type}>
          {typeName(test?.type)}
        </Text>
        {status != null && (
          <span className={`${styles.status} ${styles[active_attempt ? 'runs' : status] ?? ''}`}>
            {active_attempt ? purchaseTexts.examRuns : purchaseTexts.status(status, price)}
          </span>
        )}
      </div>
      <Text as="h2" variant="subtitle2">
        {purchase.purchase_card_title}
      </Text>
      <ul className={styles.facts}>
        {exam_attempts_left != null && (
          <li>
            <Icon drawing={repeat} size={20} /> {purchaseTexts.attemptsLeft(exam_attempts_left)}
          </li>
        )}
        {expiration_date && (
          <li>
            <Icon drawing={calendar} size={20} /> {purchaseTexts.validUntil(lastMoment(expiration_date))}
          </li>
        )}
      </ul>
      <LastResult purchase={purchase} />
      <div className={styles.foot}>
        {canSitExam(purchase) && (
          <ButtonLink to={paths.exam(testId, id)} variant={active_attempt ? 'primary' : 'secondary'}>
            {active_attempt ? purchaseTexts.continueExam : purchaseTexts.exam}
          </ButtonLink>
        )}
        <BuyAgain purchase={purchase} />
        {isUsable(purchase) && (
          <ButtonLink to={paths.learning(testId, id)} variant="border">
            {purchaseTexts.training}
          </ButtonLink>
        )}
      </div>
    </li>
  )
}
