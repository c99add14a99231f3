import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Place } from './kept-queries.ts'

const offer = (content: string) => ({ title: 'Договір оферти', content })
const purchases = (...titles: string[]) => ({
  results: titles.map((title, index) => ({ id: String(index), purchase_card_title: title })),
})
const everybody: Place = { kind: 'public' }
const anna: Place = { kind: 'person', ownerId: 'anna' }
const bohdan: Place = { kind: 'person', ownerId: 'bohdan' }

/** Long enough for a machine that other tests keep busy. */
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000 })

/** The browser's localStorage, which tells every tab who is signed in. */
let stored: Map<string, string>

function storeSession(userId: string | null) {
  stored.clear()
  if (userId === null) return
  for (const [key, value] of Object.entries({ access: 'a', refresh: 'r', user_id: userId })) stored.set(key, value)
}

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** A page load: fresh modules over the browser's existing storage. */
async function openPage() {
  vi.resetModules()
  const { keepQueries, forgetStrangers } = await import('./keep-queries.ts')
  const { updateSession } = await import('../../session/session-state.ts')
  const { ApiError } = await import('../../http/api-error.ts')
  const { readEntries, writeEntry } = await import('./cache-db.ts')
  const { stalenessOf } = await import('./staleness.ts')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  keepQueries(client)

  /** Observes a query like a component. */
  const look = (queryKey: string[], answer: () => unknown) => {
    const queryFn = vi.fn(async () => answer())
    const observer = new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY })
    observer.subscribe(() => undefined)
    const result = () => observer.getCurrentResult()
    return { queryFn, result, shows: (data: unknown) => eventually(() => expect(result().data).toEqual(data)) }
  }
  const kept = async (place: Place) => (await readEntries(place)).map(([, entry]) => entry)
  return {
    client,
    look,
    kept,
    forgetStrangers,
    writeEntry,
    staleness: () => stalenessOf(client),
    noNetwork: () => {
      throw new ApiError({ kind: 'network', status_code: 0 })
    },
    /** Shows the server's answer and waits until it is kept. */
    visit: async (queryKey: string[], data: unknown, place: Place) => {
      await look(queryKey, () => data).shows(data)
      await eventually(async () => expect((await kept(place)).map((entry) => entry.queryKey)).toContainEqual(queryKey))
    },
    signOut: () => {
      storeSession(null)
      updateSession({ status: 'guest', user: null })
    },
  }
}

vi.setConfig({ testTimeout: 30_000 })

describe('replies of the server that the browser keeps', () => {
  it('[S4.30] [C.05] a legal text is shown from this device at the next page load, and requested once', async () => {
    await (await openPage()).visit(['legal', 'offer'], offer('перша редакція'), everybody)

    const second = await openPage()
    let reply: (text: unknown) => void = () => undefined
    const text = second.look(['legal', 'offer'], () => new Promise((resolve) => (reply = resolve)))
    await text.shows(offer('перша редакція'))
    await eventually(() => expect(text.queryFn).toHaveBeenCalledOnce())
    reply(offer('друга редакція'))
    await text.shows(offer('друга редакція'))
    const again = second.look(['legal', 'offer'], second.noNetwork)
    await again.shows(offer('друга редакція'))
    expect(again.queryFn).not.toHaveBeenCalled()
    await eventually(async () => expect((await second.kept(everybody))[0]?.state.data).toEqual(offer('друга редакція')))
  })

  it('[C.05] the information about a test is shown without a network, with the age of its data', async () => {
    const information = { test_info: { title: 'Вербальний', content: 'Про тест' } }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T10:00:00Z') })
    try {
      await (await openPage()).visit(['tests', 'info', 'verbalnij'], information, everybody)
      vi.setSystemTime(Date.parse('2026-11-21T10:00:00Z'))
      const page = await openPage()
      const shown = page.look(['tests', 'info', 'verbalnij'], page.noNetwork)
      await shown.shows(information)
      await eventually(() => expect(shown.result().isError).toBe(true))
      expect(page.staleness()?.reason).toBe('network')
      expect(new Date(page.staleness()!.savedAt).toISOString()).toMatch(/^2026-11-20T10:00/)
      await shown.shows(information)
    } finally {
      vi.useRealTimers()
    }
  })

  it('a first visit calls the server immediately, and shows the kept reply only when nothing comes', async () => {
    await (await openPage()).visit(['faq'], { count: 0, results: [] }, everybody)
    vi.stubGlobal('navigator', { serviceWorker: { controller: null } })
    const page = await openPage()
    const asked = page.look(['faq'], page.noNetwork)
    await asked.shows({ count: 0, results: [] })
    expect(asked.queryFn).toHaveBeenCalled()
  })

  it('a person’s certificates are shown from this device without a network, and deleted when they sign out', async () => {
    storeSession('anna')
    const moments = { issued_at: '2026-11-26T10:00:00.000Z', taken_at: '2026-11-25T10:00:00.000Z' }
    const words = { test: 'Логіка', name: 'Анна', iq: '118', interval: 'від 93 до 130', which: '2-га спроба' }
    const held = { attempt_id: 'a1', address: 'https://iq.example/sertyfikat/A.html', ...moments, ...words }
    await (await openPage()).visit(['certificates'], { results: [held] }, anna)
    const page = await openPage()
    await page.look(['certificates'], page.noNetwork).shows({ results: [held] })
    page.signOut()
    await eventually(async () => expect(await page.kept(anna)).toEqual([]))
  })

  it('the browser keeps only the replies of listed queries: no paper, no poll, no order', async () => {
    storeSession('anna')
    const page = await openPage()
    for (const key of [['exam'], ['exam-build'], ['purchases', 'order', '1'], ['tests']]) {
      await page.look(key, () => 'said').shows('said')
    }
    await page.visit(['purchases', 'owned'], purchases('Логіка'), anna)
    expect((await page.kept(anna)).map(({ queryKey }) => queryKey)).toEqual([['purchases', 'owned']])
    expect(await page.kept(everybody)).toEqual([])
  })

  it('a kept reply that breaks the contract is dropped and not shown', async () => {
    await (await openPage()).visit(['legal', 'offer'], offer('текст'), everybody)
    const page = await openPage()
    const [entry] = await page.kept(everybody)
    const state = { ...entry!.state, data: { title: 7 } }
    await page.writeEntry(everybody, `query-${entry!.queryHash}`, { ...entry!, state })
    const text = page.look(['legal', 'offer'], page.noNetwork)
    await eventually(() => expect(text.result().isError).toBe(true))
    expect(text.result().data).toBeUndefined()
    expect(await page.kept(everybody)).toEqual([])
  })

  it('a kept reply is dropped if its format is outdated or its data are more than a month old', async () => {
    await (await openPage()).visit(['legal', 'offer'], offer('текст'), everybody)
    for (const change of [{ buster: '0' }, { state: { dataUpdatedAt: Date.now() - 31 * 86_400_000 } }]) {
      const page = await openPage()
      const [entry] = await page.kept(everybody)
      const state = { ...entry!.state, ...change.state }
      await page.writeEntry(everybody, `query-${entry!.queryHash}`, { ...entry!, ...change, state })
      const text = page.look(['legal', 'offer'], () => offer('свіжий'))
      await text.shows(offer('свіжий'))
      await eventually(async () => expect((await page.kept(everybody))[0]?.state.data).toEqual(offer('свіжий')))
    }
  })

  it('a page shows the server’s reply in a browser that keeps nothing', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.stubGlobal('indexedDB', undefined)
    const page = await openPage()
    await page.look(['legal', 'offer'], () => offer('текст')).shows(offer('текст'))
    vi.restoreAllMocks()
  })
})

describe('replies that the browser keeps for a person', () => {
  it('[S3.10] expired purchases are kept once they are known, shown after a reload, and deleted at the log-out', async () => {
    storeSession('anna')
    const key = ['purchases', 'expired']
    const expiredRows = [{ id: '1', purchase_card_title: 'Логіка', expiration_date: '2025-03-05' }]
    const page = await openPage()
    await page.look(key, () => page.client.getQueryData(key) ?? []).shows([])
    expect(await page.kept(anna)).toEqual([])
    page.client.setQueryData(key, expiredRows)
    await page.client.prefetchQuery({ queryKey: key, queryFn: () => page.client.getQueryData(key), staleTime: 0 })
    await eventually(async () => expect((await page.kept(anna))[0]?.state.data).toEqual(expiredRows))
    vi.stubGlobal('navigator', { serviceWorker: { controller: null } })
    const next = await openPage()
    await next.look(key, () => next.client.getQueryData(key) ?? []).shows(expiredRows)
    next.signOut()
    await eventually(async () => expect(await next.kept(anna)).toEqual([]))
  })

  it.each([
    ['nothing', []],
    ['something older', [{ id: '0', purchase_card_title: 'Слова', expiration_date: '2024-03-05' }]],
  ])(
    '[S3.10] expired purchases that arrive while this device is read are shown and kept, if the device has %s',
    async (_, older) => {
      storeSession('anna')
      const key = ['purchases', 'expired']
      const expiredRows = [{ id: '1', purchase_card_title: 'Логіка', expiration_date: '2025-03-05' }]
      const before = await openPage()
      if (older.length > 0) {
        before.client.setQueryData(key, older)
        await before.client.prefetchQuery({ queryKey: key, queryFn: () => older, staleTime: 0 })
        await eventually(async () => expect((await before.kept(anna))[0]?.state.data).toEqual(older))
      }
      const page = await openPage()
      const list = page.look(key, () => page.client.getQueryData(key) ?? [])
      page.client.setQueryData(key, expiredRows)
      void page.client.prefetchQuery({ queryKey: key, queryFn: () => page.client.getQueryData(key), staleTime: 0 })
      await eventually(() => expect(list.result().fetchStatus).toBe('idle'))
      await eventually(async () => expect((await page.kept(anna))[0]?.state.data).toEqual(expiredRows))
      await list.shows(expiredRows)
    },
  )

  it('[S43] a log-out deletes the person’s kept replies, and the public ones stay', async () => {
    storeSession('anna')
    const page = await openPage()
    await page.visit(['purchases', 'owned'], purchases('Логіка'), anna)
    await page.visit(['legal', 'offer'], offer('текст'), everybody)
    page.signOut()
    await eventually(async () => expect(await page.kept(anna)).toEqual([]))
    expect(await page.kept(everybody)).toHaveLength(1)
  })

  it('[S43] a person’s kept replies are never shown to another person, even if a log-out left them behind', async () => {
    storeSession('anna')
    await (await openPage()).visit(['purchases', 'owned'], purchases('Логіка'), anna)
    storeSession('bohdan')
    const page = await openPage()
    const seen = page.look(['purchases', 'owned'], page.noNetwork)
    await eventually(() => expect(seen.result().isError).toBe(true))
    expect(seen.result().data).toBeUndefined()
    expect(await page.kept(anna)).toHaveLength(1)
    await page.forgetStrangers()
    expect(await page.kept(anna)).toEqual([])
  })

  it('[S43] a reply that arrives after another tab has signed the person out is kept for nobody', async () => {
    storeSession('anna')
    const page = await openPage()
    let reply: (list: unknown) => void = () => undefined
    const late = page.look(['purchases', 'owned'], () => new Promise((resolve) => (reply = resolve)))
    await eventually(() => expect(late.queryFn).toHaveBeenCalled())
    // The other tab signs one person out and another in; this page does not know it yet.
    storeSession('bohdan')
    reply(purchases('Логіка'))
    await late.shows(purchases('Логіка'))
    await page.visit(['legal', 'offer'], offer('текст'), everybody)
    expect([...(await page.kept(anna)), ...(await page.kept(bohdan))]).toEqual([])
  })

  it('the browser keeps a person’s shelf of tests apart from the shelf that guests see', async () => {
    const shelf = (owned: string | null) => ({
      results: [{ id: '1', title: 'Логіка', ...(owned === null ? {} : { owned_purchase_id: owned }) }],
    })
    await (await openPage()).visit(['tests', 'available'], shelf(null), everybody)
    storeSession('anna')
    const page = await openPage()
    await page.visit(['tests', 'available'], shelf('p1'), anna)
    expect((await page.kept(everybody))[0]?.state.data).toMatchObject(shelf(null))
  })
})
