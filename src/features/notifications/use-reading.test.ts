import { describe, expect, it } from 'vitest'
import { asRead } from './use-reading.ts'

const row = (id: string, read_at: string | null = null) => ({ id, title: id, message: '', read_at })
const pages = {
  pages: [
    { count: 3, unread_count: 5, results: [row('a'), row('b', 'before')] },
    { count: 3, unread_count: 5, results: [row('c')] },
  ],
  pageParams: [{}, {}],
}
const states = (data: typeof pages) => data.pages.flatMap(({ results }) => results.map(({ read_at }) => read_at))

describe('the cached notifications after a read', () => {
  it('a read marks notifications on any loaded page, and lowers the unread count only for those that were unread', () => {
    const after = asRead(pages, ['c', 'b'], 'now') as typeof pages
    expect(states(after)).toEqual([null, 'before', 'now'])
    expect(after.pages.map(({ unread_count }) => unread_count)).toEqual([4, 4])
  })

  it('reading all marks every loaded notification and sets the unread count to 0', () => {
    const after = asRead(pages, 'all', 'now') as typeof pages
    expect(states(after)).toEqual(['now', 'before', 'now'])
    expect(after.pages[0]!.unread_count).toBe(0)
  })
})
