// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shareTexts } from '../../../messages/share.ts'
import { uiTexts } from '../../../messages/ui-texts.ts'
import { UiTextsContext } from '../../../ui/ui-texts.ts'
import { certificateQuery } from '../../../queries/certificate-queries.ts'
import { ShareCard } from './share-card.tsx'
import type { Shareable } from './shareable.ts'

/** Each function ends the drawing of one picture, the oldest first. */
let drawn: (() => void)[] = []
vi.mock('./draw-card.ts', () => ({
  cardSize: () => ({ width: 1, height: 1 }),
  drawCard: ({ proof }: { proof?: string }) =>
    new Promise((resolve) => drawn.push(() => resolve({ proof, toDataURL: () => 'data:,' }))),
  pngOf: async () => new Blob(['x']),
}))

beforeEach(() => {
  drawn = []
  vi.stubGlobal('navigator', { canShare: () => true, share: vi.fn(async () => undefined) })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const shareable = {
  attemptId: 'a1',
  testTitle: 'Логіка',
  score: { iq: 110, low: 100, high: 120, percentile: 75 },
  submittedAt: '2026-01-05T10:00:00.000Z',
  isLate: false,
} as unknown as Shareable

it('a picture with a code cannot be shared while the next picture, without the code, is being drawn', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const certificate = { available: true, address: 'https://iq.example/certificate/c1' }
  client.setQueryData(certificateQuery('a1').queryKey, certificate as never)
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <ShareCard shareable={shareable} />
      </UiTextsContext>
    </QueryClientProvider>,
  )
  const draws = async (count: number) => {
    await vi.waitFor(() => expect(drawn).toHaveLength(count))
    drawn.at(-1)!()
  }
  const share = () => screen.getByText(shareTexts.share).closest('button')!
  await draws(1)
  fireEvent.click(await screen.findByLabelText(shareTexts.withCode))
  await draws(2)
  await vi.waitFor(() => expect(share().getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(screen.getByLabelText(shareTexts.withCode))
  fireEvent.click(share())
  expect(navigator.share).not.toHaveBeenCalled()
  await draws(3)
  await vi.waitFor(() => expect(share().getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(share())
  expect(navigator.share).toHaveBeenCalledOnce()
})
