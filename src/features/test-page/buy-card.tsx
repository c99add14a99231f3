import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Test } from '#contract/catalog.ts'
import { isClosed } from '#contract/purchase-use.ts'
import { createPurchase } from '#contract/purchase.ts'
import { type RunningExam, useRunningExam } from '../../attempt/submissions/running-exam.ts'
import { money, priceOf } from '../../messages/formats.ts'
import { failureSentence } from '../../messages/messages.ts'
import { ownedTestTexts, runningExamTexts } from '../../messages/owned-test.ts'
import { promoTexts } from '../../messages/promo.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { testPageTexts } from '../../messages/test-page.ts'
import { paths } from '../../paths.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { purchaseQueries } from '../../queries/purchase-queries.ts'
import { PurchasePromises } from '../../shop/purchase-promises.tsx'
import { TestFacts } from '../../shop/test-facts.tsx'
import { useOrder } from '../../shop/use-order.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text.tsx'
import { Promo } from './promo.tsx'
import type { AppliedPromo } from './promo-form.tsx'
import { Share } from './share.tsx'
import styles from './test-page.module.css'

/** Facts and price of the test, and the button that orders it. Without a sale there is neither price nor button. */
export function BuyCard({ test }: { test: Test }) {
  const [promo, setPromo] = useState<AppliedPromo | null>(null)
  const purchase = usePurchase(test, promo)
  // Another device may have begun an exam of this test. Only the list of purchases says so.
  useInfiniteQuery({ ...purchaseQueries.owned(), enabled: test.owned_purchase_id != null })
  // Without a purchase the id is '', which has no running exam.
  const running = useRunningExam(paths.test(test.id), test.owned_purchase_id ?? '')
  const price = priceOf(test)
  const isFree = test.price === 0
  const goesBack = test.refund_decided === true
  const isOver = isClosed(test) || test.can_buy_again === true
  const canBuy = price !== null && (test.owned_purchase_id == null || test.can_buy_again === true)
  return (
    <aside className={styles.card}>
      {price !== null && <Price price={price} promo={promo} currency={test.currency!} />}
      <TestFacts test={test} />
      {test.owned_purchase_id != null && (
        <OwnedNotice isRunning={running !== null} isOver={isOver} goesBack={goesBack} canBuy={canBuy} />
      )}
      {canBuy && (
        <Button size="large" fullWidth pending={purchase.isPending} onClick={() => purchase.mutate()}>
          {buyLabel(test)}
        </Button>
      )}
      {test.owned_purchase_id != null && (
        <OwnedWays testId={test.id} purchaseId={test.owned_purchase_id} isOver={isOver} running={running} />
      )}
      {purchase.error && <OrderFailure error={purchase.error} isFree={isFree} />}
      {canBuy && !isFree && <Promo of={{ test_id: test.id }} promo={promo} onChange={setPromo} />}
      {canBuy && <PurchasePromises isFree={isFree} />}
      <Share title={test.title} publicPath={test.slug == null ? null : paths.publicTest(test.slug)}>
        {testPageTexts.share}
      </Share>
    </aside>
  )
}

function buyLabel({ price, can_buy_again }: Test): string {
  if (price === 0) return testPageTexts.beginFree
  return can_buy_again ? ownedTestTexts.buyAgain : testPageTexts.buy
}

interface PriceProps {
  price: string
  promo: AppliedPromo | null
  currency: string
}

function Price({ price, promo, currency }: PriceProps) {
  return (
    <div>
      <Text variant="h4" as="p">
        {promo === null ? price : money(promo.price, currency)}
      </Text>
      {promo !== null && <Text tone="soft">{promoTexts.instead(price)}</Text>}
    </div>
  )
}

function OrderFailure({ error, isFree }: { error: Error; isFree: boolean }) {
  return (
    <Notice tone="danger" {...(!isFree && { title: testPageTexts.notCharged })}>
      {failureSentence(error, testPageTexts.purchaseFailed)}
    </Notice>
  )
}

interface OwnedNoticeProps {
  isRunning: boolean
  /** No new exam can be begun. */
  isOver: boolean
  goesBack: boolean
  canBuy: boolean
}

function OwnedNotice({ isRunning, isOver, goesBack, canBuy }: OwnedNoticeProps) {
  if (isRunning) return <Notice title={runningExamTexts.runs}>{testPageTexts.runsText}</Notice>
  if (goesBack && !canBuy) return <Notice title={ownedTestTexts.goesBackTitle}>{ownedTestTexts.goesBack}</Notice>
  if (isOver) {
    return (
      <Notice title={testPageTexts.usedUpTitle}>
        {canBuy ? testPageTexts.usedUpText : testPageTexts.usedUpFreeText}
      </Notice>
    )
  }
  return (
    <Notice tone="success" title={testPageTexts.ownedTitle}>
      {testPageTexts.ownedText}
    </Notice>
  )
}

interface OwnedWaysProps {
  testId: string
  purchaseId: string
  /** No new exam can be begun. */
  isOver: boolean
  running: RunningExam | null
}

/** Links to the exam and the training of a purchase. A running exam continues; a new one is offered only where one is left. */
function OwnedWays({ testId, purchaseId, isOver, running }: OwnedWaysProps) {
  return (
    <>
      {(running !== null || !isOver) && (
        <ButtonLink to={paths.exam(testId, purchaseId)} size="large" fullWidth>
          {running === null ? (
            purchaseTexts.exam
          ) : (
            <span>
              {runningExamTexts.goOn} ·{' '}
              <Countdown
                endsAt={running.endsAt}
                label={runningExamTexts.timeLeft}
                format={runningExamTexts.face(running.isPaused)}
                className={styles.clock}
              />
            </span>
          )}
        </ButtonLink>
      )}
      <ButtonLink to={paths.learning(testId, purchaseId)} variant="border" size="large" fullWidth>
        {purchaseTexts.training}
      </ButtonLink>
    </>
  )
}

function usePurchase(test: Test, promo: AppliedPromo | null) {
  const { id, price, currency } = test
  return useOrder({ id, price: promo?.price ?? price, currency }, (order) =>
    sessionRequest(createPurchase, { body: { test_id: id, ...order, ...(promo && { promo_code: promo.code }) } }),
  )
}
