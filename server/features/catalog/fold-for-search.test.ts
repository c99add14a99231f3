import { describe, expect, it } from 'vitest'
import { foldForSearch } from './fold-for-search.ts'

describe('text as search compares it', () => {
  it.each(["Пам'ять", 'пам’ять', 'ПАМʼЯТЬ', 'память', ' «Пам`ять»! ', 'Pamiat'])('folds %j', (text) => {
    expect(foldForSearch(text)).toBe('pamiat')
  })

  it('is ASCII for every Ukrainian letter, so that trigrams see it under any LC_CTYPE', () => {
    expect(foldForSearch('абвгґдеєжзиіїйклмнопрстуфхцчшщьюя АБВГҐДЕЄЖЗИІЇЙ')).toMatch(/^[a-z ]+$/)
  })

  it('keeps и and і apart, but not ґ and г', () => {
    expect(foldForSearch('Ґудзик і гудзик')).toBe('hudzyk i hudzyk')
  })

  it('leaves nothing of text without letters and digits', () => {
    expect(foldForSearch(' %_\\\0 ')).toBe('')
  })
})
