import { describe, expect, it } from 'vitest'
import { activeFilters, isNarrowed, readFilters } from './catalog-filters.ts'

const read = (query: string) => readFilters(new URLSearchParams(query))

describe('the filters of the catalogue', () => {
  it('the catalogue reads its filters from the address and ignores other parameters', () => {
    expect(read('type=math&ordering=-price&utm=x')).toEqual({
      search: '',
      type: 'math',
      price_max: '',
      owned: '',
      ordering: '-price',
    })
  })

  it('[S3.08] the catalogue drops empty filters and keeps the trimmed search term with the others', () => {
    expect(activeFilters(read('type=&search=%20логіка%20&owned=false'))).toEqual({ search: 'логіка', owned: 'false' })
    expect(activeFilters(read(''))).toEqual({})
  })

  it('an order alone does not narrow the catalogue, but a greatest price of 0 does', () => {
    expect(isNarrowed(read('ordering=price'))).toBe(false)
    expect(isNarrowed(read('ordering=price&price_max=0'))).toBe(true)
  })
})
