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
  const canBuy = price !== null && (test.owned_purchase_id == null || test.can_buy_again === true)
  return (
    <aside className={styles.card}>
      {price !== null && (
        <Text variant="h4" as="p">
          {price}
        </Text>
      )}
      <TestFacts test={test} />
      {test.owned_purchase_id != null && <OwnedNotice isUsedUp={test.can_buy_again === true} />}
      {canBuy && (
        <Button size="large" fullWidth pending={purchase.isPending} onClick={() => purchase.mutate()}>
          {isFree ? testPageTexts.beginFree : test.can_buy_again ? purchaseTexts.buyAgain : testPageTexts.buy}
        </Button>
      )}
      {test.owned_purchase_id != null && (
        <OwnedWays testId={test.id} purchaseId={test.owned_purchase_id} isUsedUp={test.can_buy_again === true} />
      )}
      {purchase.error && <Notice tone="danger">{failureSentence(purchase.error, testPageTexts.purchaseFailed)}</Notice>}
      {canBuy && (
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

function OwnedNotice({ isUsedUp }: { isUsedUp: boolean }) {
  return isUsedUp ? (
    <Notice title={testPageTexts.usedUpTitle}>{testPageTexts.usedUpText}</Notice>
  ) : (
    <Notice tone="success" title={testPageTexts.ownedTitle}>
      {testPageTexts.ownedText}
    </Notice>
  )
}

/** Into what was bought: an exam is offered only where one is left. */
function OwnedWays({ testId, purchaseId, isUsedUp }: { testId: string; purchaseId: string; isUsedUp: boolean }) {
  return (
    <>
      {!isUsedUp && (
        <ButtonLink to={paths.exam(testId, purchaseId)} size="large" fullWidth>
          {purchaseTexts.exam}
        </ButtonLink>
      )}
      <ButtonLink to={paths.learning(testId, purchaseId)} variant="border" size="large" fullWidth>
        {purchaseTexts.training}
      </ButtonLink>
    </>
  )
}
