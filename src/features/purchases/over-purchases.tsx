import { typeName } from '../../messages/type-name.ts'
import { expiryDate } from '../../messages/formats.ts'
import { testMessages } from '../../messages/test-messages.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Text } from '../../ui/text/text.tsx'
import { LastResult } from './last-result.tsx'
import type { OverPurchase } from './purchase-state.ts'
import styles from './purchases-page.module.css'

/** Purchases whose time is over, with the day in the specification's form (S3.11) and the way to buy the test again. */
export function OverPurchases({ purchases }: { purchases: readonly OverPurchase[] }) {
  return (
    <section className={styles.over} aria-labelledby="over">
      <div>
        <Text as="h2" variant="subtitle2" id="over">
          {purchaseTexts.expiredTitle}
        </Text>
        <Text tone="soft">{purchaseTexts.expiredLead}</Text>
      </div>
      <ul className={styles.rows}>
        {purchases.map((purchase) => (
          <OverRow key={purchase.id} purchase={purchase} />
        ))}
      </ul>
    </section>
  )
}

function OverRow({ purchase }: { purchase: OverPurchase }) {
  const { purchase_card_title: title, expiration_date: day, owned } = purchase
  const slug = owned?.test?.slug
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <Text variant="small" tone="soft">
          {typeName(owned?.test?.type)}
        </Text>
        <Text as="h3" variant="large" className={styles.rowTitle}>
          {title}
        </Text>
        {day != null && (
          <Text tone="soft">
            <span>{purchaseTexts.expiredAt}</span> <Expiry day={day} />
          </Text>
        )}
      </div>
      {owned && <LastResult purchase={owned} />}
      <ButtonLink
        to={slug == null ? paths.tests : paths.test(slug)}
        variant="border"
        aria-label={purchaseTexts.buyAgainOf(title)}
      >
        {purchaseTexts.buyAgain}
      </ButtonLink>
    </li>
  )
}

/** Written out in a language that need not be the page's (S3.11). */
function Expiry({ day }: { day: string }) {
  return (
    <time dateTime={day} lang={testMessages.expiryLocale}>
      {expiryDate(day)}
    </time>
  )
}
