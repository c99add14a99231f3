import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from './sha256.ts'

describe('sha256Hex', () => {
  it.each([
    '',
    'abc',
    'Тестування IQ: ґ є і ї',
    '🙂',
    'x'.repeat(55),
    'x'.repeat(56),
    'x'.repeat(64),
    'ї'.repeat(5000),
  ])('sha256Hex gives the standard’s digest for a text of any length (%#)', (text) => {
    expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'))
  })
})
