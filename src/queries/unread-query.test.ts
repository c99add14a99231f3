import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { sessionRequest } from '../session/session-request.ts'
import { noteUnread, unreadQuery } from './unread-query.ts'

vi.mock('../session/session-request.ts', () => ({ sessionRequest: vi.fn() }))

const absent = new ApiError({ kind: 'reply', status_code: 404 })

/** Requests the number, notes 7 before the reply, and returns the number after it. */
async function notedMeanwhile(reply: Promise<unknown>): Promise<number | undefined> {
  const client = new QueryClient()
  let answer: () => void = () => undefined
  const isTime = new Promise<void>((resolve) => (answer = resolve))
  const asked = vi.mocked(sessionRequest).mockClear()
  asked.mockImplementationOnce(() => isTime.then(() => reply as never))
  const asking = client.fetchQuery(unreadQuery)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
  noteUnread(client, 7)
  answer()
  await asking
  return client.getQueryData(unreadQuery.queryKey)
}

it('a number that is noted during a request is kept, because the server’s reply is older', async () => {
  expect(await notedMeanwhile(Promise.resolve({ results: [], unread_count: 52 }))).toBe(7)
})

it('[S3.10] a 404 of a server without notifications keeps the number that a legal text has brought meanwhile', async () => {
  const reply = Promise.reject(absent)
  reply.catch(() => undefined)
  expect(await notedMeanwhile(reply)).toBe(7)
})

it('the reply of the server counts if no number was noted since the request', async () => {
  const client = new QueryClient()
  noteUnread(client, 7)
  vi.mocked(sessionRequest).mockResolvedValueOnce({ results: [], unread_count: 5 })
  expect(await client.fetchQuery({ ...unreadQuery, staleTime: 0 })).toBe(5)
})
