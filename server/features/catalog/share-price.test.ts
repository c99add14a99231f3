import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharePrice } from './share-price.ts'

it('the parts of a price add up to it to the kopiyka, and each is less than a kopiyka from its just part', () => {
  const someParts = fc.array(fc.integer({ min: 1, max: 10_000_00 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(someParts, fc.integer({ min: 1, max: 10_000_00 }), (prices, total) => {
      const shares = sharePrice(total, prices)
      const sum = prices.reduce((all, price) => all + price, 0)
      expect(shares.reduce((all, share) => all + share, 0)).toBe(total)
      for (const [place, share] of shares.entries()) {
        expect(Math.abs(share - (prices[place]! * total) / sum)).toBeLessThan(1)
      }
    }),
  )
})

it('sharePrice splits 399 hryvnias for tests of 149, 149 and 199 into 119.62, 119.62 and 159.76', () => {
  expect(sharePrice(399_00, [149_00, 149_00, 199_00])).toEqual([119_62, 119_62, 159_76])
})
