// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { paths, routePatterns } from '../../paths.ts'
import type { ExamRunner } from '../../sitting/exam-runner.ts'
import type { ExamView } from '../../sitting/exam-view.ts'
import { ExamStage } from './exam-stage.tsx'

afterEach(cleanup)

/** The address that an exam leads to when it ends as this attempt. */
function placeAfter(attemptId: string | null): string | null {
  const session = { phase: 'finished', result: { status: 'completed' } }
  const view = { stage: 'running', session, attemptId, isWriter: true } as ExamView
  const stage = <ExamStage runner={{} as ExamRunner} view={view} purchaseId="p" />
  render(
    <QueryClientProvider client={new QueryClient()}>
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

describe('an exam that has ended', () => {
  it('leads to the result of its own attempt, not to the newest that this browser knows', () => {
    expect(placeAfter('a2')).toBe('/12/test-result/p?attempt=a2')
  })

  it('leads to the newest result where its attempt has no name', () => {
    expect(placeAfter(null)).toBe('/12/test-result/p')
  })
})
