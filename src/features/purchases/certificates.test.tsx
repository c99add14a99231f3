// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { certificatesQuery } from '../../queries/certificate-queries.ts'
import { queryDefaults } from '../../queries/query-client.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { Certificates } from './certificates.tsx'

const held = {
  attempt_id: 'a1',
  address: 'https://iq.example/sertyfikat/AbCdEfGhIjKlMnOpQrStUv.html',
  issued_at: '2026-11-26T10:00:00.000Z',
  taken_at: '2026-11-25T10:00:00.000Z',
  test: 'Логічний тест IQ',
  name: 'Оксана Коваль',
  iq: '118',
  interval: 'від 93 до 130 і вище',
  which: '2-га спроба',
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const reply = vi.fn()
function show(answer: () => Response, isAsked = true) {
  reply.mockReset().mockImplementation(async () => answer())
  vi.stubGlobal('fetch', reply)
  const client = new QueryClient({
    defaultOptions: { ...queryDefaults, queries: { ...queryDefaults.queries, retry: false } },
  })
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <Certificates isAsked={isAsked} />
      </UiTextsContext>
    </QueryClientProvider>,
  )
  return client
}

it('the card of a certificate shows its owner, test, attempt and score with the interval, and links to its page', async () => {
  show(() => Response.json({ results: [held, { ...held, attempt_id: 'a2', name: '', which: '' }] }))
  const section = await screen.findByRole('region', { name: purchaseTexts.certificates })
  const [card, nameless] = within(section).getAllByRole('listitem')
  for (const said of ['Оксана Коваль', 'Логічний тест IQ', 'IQ 118', 'Імовірний діапазон: від 93 до 130 і вище']) {
    expect(within(card!).getByText(said)).toBeDefined()
  }
  expect(card!.textContent).toMatch(/2-га спроба · 25 листопада 2026 р\. о \d\d:00/)
  expect(nameless!.textContent).not.toMatch(/Оксана|спроба|·/)
  const link = within(card!).getByRole('link', { name: purchaseTexts.certificateVisit })
  expect(link.getAttribute('href')).toBe(held.address)
})

it('the card of a certificate draws the QR code of its page without another call', async () => {
  show(() => Response.json({ results: [held] }))
  fireEvent.click(await screen.findByRole('button', { name: purchaseTexts.certificateShow }))
  const code = await screen.findByRole('img', { name: purchaseTexts.certificateCode })
  expect(code.querySelector('path')!.getAttribute('d')!.length).toBeGreaterThan(1000)
  expect(screen.getByText(held.address)).toBeDefined()
  expect(reply).toHaveBeenCalledOnce()
})

it('the certificates are hidden if there are none, if the server gives none, and before anything was bought', async () => {
  for (const answer of [
    () => Response.json({ results: [] }),
    () => Response.json({ detail: 'Not found.' }, { status: 404 }),
  ]) {
    const client = show(answer)
    await vi.waitFor(() => expect(client.getQueryData(certificatesQuery.queryKey)).toEqual({ results: [] }))
    expect(screen.queryByRole('region')).toBeNull()
    cleanup()
  }
  show(() => Response.json({ results: [held] }), false)
  expect(reply).not.toHaveBeenCalled()
})

it('the certificates show an error if the server fails and no certificate is known yet', async () => {
  show(() => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }))
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
})
