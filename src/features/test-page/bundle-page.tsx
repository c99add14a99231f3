import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { type Bundle, orderBundle } from '#contract/bundle.ts'
import type { Test } from '#contract/catalog.ts'
import { isAbsent } from '../../http/api-error.ts'
import { bundlePageTexts, bundleTexts, catalogTexts } from '../../messages/catalog.ts'
import { money, priceOf } from '../../messages/formats.ts'
import { failureSentence } from '../../messages/messages.ts'
import { promoTexts } from '../../messages/promo.ts'
import { testPageTexts } from '../../messages/test-page.ts'
import { paths } from '../../paths.ts'
import { bundlesQuery } from '../../queries/bundles-query.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { offeredOf } from '../../shop/bundle-card.tsx'
import { PurchasePromises } from '../../shop/purchase-promises.tsx'
import { TestFacts, TestMiniature } from '../../shop/test-facts.tsx'
import { useOrder } from '../../shop/use-order.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text.tsx'
import bundlePageStyles from './bundle-page.module.css'
import { OnSalePage } from './on-sale-page.tsx'
import { Promo } from './promo.tsx'
import type { AppliedPromo } from './promo-form.tsx'
import { Share } from './share.tsx'
import styles from './test-page.module.css'

/** The page of a bundle, found by its slug: its tests, its price and saving, and the way to buy it. */
export function BundlePage() {
  const { slug = '' } = useParams()
  const { data, error, isPending, refetch } = useQuery(bundlesQuery)
  // A server that knows no bundles sells none.
  const all = data ?? (isAbsent(error) ? [] : undefined)
  const bundle = all?.find((candidate) => candidate.slug === slug)
  return (
    <OnSalePage
      list={{ data: all, error: all === undefined ? error : null, isPending, refetch }}
      sold={bundle && soldTogether(bundle)}
      words={bundlePageTexts}
    />
  )
}

function soldTogether(bundle: Bundle) {
  const { title, tests, price, full_price, currency, can_buy, rest } = bundle
  const lead = can_buy ? bundlePageTexts.lead(tests.length, money(full_price - price, currency)) : null
  return {
    kind: bundlePageTexts.kind,
    title,
    lead: rest == null ? lead : offeredOf(bundle).title,
    side: <BundleBuyCard bundle={bundle} />,
    aboutTitle: bundlePageTexts.about,
    about: (
      <ul className={bundlePageStyles.tests}>
        {tests.map((test) => (
          <TestOfBundle key={test.id} test={test} />
        ))}
      </ul>
    ),
  }
}

/** Price, saving and the button that orders the bundle. A person who owns some of its tests sees what else can be bought. */
function BundleBuyCard({ bundle }: { bundle: Bundle }) {
  const { id, slug, title, currency, can_buy, rest } = bundle
  const { price, apart, note } = offeredOf(bundle)
  // The rest is another order than the whole bundle, so it has its own key.
  const [promo, setPromo] = useState<AppliedPromo | null>(null)
  const wanted =
    rest == null
      ? { id, price: promo?.price ?? bundle.price, currency }
      : { id: `${id}:rest`, price: rest.price, currency }
  const order = useOrder(wanted, (body) =>
    sessionRequest(orderBundle, {
      params: { id },
      body: rest == null ? { ...body, ...(promo && { promo_code: promo.code }) } : { ...body, rest: true },
    }),
  )
  return (
    <aside className={styles.card}>
      {can_buy || rest != null ? (
        <>
          <div>
            <Text variant="h4" as="p">
              {promo === null ? price : money(promo.price, currency)}
            </Text>
            <Text tone="soft">{promo === null ? bundleTexts.instead(apart) : promoTexts.instead(price)}</Text>
            {note && <Text tone="soft">{note}</Text>}
          </div>
          <Button size="large" fullWidth pending={order.isPending} onClick={() => order.mutate()}>
            {testPageTexts.buy}
          </Button>
          {order.error && (
            <Notice tone="danger" title={testPageTexts.notCharged}>
              {failureSentence(order.error, testPageTexts.purchaseFailed)}
            </Notice>
          )}
          {rest == null && <Promo of={{ bundle_id: id }} promo={promo} onChange={setPromo} />}
          <PurchasePromises isFree={false} />
          <Text variant="small" tone="soft">
            {bundlePageTexts.apart}
          </Text>
        </>
      ) : (
        <Owned tests={bundle.tests} />
      )}
      <Share title={title} publicPath={paths.publicBundle(slug)}>
        {bundlePageTexts.share}
      </Share>
    </aside>
  )
}

/** Whether an order would buy this test twice. */
const isInUse = ({ owned_purchase_id, can_buy_again }: Test) => owned_purchase_id != null && can_buy_again !== true

/** The tests that the person owns, and links to buy the others one by one. */
function Owned({ tests }: { tests: readonly Test[] }) {
  const owned = tests.filter(isInUse)
  const others = tests.filter((test) => !isInUse(test))
  if (others.length === 0) {
    return (
      <>
        <Notice tone="success" title={bundlePageTexts.ownedTitle}>
          {testPageTexts.ownedText}
        </Notice>
        <ToShelf />
      </>
    )
  }
  return (
    <>
      <Notice title={bundlePageTexts.overlapTitle(quoted(owned))}>{bundlePageTexts.overlap}</Notice>
      {others.map((test) => (
        <ButtonLink key={test.id} to={paths.test(test.slug ?? test.id)} variant="secondary" fullWidth>
          {[test.title, priceOf(test)].filter(Boolean).join(' · ')}
        </ButtonLink>
      ))}
      <ToShelf />
    </>
  )
}

function ToShelf() {
  return (
    <ButtonLink to={paths.purchases} variant="border" fullWidth>
      {catalogTexts.openOwned}
    </ButtonLink>
  )
}

const quoted = (tests: readonly Test[]) => tests.map(({ title }) => `«${title}»`).join(', ')

function TestOfBundle({ test }: { test: Test }) {
  const price = isInUse(test) ? null : priceOf(test)
  return (
    <li className={bundlePageStyles.test}>
      <div className={bundlePageStyles.head}>
        <Text as="h3" variant="subtitle2">
          <Link to={paths.test(test.slug ?? test.id)}>{test.title}</Link>
        </Text>
        <TestMiniature type={test.type} />
      </div>
      {test.summary && <Text tone="soft">{test.summary}</Text>}
      <TestFacts test={test} />
      <Text tone="soft">{price === null ? catalogTexts.owned : bundlePageTexts.apartFor(price)}</Text>
    </li>
  )
}
