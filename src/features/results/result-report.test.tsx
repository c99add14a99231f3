// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import type { Result } from '#contract/result.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { ResultReport } from './result-report.tsx'

afterEach(cleanup)

const exam = (id: string, iq: number, day: number): Result => ({
  status: 'completed',
  attempt_id: id,
  mode: 'exam',
  correct: 20,
  total: 30,
  score: {
    iq,
    low: iq - 12,
    high: iq + 12,
    theta: 0,
    se: 6,
    percentile: 99.7,
    population: 'теорія',
    calibration: 'орієнтовно',
  },
  submitted_at: `2026-03-0${day}T10:00:00Z`,
})

function show(result: Result, others: readonly Result[] = []) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <ResultReport purchaseId="p" result={result} others={others} />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
}
const heading = (name: string) => screen.queryByRole('heading', { name })

describe('the report of a result', () => {
  it('says the score with its interval in words, also of the drawing, and never a percentile of 100', () => {
    show(exam('a', 142, 1))
    expect(screen.getByRole('img', { name: /оцінка 142 .* від 130 до 154/ })).toBeDefined()
    expect(screen.getByText(/вище, ніж у понад 99 зі 100/)).toBeDefined()
    expect(heading('Порівняно з минулою спробою')).toBeNull()
  })

  it('is compared with the attempt before it, not with a later one, and says whether the difference means anything', () => {
    show(exam('b', 110, 2), [exam('c', 90, 3), exam('a', 100, 1)])
    expect(screen.getByText(/На 10.балів вище, ніж минулого разу/)).toBeDefined()
    expect(screen.getByText(/в межах похибки/)).toBeDefined()
    expect(screen.getByText('2 з 3')).toBeDefined()
  })

  it('says why there is no score', () => {
    show({ ...exam('a', 100, 1), score: null, score_withheld: { code: 'too_few_answers', text: 'Замало відповідей.' } })
    expect(screen.getByText('Замало відповідей.')).toBeDefined()
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('of a server that tells nothing but the end is no empty page', () => {
    show({ status: 'completed', attempt_id: '7' })
    expect(screen.getByText(/Докладного результату сервер не надав/)).toBeDefined()
    expect(screen.queryByText('Квитанція')).toBeNull()
  })
})
