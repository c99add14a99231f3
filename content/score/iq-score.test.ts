import { expect, it } from 'vitest'
import { iqScore } from './iq-score.ts'

it('which questions are right matters as much as how many: fewer right, and easier, may give more', () => {
  const paper = (isRight: (place: number) => boolean) =>
    Array.from({ length: 30 }, (_, place) => ({
      difficulty: -2 + (4 * place) / 29,
      discrimination: 1.2,
      guessing: 0.25,
      right: isRight(place),
    }))
  const easiest = iqScore(paper((place) => place < 15))
  // One more right: an easy one given up for two hard ones.
  const harder = iqScore(paper((place) => (place > 0 && place < 14) || place > 26))
  expect(harder.theta).toBeLessThan(easiest.theta)
})
