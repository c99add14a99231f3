import { describe, expect, it } from 'vitest'
import { nextPage, rowsOf } from './next-page.ts'

const page = (next: string | null, ...ids: string[]) => ({ next, results: ids.map((id) => ({ id })) })

describe('the page after this one', () => {
  it('the next page is requested with the query of the list’s address, whatever its cursor is called', () => {
    expect(nextPage(page('/api/owned-tests/?limit=50&cursor=50'))).toEqual({ limit: '50', cursor: '50' })
    expect(nextPage(page('https://elsewhere.example/api/owned-tests/?page=2'))).toEqual({ page: '2' })
    expect(nextPage(page('/api/search-tests/?search=%D0%BB%D0%BE%D0%B3&cursor=2'))).toEqual({
      search: 'лог',
      cursor: '2',
    })
  })

  it('there is no next page at the end of a list, or if the list’s address has no query', () => {
    expect(nextPage(page(null))).toBeUndefined()
    expect(nextPage({ results: [] })).toBeUndefined()
    expect(nextPage(page('/api/owned-tests/'))).toBeUndefined()
  })
})

describe('the rows of a list in pages', () => {
  it('each row of a list appears once and in order, although a new row has pushed one to the next page', () => {
    const data = { pages: [page('x', 'a', 'b'), page(null, 'b', 'c')], pageParams: [{}, {}] }
    expect(rowsOf(data).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(rowsOf(undefined)).toEqual([])
  })
})
