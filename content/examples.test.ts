import { describe, expect, it } from 'vitest'
import { examplePool } from './examples.ts'
import { partitionOf } from './partition.ts'

describe('examplePool', () => {
  const pool = examplePool()

  it('has three examples of each type, the same at every call', () => {
    expect(pool.map(({ type }) => type)).toEqual([
      ...Array(3).fill('verbal'),
      ...Array(3).fill('math'),
      ...Array(3).fill('logic'),
    ])
    expect(examplePool()).toEqual(pool)
  })

  it('shows both ways to answer, and nothing that has to be known', () => {
    expect(new Set(pool.map(({ item }) => item.question.kind))).toEqual(new Set(['single', 'number']))
    const known = ['capital', 'city', 'currency', 'instrument', 'unit']
    expect(pool.filter(({ item }) => known.includes(String(item.radicals.relation)))).toEqual([])
  })

  it('takes them only of the partition of examples, none twice', () => {
    expect(pool.every(({ item }) => partitionOf(item.signature) === 'example')).toBe(true)
    expect(new Set(pool.map(({ item }) => item.signature)).size).toBe(9)
    expect(new Set(pool.map(({ item }) => item.question.id)).size).toBe(9)
  })
})
