import { describe, expect, it } from 'vitest'
import { layouts } from './cell.ts'
import { saidCell } from './cell-words.ts'

const [group, single, pointer, layers] = layouts

describe('saidCell', () => {
  it.each([
    [group, [0, 1, 2], 'один смугастий квадрат'],
    [group, [0, 4, 3], 'одна суцільна зірка'],
    [group, [1, 4, 0], 'дві порожні зірки'],
    [group, [1, 0, 1], 'два крапчасті трикутники'],
    [group, [3, 5, 2], 'чотири смугасті хрести'],
    [group, [4, 3, 3], 'п’ять суцільних кругів'],
    [group, [8, 2, 0], 'дев’ять порожніх п’ятикутників'],
    [single, [3, 4, 1], 'велика крапчаста зірка'],
    [single, [2, 1, 0], 'середній порожній квадрат'],
    [layers, [4, 1, 2], 'смугаста стрілка, напрям — вниз, точка — вгорі праворуч'],
    [pointer, [5, 0, 3], 'суцільна стрілка, напрям — вниз ліворуч'],
  ] as const)('saidCell agrees in number and gender (%#)', (layout, cell, said) => {
    expect(saidCell(layout!, cell)).toBe(said)
  })
})
