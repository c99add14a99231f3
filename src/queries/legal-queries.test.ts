import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { sessionRequest } from '../session/session-request.ts'
import { legalQueries } from './legal-queries.ts'
import { purchaseQueries } from './purchase-queries.ts'
import { unreadQuery } from './unread-query.ts'

vi.mock('../session/session-request.ts', () => ({ sessionRequest: vi.fn() }))
vi.mock('../session/session-state.ts', () => ({ sessionState: () => ({ user: { id: 'me' } }) }))

const over = { id: 'p1', purchase_card_title: 'Тест', expiration_date: '2025-03-05T10:00:00.000Z' }
const unreadKey = unreadQuery.queryKey
const expiredKey = purchaseQueries.expired().queryKey

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
})

async function readOffer(own: object) {
  vi.mocked(sessionRequest).mockResolvedValueOnce({ offer: { title: 'Оферта', content: '' }, ...own })
  return client.fetchQuery(legalQueries.text('offer'))
}

describe('a legal text that could not be loaded', () => {
  const failure = (detail?: string) => new ApiError({ kind: 'reply', status_code: 400, detail })
  it.each([
    ['the server’s sentence', failure('Тексту ще немає'), 'Тексту ще немає'],
    ['the fallback sentence if the server gave none', failure(), 'An unknown error occurred'],
  ])('[S8.23] the failure of a legal text leaves %s with the query of its kind', async (_, error, sentence) => {
    vi.mocked(sessionRequest).mockRejectedValueOnce(error)
    await expect(client.fetchQuery(legalQueries.text('offer'))).rejects.toBe(error)
    expect(client.getQueryState(legalQueries.text('offer').queryKey)?.error?.message).toBe(sentence)
  })
})

describe('personal data that come with a legal text', () => {
  it('[S3.10] personal data that come with a legal text move into their own queries and are not kept with the text', async () => {
    const text = await readOffer({ notification_count: 3, expired: [over] })
    expect(text).toEqual({ title: 'Оферта', content: '' })
    expect([client.getQueryData(unreadKey), client.getQueryData(expiredKey)]).toEqual([3, [over]])
  })

  it('a guest’s empty data change no personal data, because a token may just have expired', async () => {
    client.setQueryData(unreadKey, 3)
    client.setQueryData(expiredKey, [over])
    await readOffer({ notification_count: 0, expired: [] })
    expect([client.getQueryData(unreadKey), client.getQueryData(expiredKey)]).toEqual([3, [over]])
    expect(client.getQueryState(unreadKey)?.isInvalidated).toBe(true)
  })

  it('a legal text may come with expired purchases and without the unread number', async () => {
    client.setQueryData(unreadKey, 3)
    await readOffer({ notification_count: null, expired: [over] })
    expect([client.getQueryData(unreadKey), client.getQueryData(expiredKey)]).toEqual([3, [over]])
  })
})
