import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { plantedBugs as bugsOfTheRig } from '../../faults/planted/bugs.ts'
import { plantedBugs as bugsOfTheMoney } from '../../money/planted/bugs.ts'
import { plantedBugs as bugsOfTheModel } from './bugs.ts'
import { type Plant, sourceWith } from './plant.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const named = <Bug extends { readonly name: string }>(bugs: readonly Bug[]) =>
  bugs.map((bug) => [bug.name, bug] as const)

function filesOf(plants: readonly Plant[]) {
  return [...new Set(plants.map(({ file }) => file))].map((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    const ofFile = plants.filter((plant) => plant.file === file)
    return { source, planted: sourceWith(ofFile, source) }
  })
}

// Finds a plant without a place immediately, not after an hour of a campaign.
describe('the planted bugs, by their places in the product', () => {
  it.each(named(bugsOfTheModel))(
    'a bug of the model finds each of its places in the product exactly once: %s',
    (_name, { plants }) => {
      expect(filesOf(plants).some(({ source, planted }) => source !== planted)).toBe(true)
    },
  )

  it.each(named(bugsOfTheRig))(
    'a bug of the rig finds each of its places in the product exactly once: %s',
    (_name, { plants }) => {
      expect(filesOf(plants).some(({ source, planted }) => source !== planted)).toBe(true)
    },
  )
  it.each(named(bugsOfTheMoney))(
    'a bug of the model of money finds each of its places in the product exactly once: %s',
    (_name, { plants }) => {
      expect(filesOf(plants).some(({ source, planted }) => source !== planted)).toBe(true)
    },
  )
})
