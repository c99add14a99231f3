import { expect, it } from 'vitest'
import { type PracticeWish, searchOf, wishIn } from './practice-wish.ts'

it.each<PracticeWish>([
  { size: 5, only: null },
  { size: 10, only: 'mistakes' },
  { size: 10, only: { kind: 'logic-matrix' } },
])('a wish comes back from its address as it was: %j', (wish) => {
  const search = new URLSearchParams(searchOf(wish, 'a-start-key'))
  expect(search.get('practice')).toBe('a-start-key')
  expect(wishIn(search)).toEqual(wish)
})

it.each(['', '?size=7', '?size=ten&practice=x'])(
  'an address that says less (%s) means five tasks of all kinds',
  (said) => {
    expect(wishIn(new URLSearchParams(said))).toEqual({ size: 5, only: null })
  },
)
