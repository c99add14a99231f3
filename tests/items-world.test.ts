import { expect, it } from 'vitest'
import { compareWithWorld } from '../benches/items/world.ts'
import { isKept } from '../benches/score/promised.ts'

it('difficulties of matrices, overlays and series rise as published ones do, with their rules in the published order', () => {
  const { compared, promises } = compareWithWorld()
  expect(compared.length).toBeGreaterThan(15)
  expect(compared.filter(({ ours }) => !Number.isFinite(ours))).toEqual([])
  expect(promises.filter((promise) => !isKept(promise))).toEqual([])
})
