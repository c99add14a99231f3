import { describe, expect, it } from 'vitest'
import { outcomeOfWord } from './status-words.ts'

describe('what a bank’s word is to us', () => {
  it.each(['constructor', 'toString', '', 'SUCCESS', 'a word of next year'])(
    'is, of one that it does not document (%j), that nothing opens and nothing is given up',
    (word) => {
      expect([outcomeOfWord('liqpay', word), outcomeOfWord('monobank', word)]).toEqual(['checking', 'checking'])
    },
  )

  it('is of each bank its own', () => {
    expect(outcomeOfWord('monobank', 'hold')).toBe('held')
    expect(outcomeOfWord('monobank', 'wait_compensation')).toBe('checking')
    expect(outcomeOfWord('liqpay', 'expired')).toBe('checking')
    expect(outcomeOfWord('monobank', 'expired')).toBe('failed')
  })
})
