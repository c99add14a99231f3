import { expect, it } from 'vitest'
import { compareWithWorld } from '../benches/items/world.ts'

it('difficulties of matrices, overlays and series rise as published ones do, with their rules in the published order', () => {
  const { compared, promises } = compareWithWorld()
  expect(compared.length).toBeGreaterThan(15)
  expect(compared.filter(({ ours }) => !Number.isFinite(ours))).toEqual([])
  const broken = promises.filter(
    ({ value, atLeast = -Infinity, atMost = Infinity }) => !(value >= atLeast && value <= atMost),
  )
  expect(broken).toEqual([])
})
