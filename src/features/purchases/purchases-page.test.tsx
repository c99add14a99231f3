// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newAttempt } from '../../attempt/replica/attempts.ts'
import { withDb } from '../../attempt/replica/database.ts'
import { newSubmission } from '../../attempt/machine/rows.ts'
import { updateSubmission } from '../../attempt/replica/submissions.ts'
import { announce, showSubmissionsOf } from '../../attempt/sync/channel.ts'
import { submissionTexts } from '../../messages/submissions.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { queryDefaults } from '../../queries/query-client.ts'
import { resetSession, updateSession } from '../../session/session-state.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { PurchasesPage } from './purchases-page.tsx'

let client: QueryClient

beforeEach(() => {
  client = new QueryClient({ defaultOptions: queryDefaults })
})

afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
})

function open(...results: object[]) {
  vi.stubGlobal('fetch', async () => Response.json({ count: results.length, next: null, previous: null, results }))
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <PurchasesPage />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
}

describe('the section for a file of answers', () => {
  const over = {
    id: 'p',
    purchase_card_title: 'Логіка',
    status: 'expired',
    expiration_date: '2025-03-05T12:00:00.000Z',
  }
  const door = () => screen.queryByText(submissionTexts.fileTitle)

  it('the purchases page takes a file of answers for an exam that ended unsubmitted, even if the purchase has expired', async () => {
    open({ ...over, has_unsubmitted_exam: true })
    expect(door()).toBeNull()
    expect(await screen.findByText(purchaseTexts.expiredTitle)).toBeDefined()
    expect(door()).not.toBeNull()
  })

  it('the purchases page takes a file of answers while an exam runs', async () => {
    open({ ...over, status: 'paid', active_attempt: { id: 'a', state: 'open', deadline_at: null } })
    expect(await screen.findByText('Логіка')).toBeDefined()
    expect(door()).not.toBeNull()
  })

  it('the purchases page does not mention a file of answers if every exam was submitted', async () => {
    open({ ...over, has_unsubmitted_exam: false })
    expect(await screen.findByText(purchaseTexts.expiredTitle)).toBeDefined()
    expect(door()).toBeNull()
  })

  it('the purchases page does not mention a file of answers if nothing was bought', async () => {
    open()
    expect(await screen.findByText(purchaseTexts.empty)).toBeDefined()
    expect(door()).toBeNull()
  })
})

it('the purchases page marks the notification of a paid purchase as read, and leaves other notifications unread', async () => {
  const read: unknown[] = []
  client.setQueryData(['unread'], 2)
  open({ id: 'p', purchase_card_title: 'Логіка', status: 'paid' })
  const shelf = fetch
  const news = ['purchase-paid', 'security'].map((kind) => ({ id: kind, kind, read_at: null }))
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (!address.includes('notifications')) return shelf(address, init)
    if (init.method === 'GET') return Response.json({ unread_count: 2, results: news })
    read.push(JSON.parse(init.body as string))
    return Response.json({})
  })
  await vi.waitFor(() => expect(read).toEqual([{ ids: ['purchase-paid'] }]))
})

it('the purchases page replaces a waiting submission that the server grades by a notice with a link to the result', async () => {
  const row = newSubmission(
    newAttempt({ draftId: 'd', ownerId: 'olena', purchaseId: 'p', mode: 'exam', startKey: null, createdAt: 0 }),
    { body: { answers: [] }, title: 'Логіка', now: Date.now() },
  )
  await withDb((db) => db.put('outbox', row))
  updateSession({ status: 'signed-in', user: { id: 'olena' } as never })
  await showSubmissionsOf('olena')
  open({ id: 'p', purchase_card_title: 'Логіка', status: 'paid' })
  await screen.findByText(submissionTexts.title)
  expect(await screen.findByRole('heading', { name: 'Логіка' })).toBeDefined()
  expect(screen.queryByRole('link', { name: purchaseTexts.exam })).toBeNull()
  await act(async () => {
    await updateSubmission('d', () => ({ state: 'graded', takenAt: Date.now() }))
    await showSubmissionsOf('olena')
    announce({ draftId: 'd', change: 'settled' })
  })
  expect(await screen.findByText(submissionTexts.deliveredTitle)).toBeDefined()
  expect(screen.getAllByRole('link', { name: submissionTexts.openResult })[0]!.getAttribute('href')).toContain('/p')
  expect(screen.queryByText(submissionTexts.title)).toBeNull()
  expect(screen.queryByRole('link', { name: purchaseTexts.exam })).toBeNull()
  await showSubmissionsOf(null)
  resetSession()
})

it('the purchases page without a test does not say that it is empty while an order waits to be paid', async () => {
  const order = { purchase_id: 'o1', test_id: 't1', purchase_card_title: 'Логіка', price: 14_900, currency: 'UAH' }
  const waiting = { ...order, status: 'pending', test_slug: 'logichnij' }
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.includes('/open/') ? { order: waiting } : { count: 0, next: null, previous: null, results: [] }),
  )
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <PurchasesPage />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
  expect(await screen.findByText(purchaseTexts.orderUnpaidTitle)).toBeDefined()
  expect(screen.queryByText(purchaseTexts.empty)).toBeNull()
})

it('the purchases page puts an unpaid order that arrives later below the purchases', async () => {
  const waiting = { purchase_id: 'o1', test_id: 't1', purchase_card_title: 'Слова', price: 14_900, currency: 'UAH' }
  const bought = { id: 'p', purchase_card_title: 'Логіка', status: 'paid', exam_attempts_left: 1 }
  let tell: (reply: Response) => void = () => undefined
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('/open/')
      ? new Promise<Response>((resolve) => (tell = resolve))
      : Promise.resolve(Response.json({ count: 1, next: null, previous: null, results: [bought] })),
  )
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <PurchasesPage />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
  const card = await screen.findByText('Логіка')
  await vi.waitFor(() => expect(client.isFetching({ queryKey: ['purchases', 'open'] })).toBe(1))
  tell(Response.json({ order: { ...waiting, status: 'pending', test_slug: 'slova' } }))
  const notice = await screen.findByText(purchaseTexts.orderUnpaidTitle)
  expect(card.isConnected).toBe(true)
  expect(card.compareDocumentPosition(notice) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

it('the purchases page without a test does not say that it is empty before its orders are known', async () => {
  let tell: (reply: Response) => void = () => undefined
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('/open/')
      ? new Promise<Response>((resolve) => (tell = resolve))
      : Promise.resolve(Response.json({ count: 0, next: null, previous: null, results: [] })),
  )
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <PurchasesPage />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(client.isFetching({ queryKey: ['purchases', 'open'] })).toBe(1))
  expect(screen.queryByText(purchaseTexts.empty)).toBeNull()
  tell(Response.json({ order: null }))
  expect(await screen.findByText(purchaseTexts.empty)).toBeDefined()
})
