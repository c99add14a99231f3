import { describe, expect, it } from 'vitest'
import { outcomeOfWord } from './status-words.ts'

describe('the status words of banks', () => {
  it.each(['constructor', 'toString', '', 'SUCCESS', 'a word of next year'])(
    'a payment with a status that no bank documents (%j) is still checked: nothing opens and nothing is given up',
    (word) => {
      expect([outcomeOfWord('liqpay', word), outcomeOfWord('monobank', word)]).toEqual(['checking', 'checking'])
    },
  )

  it('each bank’s status words have their own meaning', () => {
    expect(outcomeOfWord('monobank', 'hold')).toBe('held')
    expect(outcomeOfWord('monobank', 'wait_compensation')).toBe('checking')
    expect(outcomeOfWord('liqpay', 'expired')).toBe('checking')
    expect(outcomeOfWord('monobank', 'expired')).toBe('failed')
  })
})
