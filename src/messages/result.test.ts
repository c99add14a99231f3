import { expect, it } from 'vitest'
import { Family } from '#content/families.ts'
import { kindWords, resultTexts } from './result.ts'

it('every kind of tasks has two words of its own, and an unknown kind has no words', () => {
  const said = Family.options.map(kindWords)
  expect(said.every((words) => words !== null && words.split(' ').length === 2)).toBe(true)
  expect(new Set(said).size).toBe(said.length)
  expect([kindWords('of-another-server'), kindWords('toString')]).toEqual([null, null])
})

it('the number of an attempt is written with the ending of its Ukrainian ordinal', () => {
  const said = [1, 2, 3, 4, 8, 11, 12, 20, 21, 40, 43, 140].map((number) => resultTexts.numberOf(number, null))
  expect(said.join(' ')).toBe('1-ша 2-га 3-тя 4-та 8-ма 11-та 12-та 20-та 21-ша 40-ва 43-тя 140-ва')
})
