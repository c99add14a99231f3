// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { overallScore, type TestLevel } from '#content/score/overall-score.ts'
import { OverallScore, overallQuery } from './overall-score.tsx'

afterEach(cleanup)

function show(levels: TestLevel[], attemptId?: string) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const exams = levels.map(({ test }) => ({ test, attempt_id: `of ${test}` }))
  client.setQueryData(overallQuery.queryKey, { overall: overallScore(levels), exams })
  render(
    <QueryClientProvider client={client}>
      <OverallScore {...(attemptId !== undefined && { attemptId })} />
    </QueryClientProvider>,
  )
  return document.body.textContent.replaceAll(/\s+/g, ' ')
}

const level = (test: TestLevel['test'], theta: number): TestLevel => ({ test, theta, reliability: 0.8 })

it('an overall score shows its interval and its tests, and mentions no difference that chance explains', () => {
  const said = show([level('verbal', 0.2), level('math', 0.9), level('logic', 0.5)])
  expect(screen.getByRole('region', { name: 'Загальний бал' })).toBeDefined()
  expect(said).toMatch(/^Загальний бал\d+Імовірний діапазон: від \d+ до (?:понад )?\d+/)
  expect(said).toContain('За найновішими оцінками тестів: вербальний, математичний, логічний.')
  expect(said).not.toMatch(/вищий/)
})

it('an overall score names the higher test only for a difference that chance does not explain', () => {
  const said = show([level('verbal', -1.6), level('math', 1.7), level('logic', 0.3)])
  expect(said.match(/вищий/g)).toHaveLength(1)
  expect(said).toContain('Математичний вищий за вербальний більше, ніж пояснюють випадок і похибка складності.')
})

it('an overall score of two tests says that the third is judged by the other two', () => {
  expect(show([level('math', 1), level('logic', 1)])).toContain(
    'Вербального ще немає, про нього судимо за двома іншими.',
  )
})

it('an overall score appears only on a result that it includes, and not for the score of one test alone', () => {
  const levels = [level('math', 1), level('logic', 1)]
  expect(show(levels, 'of math')).toContain('Загальний бал')
  cleanup()
  expect(show(levels, 'of verbal')).toBe('')
  cleanup()
  expect(show([level('math', 1)])).toBe('')
})
