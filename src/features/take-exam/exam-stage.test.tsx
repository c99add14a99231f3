// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { routePatterns } from '#contract/page-patterns.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { paths } from '../../paths.ts'
import type { AttemptController } from '../../attempt/control/controller.ts'
import type { AttemptView } from '../../attempt/control/view.ts'
import { endingTexts } from '../../messages/exam-endings.ts'
import { ExamStage } from './exam-stage.tsx'

afterEach(cleanup)

function placeAfter(
  attemptId: string | null,
  client = new QueryClient(),
  result: object | null = null,
  isInWork = false,
): string | null {
  const state = { phase: 'finished', result, ...(isInWork && { isInWork }) }
  const view = { stage: 'running', state, attemptId, isWriter: true, receipt: isInWork ? 'jws' : null } as AttemptView
  const stage = <ExamStage controller={{} as AttemptController} view={view} purchaseId="p" />
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[paths.exam('12', 'p')]}>
        <Routes>
          <Route path={routePatterns.exam} element={stage} />
          <Route path={routePatterns.result} element={<Place />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.getByTestId('place').textContent
}

function Place() {
  const { pathname, search } = useLocation()
  return <p data-testid="place">{pathname + search}</p>
}

describe('an exam whose opening gets no reply', () => {
  const show = (openingUnanswered: AttemptView['openingUnanswered']) => {
    const wake = vi.fn()
    const state = { phase: 'opening', startKey: 'key' }
    const view = { stage: 'running', state, isWriter: true, openingUnanswered } as AttemptView
    render(
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <ExamStage controller={{ wake } as unknown as AttemptController} view={view} purchaseId="p" />
        </MemoryRouter>
      </UiTextsContext>,
    )
    return wake
  }
  const at = (time: string) => Date.parse(`2026-11-26T${time}`)

  it('the exam page says why an exam did not open if the network failed', async () => {
    const state = { phase: 'failed', failure: { kind: 'network' } }
    const view = { stage: 'running', state, attemptId: null, isWriter: true } as AttemptView
    render(
      <MemoryRouter>
        <UiTextsContext value={uiTexts}>
          <ExamStage controller={{} as AttemptController} view={view} purchaseId="p" />
        </UiTextsContext>
      </MemoryRouter>,
    )
    expect(await screen.findByText(endingTexts.noReply)).toBeDefined()
    expect(screen.getByRole('heading', { name: endingTexts.notOpenedTitle })).toBeDefined()
  })

  it('the exam page says since when there is no reply and when the clock may start, and a press asks immediately', () => {
    const wake = show({ since: at('10:32:10'), clockFrom: at('10:34:10') })
    expect(screen.getByText(/Відповіді немає з 10:32\./).textContent).toContain('не раніше ніж о 10:34.')
    fireEvent.click(screen.getByRole('button', { name: 'Спробувати зараз' }))
    expect(wake).toHaveBeenCalledTimes(1)
  })

  it('the exam page names no earliest start of a clock that may run already', () => {
    show({ since: at('10:32:10'), clockFrom: null })
    expect(screen.getByText(/його час іде\./).textContent).not.toContain('не раніше')
  })
})

describe('an exam that has ended', () => {
  it('an exam that has ended leads to the result of its own attempt', () => {
    expect(placeAfter('a2')).toBe('/12/test-result/p?attempt=a2')
  })

  it('an exam that has ended leads to the newest result if its attempt id is unknown', () => {
    expect(placeAfter(null)).toBe('/12/test-result/p')
  })

  it('an exam that has ended puts its result first into the cache of the result page, and marks the cache as stale', () => {
    const client = new QueryClient()
    const before = { status: 'completed', attempt_id: 'a1', total: 30 } as const
    client.setQueryData(['test-results', 'p'], { kind: 'results', newest: before, earlier: [] })
    const result = { status: 'completed', attempt_id: 'a2', total: 30 } as const
    placeAfter('a2', client, result)
    expect(client.getQueryData(['test-results', 'p'])).toEqual({ kind: 'results', newest: result, earlier: [before] })
    // Other devices may have added results of the purchase.
    expect(client.getQueryState(['test-results', 'p'])).toMatchObject({ isInvalidated: true })
  })

  it('[S4.20] an exam that is still being graded hands its receipt and the known results to the result page', () => {
    const client = new QueryClient()
    const before = { status: 'completed', attempt_id: 'a1', total: 30 } as const
    client.setQueryData(['test-results', 'p'], { kind: 'results', newest: before, earlier: [] })
    expect(placeAfter('a2', client, null, true)).toBe('/12/test-result/p?attempt=a2')
    const work = { kind: 'processing', attemptId: 'a2', earlier: [before], asked: 0, receipt: 'jws', isPage: false }
    expect(client.getQueryData(['test-results', 'p'])).toEqual(work)
    expect(client.getQueryState(['test-results', 'p'])).toMatchObject({ isInvalidated: true })
  })

  it('an exam whose reply has no figures puts no result into the cache of the result page', () => {
    const client = new QueryClient()
    placeAfter('a2', client, { status: 'completed', attempt_id: 'a2' })
    expect(client.getQueryData(['test-results', 'p'])).toBeUndefined()
  })
})
