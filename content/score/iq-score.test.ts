import { expect, it } from 'vitest'
import { iqScore } from './iq-score.ts'

it('iqScore may score fifteen right answers to easier questions above sixteen to harder ones', () => {
  const paper = (isRight: (place: number) => boolean) =>
    Array.from({ length: 30 }, (_, place) => ({
      difficulty: -2 + (4 * place) / 29,
      discrimination: 1.2,
      guessing: 0.25,
      right: isRight(place),
    }))
  const easiest = iqScore(
    paper((place) => place < 15),
    12,
  )
  // One more right answer: an easy one is given up for two hard ones.
  const harder = iqScore(
    paper((place) => (place > 0 && place < 14) || place > 26),
    12,
  )
  expect(harder.theta).toBeLessThan(easiest.theta)
})

it('iqScore scores a paper of generator 11 by rules 3, which give the same ability a smaller error than rules 4', () => {
  const paper = Array.from({ length: 30 }, (_, place) => ({
    difficulty: -2 + place / 8,
    discrimination: 1.2,
    guessing: 0.2,
    right: place < 18,
  }))
  const [before, now] = [iqScore(paper, 11), iqScore(paper, 12)]
  expect([before.model, now.model]).toEqual(['3', '4'])
  expect(before.theta).toBe(now.theta)
  expect(now.se ** 2 - before.se ** 2).toBeCloseTo((15 ** 2 * (0.8 ** 2 - 0.6 ** 2)) / 30, 0)
})
