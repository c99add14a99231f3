// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { submissionTexts } from '../../messages/submissions.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { faqQuery } from '../../queries/reading-queries.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { FaqPage } from './faq-page.tsx'

afterEach(cleanup)

const row = (id: string, question: string) => ({ id, topic: 'Тести', question, answer: 'Так.' })

it('the page of questions and answers offers to choose a file of answers', () => {
  const client = new QueryClient()
  client.setQueryData(faqQuery.queryKey, { count: 1, results: [row('1', 'Що купую?')] })
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <FaqPage />
      </UiTextsContext>
    </QueryClientProvider>,
  )
  expect(screen.getByLabelText(submissionTexts.fileChoose)).toBeDefined()
})

it('the search of questions and answers announces to a screen reader how many questions it found, also 0', () => {
  const client = new QueryClient()
  client.setQueryData(faqQuery.queryKey, {
    count: 3,
    results: [row('1', 'Чи можна з телефону?'), row('2', 'Чи можна без мережі?'), row('3', 'Що купую?')],
  })
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <FaqPage />
      </UiTextsContext>
    </QueryClientProvider>,
  )
  const status = screen.getByRole('status')
  const said = (term: string) => {
    fireEvent.change(screen.getByLabelText('Пошук у питаннях'), { target: { value: term } })
    return status.textContent.replace(/\s/g, ' ')
  }
  expect(status.textContent).toBe('')
  expect(said('можна')).toBe('Знайдено: 2 питання')
  expect(said('мережі')).toBe('Знайдено: 1 питання')
  expect(said('космос')).toBe('Знайдено: 0 питань')
  expect(said(' ')).toBe('')
  expect(screen.getByRole('status')).toBe(status)
})
