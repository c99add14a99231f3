// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../http/api-error.ts'
import { questionReportTexts as texts, reviewTexts } from '../../messages/review.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { partFrom } from '../../session/session-events.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import type { ReportFormProps } from './report-form.tsx'
import { ReportQuestion } from './report-question.tsx'

const sent = vi.fn<(endpoint: { name: string }, input: object) => Promise<object>>()
vi.mock('../../session/session-request.ts', () => ({
  sessionRequest: (endpoint: { name: string }, input: object) => sent(endpoint, input),
}))

beforeEach(() => vi.stubGlobal('reportError', vi.fn()))
afterEach(async () => {
  cleanup()
  sent.mockReset()
  await partFrom('u1')
  vi.unstubAllGlobals()
})

async function open(props: ReportFormProps) {
  render(
    <UiTextsContext value={uiTexts}>
      <ReportQuestion {...props} />
    </UiTextsContext>,
  )
  fireEvent.click(screen.getByRole('button', { name: reviewTexts.report }))
  return screen.findByRole('textbox')
}
const ofTask = (questionId: string) => ({ attemptId: 'a1', questionId })
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: texts.send }))
const failure = (status_code: number, detail?: string) => new ApiError({ kind: 'reply', status_code, detail })

describe('the form of a question report', () => {
  it('a question report sends the attempt, the question and the words, and its form is empty again', async () => {
    sent.mockResolvedValueOnce({})
    const words = await open(ofTask('q3'))
    await waitFor(() => expect(document.activeElement).toBe(words))
    type(words, 'Дві відповіді')
    send()
    await screen.findByText(texts.sent)
    expect(sent.mock.calls).toEqual([
      [
        expect.objectContaining({ name: 'reportQuestion' }),
        { params: { id: 'a1' }, body: { question_id: 'q3', words: 'Дві відповіді' } },
      ],
    ])
    await waitFor(() => expect(words).toHaveProperty('value', ''))
  })

  it('a question report after an exam names the question by its number, and by its kind if that is known', async () => {
    sent.mockResolvedValueOnce({})
    const words = await open({ attemptId: 'a1', total: 30, kinds: ['Матриці фігур', null] })
    const number = screen.getByRole('combobox', { name: texts.number })
    const said = Array.from(number.querySelectorAll('option'), ({ textContent }) => textContent)
    expect([said.length, ...said.slice(0, 3)]).toEqual([
      30,
      'Запитання 1 · Матриці фігур',
      'Запитання 2',
      'Запитання 3',
    ])
    fireEvent.change(number, { target: { value: '7' } })
    type(words, 'Дві відповіді')
    send()
    await screen.findByText(texts.sent)
    expect(sent.mock.calls[0]![1]).toEqual({ params: { id: 'a1' }, body: { number: 7, words: 'Дві відповіді' } })
    expect(number).toHaveProperty('value', '7')
  })

  it.each([
    ['the server cannot be reached', new ApiError({ kind: 'network', status_code: 0 }), texts.network],
    [
      'the server says why',
      failure(429, 'За добу можна повідомити про 20 завдань.'),
      'За добу можна повідомити про 20 завдань.',
    ],
    ['the server says nothing', failure(500), texts.failed],
    ['the server knows no reports', new ApiError({ kind: 'html', status_code: 404 }), texts.missing],
    ['something else failed', new TypeError('x'), texts.failed],
  ])(
    'the form of a question report keeps the typed words and shows a Ukrainian sentence if %s',
    async (_what, error, sentence) => {
      sent.mockRejectedValueOnce(error).mockResolvedValueOnce({})
      const words = await open(ofTask('q3'))
      type(words, 'Дві відповіді')
      send()
      expect((await screen.findByRole('alert')).textContent).toBe(sentence)
      expect(words).toHaveProperty('value', 'Дві відповіді')
      send()
      await screen.findByText(texts.sent)
    },
  )

  it('the form of a question report restores the typed words for the same question and the same author alone', async () => {
    type(await open(ofTask('q3')), 'Дві відповіді')
    cleanup()
    expect(await open(ofTask('q4'))).toHaveProperty('value', '')
    cleanup()
    expect(await open(ofTask('q3'))).toHaveProperty('value', 'Дві відповіді')
    cleanup()
    await partFrom('u1')
    expect(await open(ofTask('q3'))).toHaveProperty('value', '')
  })

  it('a question report is not sent without words, and 1001 characters are too many', async () => {
    const words = await open(ofTask('q3'))
    send()
    await screen.findByText(texts.tooShort)
    await waitFor(() => expect(document.activeElement).toBe(words))
    type(words, 'ї'.repeat(1001))
    await screen.findByText(texts.tooLong)
    expect(sent).not.toHaveBeenCalled()
  })
})
