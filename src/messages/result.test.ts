import { expect, it } from 'vitest'
import { Family } from '#content/families.ts'
import { kindWords } from './result.ts'

it('says of every kind of tasks in two words what it asks for, of each something else, and of others nothing', () => {
  const said = Family.options.map(kindWords)
  expect(said.every((words) => words !== null && words.split(' ').length === 2)).toBe(true)
  expect(new Set(said).size).toBe(said.length)
  expect([kindWords('of-another-server'), kindWords('toString')]).toEqual([null, null])
})
