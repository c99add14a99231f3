import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { examplePool } from './examples.ts'
import { examplesVersion, generatorVersion } from './generator-version.ts'
import { partitionOf } from './partition.ts'

describe('examplePool', () => {
  const pool = examplePool()

  it('examplePool returns three examples of each type, the same at every call', () => {
    expect(pool.map(({ type }) => type)).toEqual([
      ...Array(3).fill('verbal'),
      ...Array(3).fill('math'),
      ...Array(3).fill('logic'),
    ])
    expect(examplePool()).toEqual(pool)
  })

  it('the example pool has a fixed digest for its two versions, by which a database keeps its examples', () => {
    const digest = createHash('sha256').update(JSON.stringify(pool)).digest('hex').slice(0, 12)
    expect({ generatorVersion, examplesVersion, digest }).toEqual({
      generatorVersion: 14,
      examplesVersion: 2,
      digest: '2dd1d7af2275',
    })
  })

  it('the examples show both ways to answer, and ask for no capital, city, currency, instrument or unit', () => {
    expect(new Set(pool.map(({ item }) => item.question.kind))).toEqual(new Set(['single', 'number']))
    const known = ['capital', 'city', 'currency', 'instrument', 'unit']
    expect(pool.filter(({ item }) => known.includes(String(item.radicals.relation)))).toEqual([])
  })

  it('examplePool takes nine different items, all from the example partition', () => {
    expect(pool.every(({ item }) => partitionOf(item.signature) === 'example')).toBe(true)
    expect(new Set(pool.map(({ item }) => item.signature)).size).toBe(9)
    expect(new Set(pool.map(({ item }) => item.question.id)).size).toBe(9)
  })
})
