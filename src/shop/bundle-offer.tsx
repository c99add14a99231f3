import { useQuery } from '@tanstack/react-query'
import { type Bundle, orderBundle } from '#contract/bundle.ts'
import type { Test } from '#contract/catalog.ts'
import { bundleTexts } from '../messages/catalog.ts'
import { money } from '../messages/formats.ts'
import { failureSentence } from '../messages/messages.ts'
import { testPageTexts } from '../messages/test-page.ts'
import { paths } from '../paths.ts'
import { sessionRequest } from '../session/session-request.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Text } from '../ui/text.tsx'
import { BundleCard, bundlesQuery, BundleWay } from './bundle-card.tsx'
import { PurchasePromises } from './purchase-promises.tsx'
import { useOrder } from './use-order.ts'

/**
 * Several tests for one price, with the way to buy them. On the page of one test only what can be bought and has it in. Who
 * has one of them with exams left is told why it is not sold; who has them all sees nothing, and so does a page that talks to
 * a server that sells no bundles.
 */
export function BundleOffer({ testId }: { testId?: string }) {
  const { data: bundles = [] } = useQuery(bundlesQuery)
  return bundles
    .filter((bundle) => isOffered(bundle, testId))
    .map((bundle) => <Offer key={bundle.id} bundle={bundle} isBesideTest={testId !== undefined} />)
}

function isOffered({ can_buy, tests }: Bundle, testId: string | undefined): boolean {
  if (testId !== undefined) return can_buy && tests.some(({ id }) => id === testId)
  return can_buy || !tests.every(isInUse)
}

/** It would be bought twice. */
const isInUse = ({ owned_purchase_id, can_buy_again }: Test) => owned_purchase_id != null && can_buy_again !== true

/** Beside a test the promises of a purchase are above already. */
function Offer({ bundle, isBesideTest }: { bundle: Bundle; isBesideTest: boolean }) {
  const { id, tests, can_buy } = bundle
  const order = useOrder(bundle, (body) => sessionRequest(orderBundle, { params: { id }, body }))
  return (
    <BundleCard bundle={bundle} heading="h2">
      {can_buy ? (
        <BundleWay bundle={bundle}>
          <Button size="large" fullWidth pending={order.isPending} onClick={() => order.mutate()}>
            {bundleTexts.buy}
          </Button>
          {order.error && (
            <Notice tone="danger" title={testPageTexts.notCharged}>
              {failureSentence(order.error, bundleTexts.failed)}
            </Notice>
          )}
          {!isBesideTest && <PurchasePromises isFree={false} />}
          <Text variant="small" tone="soft">
            {bundleTexts.apart}
          </Text>
        </BundleWay>
      ) : (
        <Text tone="soft">{bundleTexts.overlap(quoted(tests.filter(isInUse)))}</Text>
      )}
    </BundleCard>
  )
}

const quoted = (tests: readonly Test[]) => tests.map(({ title }) => `«${title}»`).join(', ')

/** The way to a bundle that can be bought, from where a test has come to its end: its page, which offers both. */
export function BundleLink() {
  const { data: bundles = [] } = useQuery(bundlesQuery)
  return bundles
    .filter(({ can_buy }) => can_buy)
    .map(({ id, title, price, currency, tests: [first] }) => (
      <ButtonLink key={id} to={paths.test(first!.slug ?? first!.id)} variant="link">
        {bundleTexts.link(title, money(price, currency))}
      </ButtonLink>
    ))
}
