import { expect, it } from 'vitest'
import { deathInARow, isHopeless } from './supervisor.ts'

/** Whether a database with these lifetimes (ms) is given up at one of its deaths. */
function isGivenUp(lives: readonly number[]): boolean {
  let deaths = 0
  return lives.some((lived) => isHopeless((deaths = deathInARow(lived, deaths))))
}

it('the supervisor never gives up a database that lived for at least 7.8 s before each of eight deaths', () => {
  // The lifetimes between faults of `npm run faults -- --seed 2502`, which then waited for ever.
  expect(isGivenUp([76_600, 18_000, 40_000, 45_200, 7_800, 33_800, 20_000, 15_000])).toBe(false)
})

it('the supervisor gives up a database that dies as soon as it is ready, six times in a row', () => {
  expect(isGivenUp([300, 300, 300, 300, 300])).toBe(false)
  expect(isGivenUp([300, 300, 300, 300, 300, 300])).toBe(true)
  expect(isGivenUp([300, 300, 300, 300, 300, 12_000, 300])).toBe(false)
})
