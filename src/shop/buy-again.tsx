import type { OwnedTest } from '#contract/purchase.ts'
import { priceOf } from '../messages/formats.ts'
import { ownedTestTexts } from '../messages/owned-test.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button/button.tsx'

/** The link to buy a test again after its exams are used up, with today's price; else nothing. */
export function BuyAgain({ purchase, variant = 'primary' }: { purchase: OwnedTest; variant?: 'primary' | 'border' }) {
  const { test, can_buy_again: canBuyAgain, purchase_card_title: title } = purchase
  if (canBuyAgain !== true || test == null) return null
  const price = priceOf(test)
  const words = price === null ? ownedTestTexts.buyAgain : `${ownedTestTexts.buyAgain} · ${price}`
  return (
    <ButtonLink to={paths.test(test.slug ?? test.id)} variant={variant} aria-label={`${words}: ${title}`}>
      {words}
    </ButtonLink>
  )
}
