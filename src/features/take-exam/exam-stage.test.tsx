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

describe('an exam that nobody answers the call for', () => {
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

  it('says why it did not open, with code that is not of the first question', async () => {
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

  it('says since when, from when on its clock may run, and lets the person ask at once', () => {
    const wake = show({ since: at('10:32:10'), clockFrom: at('10:34:10') })
    expect(screen.getByText(/Відповіді немає з 10:32\./).textContent).toContain('не раніше ніж о 10:34.')
    fireEvent.click(screen.getByRole('button', { name: 'Спробувати зараз' }))
    expect(wake).toHaveBeenCalledTimes(1)
  })

  it('promises no such moment where it may run already', () => {
    show({ since: at('10:32:10'), clockFrom: null })
    expect(screen.getByText(/його час іде\./).textContent).not.toContain('не раніше')
  })
})

describe('an exam that has ended', () => {
  it('leads to the result of its own attempt, not to the newest that this browser knows', () => {
    expect(placeAfter('a2')).toBe('/12/test-result/p?attempt=a2')
  })

  it('leads to the newest result where its attempt has no name', () => {
    expect(placeAfter(null)).toBe('/12/test-result/p')
  })

  it('hands its result to the page that shows it, which waits for no other call', () => {
    const client = new QueryClient()
    const before = { status: 'completed', attempt_id: 'a1', total: 30 } as const
    client.setQueryData(['test-results', 'p'], { kind: 'results', newest: before, earlier: [] })
    const result = { status: 'completed', attempt_id: 'a2', total: 30 } as const
    placeAfter('a2', client, result)
    expect(client.getQueryData(['test-results', 'p'])).toEqual({ kind: 'results', newest: result, earlier: [before] })
    // Other devices may have added results of the purchase.
    expect(client.getQueryState(['test-results', 'p'])).toMatchObject({ isInvalidated: true })
  })

  it('[S4.20] hands work that goes on to that page, which waits for it, with the receipt and the results that are known', () => {
    const client = new QueryClient()
    const before = { status: 'completed', attempt_id: 'a1', total: 30 } as const
    client.setQueryData(['test-results', 'p'], { kind: 'results', newest: before, earlier: [] })
    expect(placeAfter('a2', client, null, true)).toBe('/12/test-result/p?attempt=a2')
    const work = { kind: 'processing', attemptId: 'a2', earlier: [before], asked: 0, receipt: 'jws', isPage: false }
    expect(client.getQueryData(['test-results', 'p'])).toEqual(work)
    expect(client.getQueryState(['test-results', 'p'])).toMatchObject({ isInvalidated: true })
  })

  it('leaves it to that page to ask where the reply told no figures', () => {
    const client = new QueryClient()
    placeAfter('a2', client, { status: 'completed', attempt_id: 'a2' })
    expect(client.getQueryData(['test-results', 'p'])).toBeUndefined()
  })
})
