import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharePrice } from './share-price.ts'

it('parts of a price are its whole to the kopiyka, and none is further from its just part than that', () => {
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

it('three tests of 149, 149 and 199 hryvnias for 399', () => {
  expect(sharePrice(399_00, [149_00, 149_00, 199_00])).toEqual([119_62, 119_62, 159_76])
})
