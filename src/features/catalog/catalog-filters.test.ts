import { describe, expect, it } from 'vitest'
import { activeFilters, isNarrowed, readFilters } from './catalog-filters.ts'

const read = (query: string) => readFilters(new URLSearchParams(query))

describe('the filters of the list of tests', () => {
  it('are read from the address, and what is not theirs is left alone', () => {
    expect(read('type=math&ordering=-price&utm=x')).toEqual({
      search: '',
      type: 'math',
      price_max: '',
      owned: '',
      ordering: '-price',
    })
  })

  it('[S3.08] empty ones are dropped, the search term goes with the rest', () => {
    expect(activeFilters(read('type=&search=%20логіка%20&owned=false'))).toEqual({ search: 'логіка', owned: 'false' })
    expect(activeFilters(read(''))).toEqual({})
  })

  it('an order alone narrows nothing', () => {
    expect(isNarrowed(read('ordering=price'))).toBe(false)
    expect(isNarrowed(read('ordering=price&price_max=0'))).toBe(true)
  })
})
