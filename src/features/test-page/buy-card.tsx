import type { Test } from '#contract/catalog.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { testPageTexts } from '../../messages/test-page.ts'
import { paths } from '../../paths.ts'
import { priceOf } from '../../showcase/price-of.ts'
import { TestFacts } from '../../showcase/test-facts.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { InlineButton } from '../../ui/button/inline-button.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text/text.tsx'
import styles from './test-page.module.css'
import { usePurchase } from './use-purchase.ts'

/** What the test takes and costs, and the button that orders it; where nothing is sold, neither price nor button. */
export function BuyCard({ test }: { test: Test }) {
  const purchase = usePurchase(test.id)
  const price = priceOf(test)
  const isFree = test.price === 0
  return (
    <aside className={styles.card}>
      {price !== null && (
        <Text variant="h4" as="p">
          {price}
        </Text>
      )}
      <TestFacts test={test} />
      {test.owned_purchase_id == null ? (
        price !== null && (
          <Button size="large" fullWidth pending={purchase.isPending} onClick={() => purchase.mutate()}>
            {isFree ? testPageTexts.getFree : testPageTexts.buy}
          </Button>
        )
      ) : (
        <>
          <Notice tone="success" title={testPageTexts.ownedTitle}>
            {testPageTexts.ownedText}
          </Notice>
          <ButtonLink to={paths.exam(test.id, test.owned_purchase_id)} size="large" fullWidth>
            {purchaseTexts.exam}
          </ButtonLink>
          <ButtonLink to={paths.learning(test.id, test.owned_purchase_id)} variant="border" size="large" fullWidth>
            {purchaseTexts.training}
          </ButtonLink>
        </>
      )}
      {purchase.error && <Notice tone="danger">{failureSentence(purchase.error, testPageTexts.purchaseFailed)}</Notice>}
      {price !== null && test.owned_purchase_id == null && (
        <Text variant="small" tone="soft">
          {testPageTexts.terms}{' '}
          <InlineButton onClick={() => openModal({ kind: 'offer' })}>{testPageTexts.termsOffer}</InlineButton>
          {isFree ? '.' : `. ${testPageTexts.payment}`}
        </Text>
      )}
      <Button variant="link" onClick={() => openModal({ kind: 'testDetails', test })}>
        {testPageTexts.details}
      </Button>
    </aside>
  )
}
