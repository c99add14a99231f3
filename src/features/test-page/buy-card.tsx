import { useQuery } from '@tanstack/react-query'
import type { Test } from '#contract/catalog.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { testPageTexts } from '../../messages/test-page.ts'
import { paths } from '../../paths.ts'
import { footerQuery } from '../../queries/footer-query.ts'
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
  const isUsedUp = test.exams_used_up === true || test.can_buy_again === true
  const canBuy = price !== null && (test.owned_purchase_id == null || test.can_buy_again === true)
  return (
    <aside className={styles.card}>
      {price !== null && (
        <Text variant="h4" as="p">
          {price}
        </Text>
      )}
      <TestFacts test={test} />
      {test.owned_purchase_id != null && <OwnedNotice isUsedUp={isUsedUp} canBuy={canBuy} />}
      {canBuy && (
        <Button size="large" fullWidth pending={purchase.isPending} onClick={() => purchase.mutate()}>
          {isFree ? testPageTexts.beginFree : test.can_buy_again ? purchaseTexts.buyAgain : testPageTexts.buy}
        </Button>
      )}
      {test.owned_purchase_id != null && (
        <OwnedWays testId={test.id} purchaseId={test.owned_purchase_id} isUsedUp={isUsedUp} />
      )}
      {purchase.error && (
        <Notice tone="danger" {...(!isFree && { title: testPageTexts.notCharged })}>
          {failureSentence(purchase.error, testPageTexts.purchaseFailed)}
        </Notice>
      )}
      {canBuy && <Promises isFree={isFree} />}
      <Button variant="link" onClick={() => openModal({ kind: 'testDetails', test })}>
        {testPageTexts.details}
      </Button>
    </aside>
  )
}

/** What is accepted with a purchase; of one that costs something also its return, who sells, and where it is paid. */
function Promises({ isFree }: { isFree: boolean }) {
  const { data: { seller } = {} } = useQuery(footerQuery)
  return (
    <>
      {!isFree && seller != null && (
        <Text variant="small" tone="soft">
          <strong>{testPageTexts.refund(seller.refund_days)}</strong> {testPageTexts.refundIf}
          <br />
          {testPageTexts.seller(seller.name, seller.tax_number)}
        </Text>
      )}
      <Text variant="small" tone="soft">
        {testPageTexts.terms}{' '}
        <InlineButton onClick={() => openModal({ kind: 'offer' })}>{testPageTexts.termsOffer}</InlineButton>
        {isFree ? '.' : `. ${testPageTexts.payment}`}
      </Text>
    </>
  )
}

function OwnedNotice({ isUsedUp, canBuy }: { isUsedUp: boolean; canBuy: boolean }) {
  return isUsedUp ? (
    <Notice title={testPageTexts.usedUpTitle}>
      {canBuy ? testPageTexts.usedUpText : testPageTexts.usedUpFreeText}
    </Notice>
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
