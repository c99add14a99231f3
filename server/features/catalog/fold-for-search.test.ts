import { describe, expect, it } from 'vitest'
import { foldForSearch } from './fold-for-search.ts'

describe('text as search compares it', () => {
  it.each(["Пам'ять", 'пам’ять', 'ПАМʼЯТЬ', 'память', ' «Пам`ять»! ', 'Pamiat'])('foldForSearch folds %j', (text) => {
    expect(foldForSearch(text)).toBe('pamiat')
  })

  it('foldForSearch turns every Ukrainian letter into ASCII, so that trigrams see it under any LC_CTYPE', () => {
    expect(foldForSearch('абвгґдеєжзиіїйклмнопрстуфхцчшщьюя АБВГҐДЕЄЖЗИІЇЙ')).toMatch(/^[a-z ]+$/)
  })

  it('foldForSearch keeps и and і apart, but not ґ and г', () => {
    expect(foldForSearch('Ґудзик і гудзик')).toBe('hudzyk i hudzyk')
  })

  it('foldForSearch leaves nothing of a text without letters and digits', () => {
    expect(foldForSearch(' %_\\\0 ')).toBe('')
  })
})
