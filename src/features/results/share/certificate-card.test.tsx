// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { certificateTexts } from '../../../messages/share.ts'
import { uiTexts } from '../../../messages/ui-texts.ts'
import { updateSession } from '../../../session/session-state.ts'
import { UiTextsContext } from '../../../ui/ui-texts.ts'
import { CertificateCard } from './certificate-card.tsx'
import type { Shareable } from './shareable.ts'

const closed = {
  available: true,
  open: false,
  address: null,
  issued_at: null,
  outdated: false,
  name: 'Оксана Іваненко',
}
const opened = { ...closed, open: true, address: 'https://iq.example/c/1', issued_at: '2026-11-26T10:00:00Z' }

/** Whether reads succeed. The server carries out every change of the certificate, and the reply to it is always lost. */
let isReachable: boolean
beforeEach(() => {
  updateSession({ status: 'signed-in', user: { id: 'owner', email: 'a@b.ua' } })
  isReachable = true
  let certificate = closed as typeof closed | typeof opened
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) => {
    if (method !== 'GET') certificate = certificate.open ? closed : opened
    if (!isReachable || method !== 'GET') throw new TypeError('Failed to fetch')
    return Response.json(certificate)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const shareable: Shareable = {
  attemptId: 'a1',
  testTitle: 'Логічний тест IQ',
  score: {
    iq: 118,
    low: 93,
    high: 143,
    theta: 1.2,
    se: 0.4,
    percentile: 88,
    population: 'теорія',
    calibration: 'орієнтовна оцінка',
  },
  submittedAt: '2026-03-05T10:00:00Z',
  isLate: false,
}

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <CertificateCard shareable={shareable} />
      </UiTextsContext>
    </QueryClientProvider>,
  )
}

it('a certificate page that the server opened is shown as open although the reply was lost, and can be closed', async () => {
  show()
  // The card says which exam the certificate belongs to.
  expect(
    await screen.findByText(/^За екзамен, зданий 5 березня 2026 р\. о .*: IQ 118 \(від 93 до понад 130\)\.$/),
  ).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: certificateTexts.open }))
  expect(await screen.findByText(opened.address)).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe(certificateTexts.isOpen)
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: certificateTexts.close }))
  fireEvent.click(await screen.findByRole('button', { name: certificateTexts.closeAct }))
  expect(await screen.findByRole('button', { name: certificateTexts.open })).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe(certificateTexts.isClosed)
})

it('the certificate card says that it does not know the state if no server answers, and asks again at a press', async () => {
  show()
  const button = await screen.findByRole('button', { name: certificateTexts.open })
  isReachable = false
  fireEvent.click(button)
  expect(await screen.findByText(certificateTexts.isUnsure)).toBeDefined()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  isReachable = true
  fireEvent.click(screen.getByRole('button', { name: uiTexts.tryAgain }))
  expect(await screen.findByText(opened.address)).toBeDefined()
  expect(screen.queryByText(certificateTexts.isUnsure)).toBeNull()
})

it('a certificate is not revoked by one press: a dialog says what a revocation means, and can be cancelled', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: certificateTexts.open }))
  const revoke = await screen.findByRole('button', { name: 'Відкликати сертифікат…' })
  expect(revoke.className).toMatch(/danger/)
  fireEvent.click(revoke)
  expect(await screen.findByText(certificateTexts.closeMeans)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: certificateTexts.closeNot }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText(opened.address)).toBeDefined()
})
