import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const storage = () => ({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined })

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  vi.resetModules()
})

async function open() {
  const { createQueryClient } = await import('./query-client.ts')
  const { updateSession } = await import('../session/session-state.ts')
  return { client: createQueryClient(), updateSession }
}

describe('the cached replies of the server', () => {
  it('[S2.16] the cache forgets a person’s data when the person leaves or another person signs in', async () => {
    const { client, updateSession } = await open()
    updateSession({ status: 'signed-in', user: { id: 'u1' } })
    client.setQueryData(['purchases', 'owned'], 'of u1')
    updateSession({ user: { id: 'u2' } })
    expect(client.getQueryData(['purchases', 'owned'])).toBeUndefined()

    client.setQueryData(['purchases', 'owned'], 'of u2')
    updateSession({ status: 'guest', user: null })
    expect(client.getQueryData(['purchases', 'owned'])).toBeUndefined()
  })

  it('[S2.16] a page that stays on the screen loses the former person’s data and requests the new person’s', async () => {
    const { client, updateSession } = await open()
    updateSession({ status: 'signed-in', user: { id: 'u1' } })
    let answer = 'of u1'
    const queryFn = vi.fn(() => Promise.resolve(answer))
    const page = new QueryObserver(client, { queryKey: ['purchases', 'owned'], queryFn })
    const leave = page.subscribe(() => undefined)
    await vi.waitFor(() => expect(page.getCurrentResult().data).toBe('of u1'))

    answer = 'of u2'
    updateSession({ user: { id: 'u2' } })
    expect(client.getQueryData(['purchases', 'owned'])).toBeUndefined()
    expect(page.getCurrentResult().data).toBeUndefined()
    await vi.waitFor(() => expect(page.getCurrentResult().data).toBe('of u2'))
    leave()
  })

  it('[S2.16] a page that closes with the person who leaves sends no further request', async () => {
    const { client, updateSession } = await open()
    updateSession({ status: 'signed-in', user: { id: 'u1' } })
    const queryFn = vi.fn(() => Promise.resolve('of u1'))
    const page = new QueryObserver(client, { queryKey: ['purchases', 'owned'], queryFn })
    const leave = page.subscribe(() => undefined)
    await vi.waitFor(() => expect(page.getCurrentResult().data).toBe('of u1'))

    updateSession({ status: 'guest', user: null })
    leave()
    await new Promise((resolve) => setTimeout(resolve))
    expect(queryFn).toHaveBeenCalledTimes(1)
  })

  it('the cache keeps the paper when the session ends under a running exam', async () => {
    const { client, updateSession } = await open()
    updateSession({ status: 'signed-in', user: { id: 'u1' } })
    client.setQueryData(['exam'], 'paper')
    updateSession({ status: 'ended' })
    updateSession({ status: 'signed-in', user: { id: 'u1' } })
    expect(client.getQueryData(['exam'])).toBe('paper')
  })

  it('a sign-in invalidates the guest’s lists of tests, and keeps the legal texts', async () => {
    const { client, updateSession } = await open()
    const lists = [
      ['tests', 'available', {}],
      ['tests', 'bundles'],
    ]
    for (const list of lists) client.setQueryData(list, 'for guests')
    client.setQueryData(['legal', 'offer'], 'text')
    updateSession({ status: 'signed-in', user: { id: 'u1' } })
    for (const list of lists) expect(client.getQueryState(list)?.isInvalidated).toBe(true)
    expect(client.getQueryData(['legal', 'offer'])).toBe('text')
  })
})
