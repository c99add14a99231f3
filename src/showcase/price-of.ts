import type { Test } from '#contract/catalog.ts'
import { money } from '../messages/formats.ts'

/** What a test costs, in words; null where the server does not say it: nothing is sold there. */
export function priceOf({ price, currency }: Pick<Test, 'price' | 'currency'>): string | null {
  return price == null || currency == null ? null : money(price, currency)
}
