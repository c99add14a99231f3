import type { Test } from '#contract/catalog.ts'
import { catalogTexts } from '../messages/catalog.ts'
import { typeName } from '../messages/type-name.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/use-session.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { openModal } from '../ui/modal/modal-store.ts'
import { Text } from '../ui/text.tsx'
import { priceOf } from './price-of.ts'
import styles from './test-card.module.css'
import { TestMiniature } from './test-miniature.tsx'
import { TestFacts } from './test-facts.tsx'

/** A test on sale: what it is, what it takes, what it costs, and the way to it; a guest's leads through registration. */
export function TestCard({ test, heading }: { test: Test; heading: 'h2' | 'h3' }) {
  const isUsedUp = test.can_buy_again === true
  const isOwned = test.owned_purchase_id != null && !isUsedUp
  const isFree = test.price === 0
  const { status } = useSession()
  const slug = test.slug ?? test.id
  const toTest = status === 'guest' ? paths.registerFor(slug) : paths.test(slug)
  return (
    <li className={`${styles.card} ${isFree ? styles.free : ''}`}>
      <div className={styles.head}>
        <Text variant="small" tone="soft" className={styles.type}>
          {typeName(test.type)}
        </Text>
        <TestMiniature type={test.type} />
      </div>
      <Text as={heading} variant="subtitle2">
        {test.title}
      </Text>
      {test.summary && <Text tone="soft">{test.summary}</Text>}
      <TestFacts test={test} />
      <div className={styles.foot}>
        <Text variant="subtitle1" className={styles.price}>
          {isOwned ? catalogTexts.owned : priceOf(test)}
        </Text>
        <div className={styles.actions}>
          <Button
            variant="link"
            aria-label={catalogTexts.detailsOf(test.title)}
            onClick={() => openModal({ kind: 'testDetails', test })}
          >
            {catalogTexts.details}
          </Button>
          <ButtonLink to={isOwned ? paths.purchases : toTest} variant={isFree ? 'border' : 'secondary'}>
            {isOwned ? catalogTexts.openOwned : openWords(isFree, isUsedUp)}
          </ButtonLink>
        </div>
      </div>
    </li>
  )
}

function openWords(isFree: boolean, isUsedUp: boolean): string {
  if (isUsedUp) return catalogTexts.buyAgain
  return isFree ? catalogTexts.openFree : catalogTexts.open
}
