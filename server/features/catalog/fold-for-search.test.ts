import { describe, expect, it } from 'vitest'
import { foldForSearch } from './fold-for-search.ts'

describe('text as search compares it', () => {
  it.each(["Пам'ять", 'пам’ять', 'ПАМʼЯТЬ', 'память', ' «Пам`ять»! '])('folds %j', (text) => {
    expect(foldForSearch(text)).toBe('память')
  })

  it('keeps letters that only look alike apart, but not ґ and г', () => {
    expect(foldForSearch('Ґудзик ї і й и')).toBe('гудзик ї і й и')
  })

  it('leaves nothing of text without letters and digits', () => {
    expect(foldForSearch(' %_\\\0 ')).toBe('')
  })
})
