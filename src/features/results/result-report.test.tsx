// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Test } from '#contract/catalog.ts'
import type { ExamReview } from '#contract/exam-review.ts'
import type { OwnedTest } from '#contract/purchase.ts'
import type { Result, ReviewRow } from '#contract/result.ts'
import { allowsForNorm, scoringModel } from '#contract/score-model.ts'
import { reviewTexts } from '../../messages/review.ts'
import { noticeTexts } from '../../messages/notices.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { ResultReport } from './result-report.tsx'

let givenReview: ExamReview | null = null
vi.mock('./details-queries.ts', () => ({
  // A story in a browser covers the timeline.
  timelineQuery: (id: string) => ({ queryKey: [id], queryFn: () => null }),
  examReviewQuery: (id: string) => ({ queryKey: ['exam-review', id], queryFn: () => givenReview }),
}))

vi.mock('../../queries/notification-queries.ts', () => ({ useReadNews: () => undefined }))

let owned: Partial<OwnedTest> = {}
vi.mock('../../queries/attempt-queries.ts', () => ({
  ownedTestQuery: { queryKey: ['owned-tests'], queryFn: async () => ({ results: [{ id: 'p', ...owned }] }) },
}))

let onSale: Partial<Test>[] = []
vi.mock('../../queries/available-tests.ts', () => ({
  availableTestsQuery: () => ({ queryKey: ['tests'], queryFn: async () => ({ results: onSale }) }),
}))

afterEach(() => {
  cleanup()
  owned = {}
  onSale = []
  givenReview = null
})

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
  it('the report of a training offers to buy the test again if its exams are used up, and otherwise an exam', async () => {
    const test = { id: 't', slug: 'logichnij', title: 'Логіка', price: 19_900, currency: 'UAH' }
    owned = { purchase_card_title: 'Логіка', exam_attempts_left: 0, can_buy_again: true, test }
    show({ ...exam('a', 110, 1), mode: 'training', score: null })
    const again = await screen.findByRole('link', { name: /^Купити ще раз · 199.*: Логіка$/ })
    expect(again.getAttribute('href')).toBe('/tests/logichnij')
    expect(screen.queryByRole('link', { name: reviewTexts.toExam })).toBeNull()
    cleanup()
    owned = { purchase_card_title: 'Логіка', can_buy_again: false, test }
    show({ ...exam('a', 110, 1), mode: 'training', score: null })
    expect(await screen.findByRole('link', { name: reviewTexts.toExam })).toBeDefined()
    expect(screen.queryByRole('link', { name: /^Купити ще раз/ })).toBeNull()
  })

  it.each([
    ['no attempt of a trial is left', { exam_attempts_left: 0, can_buy_again: false }],
    ['the money of the purchase goes back', { exam_attempts_left: 2, refund_decided: true }],
    ['the days of the purchase are over', { exam_attempts_left: 2, status: 'expired' }],
  ])('the report of a training, an exam or a withheld score offers no exam if %s', async (_where, known) => {
    const test = { id: 't', slug: 'logichnij', type: 'logic', title: 'Логіка' }
    owned = { test, ...known }
    onSale = [{ id: 'm', slug: 'm', type: 'math', title: 'Математика', price: 14_900, currency: 'UAH' }]
    const withheld = { code: 'not_above_chance', text: 'Навмання.', free_repeat: true }
    for (const result of [exam('a', 110, 1), { ...exam('a', 110, 1), score: null, score_withheld: withheld }]) {
      show({ ...result, test })
      await screen.findByRole('link', { name: /^Математика/ })
      expect(screen.queryByRole('link', { name: /^Скласти/ })).toBeNull()
      cleanup()
    }
    show({ ...exam('a', 110, 1), mode: 'training', score: null })
    await waitFor(() => expect(screen.queryByRole('link', { name: reviewTexts.toExam })).toBeNull())
  })

  it('the report of a withheld score offers to continue a free repeat that runs already', async () => {
    const active_attempt = { id: 'b', state: 'open', deadline_at: '2099-01-01T00:00:00Z' }
    owned = { exam_attempts_left: 1, active_attempt }
    const withheld = { code: 'not_above_chance', text: 'Навмання.', free_repeat: true }
    show({ ...exam('a', 110, 1), score: null, score_withheld: withheld })
    expect(await screen.findByRole('link', { name: 'Продовжити екзамен' })).toBeDefined()
    expect(screen.queryByRole('link', { name: /^Скласти/ })).toBeNull()
  })

  it('the report of an exam offers to report a question only if the exam has a receipt of our server', () => {
    const report = () => screen.queryByRole('button', { name: reviewTexts.report })
    show(exam('a', 110, 1))
    expect(report()).toBeNull()
    cleanup()
    show({ ...exam('a', 110, 1), receipt: 'a.b.c' })
    expect(report()).not.toBeNull()
  })

  it('the report of the newest exam offers push messages after the next steps, and that of an older exam or a training does not', async () => {
    vi.stubGlobal('Notification', { permission: 'default' })
    vi.stubGlobal('PushManager', class {})
    Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true })
    try {
      const offer = () => screen.queryByText(noticeTexts.offerNews)
      const ours = { receipt: 'a.b.c' }
      owned = { exam_attempts_left: 1 }
      show({ ...exam('b', 110, 2), ...ours }, [exam('a', 100, 1)])
      const next = await screen.findByRole('heading', { name: 'Що далі' })
      expect(next.compareDocumentPosition(offer()!) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
      cleanup()
      show({ ...exam('b', 110, 2), ...ours }, [exam('c', 100, 3)])
      expect(offer()).toBeNull()
      cleanup()
      show({ ...exam('b', 110, 2), ...ours, mode: 'training', score: null })
      expect(offer()).toBeNull()
    } finally {
      Reflect.deleteProperty(navigator, 'serviceWorker')
      vi.unstubAllGlobals()
    }
  })

  it('the report names the score with its interval in the label of the drawing, and never a percentile of 100', () => {
    show(exam('a', 112, 1))
    expect(screen.getByRole('img', { name: /оцінка 112 .* від 100 до 124/ })).toBeDefined()
    expect(screen.getByText(/нижче за вашу оцінку були б понад 99 зі 100 людей/)).toBeDefined()
    expect(heading('Порівняно з минулою спробою')).toBeNull()
  })

  it('the report compares an exam with the attempt before it, not with a later one, and calls the difference within the error', () => {
    show(exam('b', 110, 2), [exam('c', 90, 3), exam('a', 100, 1)])
    expect(screen.getByText(/На 10.балів вище, ніж минулого разу/)).toBeDefined()
    expect(screen.getByText(/в межах похибки/)).toBeDefined()
    expect(screen.getByText('2-га')).toBeDefined()
  })

  it('the report compares neither an exam with an earlier withheld score, nor a withheld score with an earlier exam', () => {
    const withheld = { code: 'not_above_chance', text: 'Стільки можна вгадати навмання.' }
    const none = { ...exam('a', 100, 1), correct: 5, score: null, score_withheld: withheld }
    show(exam('b', 110, 2), [none])
    expect(heading('Порівняно з минулою спробою')).toBeNull()
    cleanup()
    show({ ...none, submitted_at: '2026-03-03T10:00:00Z' }, [exam('b', 110, 2)])
    expect(heading('Порівняно з минулою спробою')).toBeNull()
  })

  it('the report shows the score and the share button before the explanations, and the next steps last', async () => {
    owned = { exam_attempts_left: 1 }
    show(exam('a', 118, 1))
    await screen.findByRole('heading', { name: 'Що далі' })
    const inOrder = [
      screen.getByRole('link', { name: 'Мої тести' }),
      screen.getByRole('heading', { level: 1 }),
      screen.getByText('118'),
      screen.getByRole('button', { name: 'Поділитися результатом' }),
      screen.getByText(/нижче за вашу оцінку були б/),
      screen.getByText('Правильних відповідей'),
      screen.getByRole('heading', { name: 'Що далі' }),
    ]
    for (const [place, each] of inOrder.slice(1).entries()) {
      const isAfter = inOrder[place]!.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING
      expect(isAfter, each.textContent).toBeTruthy()
    }
  })

  it('[S11] the report of a late exam says how late it was and how long it took, on the page and in the signed receipt', async () => {
    const late = { seconds: 20 * 3600 + 34 * 60, in_time: 3 }
    const claims = {
      kind: 'graded',
      attempt_id: 'a',
      digest: '',
      at: '2026-03-01T10:00:00Z',
      correct: 20,
      total: 30,
      late,
    }
    const receipt = `e30.${btoa(JSON.stringify(claims))}.c2ln`
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ valid: true })))
    show({ ...exam('a', 104, 1), duration_seconds: 1800, elapsed_seconds: 21 * 3600 + 4 * 60, late, receipt })
    expect(screen.getByText('Витрачено часу').nextSibling?.textContent).toBe('30\u00a0хв 0\u00a0с')
    expect(screen.getByText('Від початку до кінця').nextSibling?.textContent).toBe('21\u00a0год 4\u00a0хв')
    expect(
      screen.getByText(/на 20.год 34.хв пізніше, ніж скінчився час. Вчасно сервер отримав 3.відповіді/),
    ).toBeDefined()
    expect(
      screen.getByText(/Підписано .*: .*здано із запізненням на 20.год 34.хв, вчасно надійшло 3.відповіді/),
    ).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Перевірити підпис' }))
    expect(await screen.findByText(/Підпис справжній: .* Підписано й те, що роботу здано із запізненням/)).toBeDefined()
    vi.unstubAllGlobals()
  })

  it('the report of a free trial advises the full test and unfolds one wrong answer; that of a paid training unfolds every one', async () => {
    const test = { id: 'free', slug: 'logichnij-proba', type: 'logic', title: 'Логічний тест: проба' }
    onSale = [
      { id: 'free', slug: 'logichnij-proba', type: 'logic', title: test.title, price: 0, currency: 'UAH' },
      { id: 'l', slug: 'logichnij', type: 'logic', title: 'Логічний тест IQ', price: 19_900, currency: 'UAH' },
    ]
    const rows = [true, false, false].map((correct, place): ReviewRow => {
      const question = { id: `q${place}`, kind: 'single', prompt: `Завдання ${place + 1}` } as const
      return { question, given: 'a', right: correct ? 'a' : 'b', correct, explanation: 'Бо так.' }
    })
    const trial = {
      ...exam('a', 0, 1),
      mode: 'training',
      score: null,
      test,
      review: rows,
      correct: 1,
      total: 3,
    } as const
    show(trial)
    expect(await screen.findByRole('heading', { name: 'Результат проби' })).toBeDefined()
    expect(screen.getByText('1 з 3')).toBeDefined()
    const full = await screen.findByRole('link', { name: /^Дізнатися свій IQ · Логічний тест IQ · 199/ })
    expect(full.className).toContain('primary')
    expect(screen.getByRole('link', { name: reviewTexts.again }).className).not.toContain('primary')
    expect([...document.querySelectorAll('details')].map(({ open }) => open)).toEqual([false, true, false])
    expect(screen.queryByText('Спроба')).toBeNull()
    cleanup()
    // For a paid test every wrong answer is unfolded.
    show({ ...trial, test: { ...test, id: 'l' } })
    expect(await screen.findByRole('heading', { name: 'Результат тренування' })).toBeDefined()
    expect([...document.querySelectorAll('details')].map(({ open }) => open)).toEqual([false, true, true])
  })

  it('the report of an old training says why it has no review', () => {
    show({ ...exam('a', 104, 1), mode: 'training', score: null, review: null, receipt: 'a.b.c' })
    expect(screen.getByText(/Розбору цього тренування вже немає: повністю зберігаються 10 останніх/)).toBeDefined()
  })

  it('the report says whose percentile it is, how long the exam took and how each kind of task went', () => {
    const families = [
      { family: 'verbal-analogy', title: 'Аналогії', correct: 16, total: 18 },
      { family: 'verbal-odd-one-out', title: 'Зайве слово', correct: 4, total: 12 },
    ]
    show({ ...exam('a', 104, 1), duration_seconds: 1477, by_family: families })
    expect(screen.getByText('Крива: теорія.')).toBeDefined()
    expect(screen.getByText('Витрачено часу').nextSibling?.textContent).toBe('24\u00a0хв 37\u00a0с')
    expect(screen.getByText('Здано').nextSibling?.textContent).toMatch(/^1 березня 2026.р\. о \d\d:00$/)
    const kinds = within(screen.getByRole('region', { name: 'За видами завдань' })).getAllByRole('listitem')
    expect(kinds.map(({ textContent }) => textContent)).toEqual([
      'Аналогії16 з 18помічати зв’язки · вдалося краще за інші',
      'Зайве слово4 з 12бачити спільне · далося важче за інші',
    ])
    const shares = kinds.map((kind) => kind.querySelector('rect + rect')?.getAttribute('width'))
    expect(shares.map(Number)).toEqual([expect.closeTo(88.9, 1), expect.closeTo(33.3, 1)])
  })

  it('the report names no score above 130 or below 70 and no open end, also in the receipt, the list and the drawing of attempts', async () => {
    const open = { low: 107, high: 145, iq_open: 'above', high_open: true, low_open: false } as const
    const low = { low: 55, high: 91, iq_open: 'below', high_open: false, low_open: true } as const
    const score = { ...exam('a', 130, 2).score!, ...open, percentile: 97.7, reliability: 0.79, model: '2' }
    const claims = { kind: 'graded', attempt_id: 'a', digest: '', at: '2026-03-01T10:00:00Z', iq: 130, ...open }
    const receipt = `e30.${btoa(JSON.stringify(claims))}.c2ln`
    const earlier = { ...exam('b', 70, 1), score: { ...exam('b', 70, 1).score!, ...low } }
    show({ ...exam('a', 130, 2), score, receipt }, [earlier])
    expect(screen.getByText('понад 130')).toBeDefined()
    expect(screen.getByText('Імовірний діапазон: від 107 і вище')).toBeDefined()
    const drawing = screen.getByRole('img', { name: /оцінка понад 130, діапазон від 107 і вище зафарбовано/ })
    expect(drawing.querySelector('circle')).toBeNull()
    expect(screen.getByText(/нижче за вашу оцінку були б понад 97 зі 100 людей/)).toBeDefined()
    expect(screen.getByText(/Підписано .*: IQ понад 130 \(від 107 і вище\)/)).toBeDefined()
    const attempts = await screen.findByRole('img', {
      name: /Спроба 1, .*: IQ до 70 \(91 і нижче\)\. Спроба 2, .* \(від 107/,
    })
    expect(attempts.querySelector('circle')).toBeNull()
    expect(screen.getByText(/^IQ до 70 \(91 і нижче\)$/, { selector: 'td' })).toBeDefined()
    expect(screen.getByText(/· IQ до 70 \(91 і нижче\)/)).toBeDefined()
    expect(document.body.textContent).not.toMatch(/145|\b55\b(?! до 145)/)
    cleanup()
    // The earliest scores have a number beyond the scale.
    show(exam('a', 138, 1))
    const old = screen.getByRole('img', { name: /оцінка понад 130, діапазон від 126 до понад 130 зафарбовано/ })
    expect(old.querySelector('circle')).toBeNull()
    expect(document.body.textContent).not.toMatch(/138|150/)
  })

  it('the report draws attempts with their intervals, a withheld score as missing, and the time of each question, each with its table', async () => {
    // The hour distinguishes two attempts of one day.
    const first = { ...exam('a', 90, 3), submitted_at: '2026-03-03T08:15:00Z' }
    const second = { ...exam('b', 0, 3), submitted_at: '2026-03-03T09:30:00Z', score: null }
    show({ ...exam('c', 110, 3), question_seconds: [4, null, 65] }, [second, first])
    const named =
      /Спроба 1, 3 березня 2026.р\. о \d\d:15: IQ 90 \(від 78 до 102\)\. Спроба 2, .* о \d\d:30: оцінки немає\. Спроба 3, .* о \d\d:00: IQ 110/
    const chart = await screen.findByRole('img', { name: named })
    expect(chart.querySelectorAll('circle')).toHaveLength(2)
    const times = await screen.findByRole('img', { name: /Найдовше було відкрите запитання 3: 1\u00a0хв 5\u00a0с/ })
    expect(times.querySelectorAll('rect')).toHaveLength(2)
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows).toEqual(expect.arrayContaining(['14\u00a0с', '2невідомо', '31\u00a0хв 5\u00a0с']))
    expect(rows.some((row) => /^2.*оцінки немає$/.test(row ?? ''))).toBe(true)
  })

  it('the report draws no attempts if only one has a score, and no times of questions if the server sends none', () => {
    show(exam('a', 110, 3), [
      { ...exam('b', 0, 2), score: null },
      { ...exam('t', 90, 1), mode: 'training', score: null },
    ])
    expect(heading('Спроби одна за одною')).toBeNull()
    expect(heading('Час на запитання')).toBeNull()
  })

  it('the report says whether a score follows our present or our first rules, and says nothing about another server’s rules', () => {
    const by = (model: string | null) => {
      cleanup()
      show({
        ...exam('a', 104, 1),
        score: { ...exam('a', 104, 1).score!, model, reliability: allowsForNorm(model) ? 0.79 : null },
      })
    }
    for (const ours of ['2', scoringModel]) {
      by(ours)
      expect(screen.getByText(/тому діапазон широкий. У наших моделюваннях/)).toBeDefined()
      expect(screen.getByText(/похибка за вашими відповідями була б ±13.балів\. До ±\d+ її збільшує те/)).toBeDefined()
      expect(screen.getByRole('link', { name: 'Як ми рахуємо оцінку' }).getAttribute('href')).toBe('/ocinka-iq.html')
    }
    by('1')
    expect(screen.getByText(/попередніми правилами. Її діапазон завузький/)).toBeDefined()
    expect(screen.queryByText(/похибка за вашими відповідями/)).toBeNull()
    by(null)
    expect(screen.queryByText(/правилами|моделюваннях/)).toBeNull()
    expect(document.body.textContent).not.toMatch(/95.?%|імовірністю|нормах/)
  })

  it('the report shows the remarks of a grade, and no remark if the grade has none', () => {
    const remarks = [
      { code: 'not_reached', text: 'Порожнього кінця роботи (останніх завдань: 8) помилкою не вважаємо.' },
    ]
    show({ ...exam('a', 104, 1), score: { ...exam('a', 104, 1).score!, model: scoringModel, remarks } })
    expect(screen.getByText(remarks[0]!.text)).toBeDefined()
    cleanup()
    show(exam('a', 104, 1))
    expect(screen.queryByText(/Порожнього кінця/)).toBeNull()
  })

  it('the report warns about an earlier attempt by our first rules in the comparison and in the list of results', () => {
    const first = { ...exam('b', 100, 1), score: { ...exam('b', 100, 1).score!, model: '1' } }
    const second = { ...exam('a', 104, 2), score: { ...exam('a', 104, 2).score!, model: '2' } }
    const warnings = () =>
      screen
        .getAllByText('За нашими попередніми правилами: діапазон завузький.')
        .map((warning) => warning.closest('li')!.textContent)
    // With two scores the comparison draws no rows: only the list of other results warns.
    show(second, [first])
    expect(warnings()).toEqual([expect.stringContaining('IQ 100')])
    cleanup()
    show({ ...second, score: null }, [first])
    expect(warnings()).toEqual([expect.stringContaining('IQ 100'), expect.stringContaining('IQ 100')])
    cleanup()
    // About its own attempt the page says it at length.
    show(first, [second])
    expect(screen.queryByText(/^За нашими попередніми правилами/)).toBeNull()
  })

  it('the report of a withheld score mentions the free repeat, and links to it unless no exam is left', async () => {
    const withheld = { code: 'not_above_chance', text: 'Стільки можна вгадати навмання.' }
    const none = { ...exam('a', 100, 1), score: null }
    owned = { exam_attempts_left: 1 }
    show({ ...none, score_withheld: { ...withheld, free_repeat: true } })
    expect(screen.getByText(/ми додали вам ще одну безкоштовно/)).toBeDefined()
    const again = await screen.findByRole('link', { name: 'Скласти ще раз' })
    expect(again.getAttribute('href')).toBe('/exam/1/p')
    cleanup()
    // A server that counts no exams forbids none.
    owned = {}
    show({ ...none, score_withheld: { ...withheld, free_repeat: true } })
    expect(await screen.findByRole('link', { name: 'Скласти ще раз' })).toBeDefined()
    cleanup()
    owned = { exam_attempts_left: 0 }
    show({ ...none, score_withheld: { ...withheld, free_repeat: true } })
    expect(screen.getByText(/ми додали вам ще одну безкоштовно/)).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Скласти ще раз' })).toBeNull()
    cleanup()
    show({ ...none, score_withheld: { ...withheld, free_repeat: false } })
    expect(screen.getByText('Стільки можна вгадати навмання.')).toBeDefined()
    expect(screen.queryByText(/безкоштовно/)).toBeNull()
  })

  it('the report of a training says why it has no score, but not that a sample is too short for one', () => {
    const training = { ...exam('a', 100, 1), mode: 'training', score: null } as const
    show({ ...training, score_withheld: { code: 'answered_too_fast', text: 'Надто швидко.' } })
    expect(screen.getByText('Надто швидко.')).toBeDefined()
    cleanup()
    show({ ...training, score_withheld: { code: 'sample_too_short', text: 'Коротка проба.' } })
    expect(screen.queryByText('Коротка проба.')).toBeNull()
  })

  it('the report explains and consoles for a score of 80, and warns about an exam taken in 66 s', () => {
    show({ ...exam('a', 80, 1), total: 30, duration_seconds: 66 })
    expect(screen.getByText(/^Число нижче за середину кривої\..* Увесь діапазон нижче за середину\.$/)).toBeDefined()
    expect(screen.getByText(/один бік мислення, а не цінність людини/)).toBeDefined()
    expect(screen.getByText(/дуже швидко: у середньому близько 2.с на запитання/)).toBeDefined()
    cleanup()
    show({ ...exam('a', 100, 1), total: 30, duration_seconds: 1500 })
    expect(screen.getByText(/^Число біля середини кривої/)).toBeDefined()
    expect(screen.queryByText(/дуже швидко/)).toBeNull()
  })

  it('the report draws a hundred people for a score, and no people for a withheld score', async () => {
    show(exam('a', 100, 1))
    const drawing = await screen.findByRole('img', { name: /^Сто людей/ })
    expect(drawing.querySelectorAll('rect')).toHaveLength(100)
    const looks = () => new Set([...drawing.querySelectorAll('rect')].map((cell) => cell.getAttribute('class'))).size
    expect(screen.getByText('Понад 99 зі 100 рівнів на кривій — нижчі')).toBeDefined()
    // The top has two tones and one's own place, as the shared picture. The drawing below shows how sure each cell is.
    const top = [...screen.getByRole('banner').querySelectorAll('rect')].map((cell) => cell.getAttribute('class'))
    expect([top.length, new Set(top).size]).toEqual([100, 3])
    expect(looks()).toBe(4)
    cleanup()
    show({ ...exam('a', 100, 1), score: null, score_withheld: { code: 'too_few_answers', text: 'Замало відповідей.' } })
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.queryByText(/середин|дуже швидко|більшість/)).toBeNull()
  })

  it('the report names the best kind in the picture and lists the kinds before the curve, or after the figures without a score', () => {
    const families = [
      { family: 'logic-matrix', title: 'Матриці', correct: 9, total: 16 },
      { family: 'of-another-server', title: 'Інше', correct: 9, total: 16 },
    ]
    const isBefore = (node: Node, other: Node) =>
      Boolean(node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
    const kinds = () => screen.getByRole('region', { name: 'За видами завдань' })
    show({ ...exam('a', 100, 1), by_family: families })
    expect(isBefore(screen.getByText('Імовірний діапазон: від 88 до 112'), kinds())).toBe(true)
    expect(isBefore(kinds(), screen.getByRole('img', { name: /^Крива/ }))).toBe(true)
    // Neither kind stands out, and another server's kind has no description.
    expect(screen.queryByText(/^Найкраще вдалися/)).toBeNull()
    expect(kinds().textContent).toBe('За видами завданьМатриці9 з 16знаходити правилоІнше9 з 16')
    cleanup()
    const uneven = families.map((kind, place) => ({ ...kind, correct: place === 0 ? 16 : 4 }))
    show({ ...exam('a', 100, 1), by_family: uneven })
    expect(within(screen.getByRole('banner')).getByText('Найкраще вдалися матриці')).toBeDefined()
    cleanup()
    show({ ...exam('a', 100, 1), score: null, by_family: families })
    expect(isBefore(screen.getByText('Правильних відповідей'), kinds())).toBe(true)
  })

  it('the report of a scored exam says how each question went and how long it took, and offers the review of the worst kind', async () => {
    const families = [
      { family: 'logic-matrix', title: 'Матриці', correct: 1, total: 1 },
      { family: 'logic-overlay', title: 'Накладання', correct: 0, total: 2 },
    ]
    givenReview = {
      attempt_id: 'a',
      questions: [
        { family: 'logic-matrix', mark: 'right' },
        { family: 'logic-overlay', mark: 'wrong' },
        { family: 'logic-overlay', mark: 'unanswered' },
      ],
      review: [{ ...row('d', '8', '9'), number: 2 }],
    }
    show({ ...exam('a', 100, 1), receipt: 'a.b.c', by_family: families, question_seconds: [4, 65, null] })
    const strip = await screen.findByRole('region', { name: 'Запитання за запитанням' })
    const cells = within(strip).getAllByRole('listitem')
    expect(cells.slice(0, 3).map((cell) => cell.firstChild?.textContent)).toEqual([
      'Запитання 1, Матриці: правильно, 4\u00a0с',
      'Запитання 2, Накладання: неправильно, 1\u00a0хв 5\u00a0с',
      'Запитання 3, Накладання: без відповіді',
    ])
    expect(cells.slice(0, 3).map((cell) => cell.lastChild?.textContent)).toEqual(['0:04', '1:05', '—'])
    expect(within(strip).getByText('Правильно 1, неправильно 1, без відповіді 1.')).toBeDefined()
    expect(within(strip).getByText(/^Найдовше .* 2: /)).toBeDefined()
    expect(heading('Час на запитання')).toBeNull()
    const open = within(strip).getByRole('button', { name: 'Розібрати 1\u00a0завдання: Накладання' })
    expect(open.getAttribute('aria-expanded')).toBe('false')
    expect(within(strip).getByRole('heading', { name: 'Запитання 2' })).toBeDefined()
  })

  it('the report shows the times of the questions alone if the server does not say which answers were right', async () => {
    show({ ...exam('a', 100, 1), receipt: 'a.b.c', question_seconds: [4, 65] })
    expect(await screen.findByRole('heading', { name: 'Час на запитання' })).toBeDefined()
    expect(heading('Запитання за запитанням')).toBeNull()
  })

  it('the report explains why fewer right answers gave a higher score, and only in that case', () => {
    show({ ...exam('b', 110, 2), correct: 18 }, [exam('a', 100, 1)])
    expect(screen.getByText(/менша кількість правильних відповідей може дати вищу оцінку/)).toBeDefined()
    cleanup()
    show({ ...exam('b', 110, 2), correct: 22 }, [exam('a', 100, 1)])
    expect(screen.queryByText(/менша кількість правильних відповідей/)).toBeNull()
  })

  it('the report says which attempt this is and how many are left once the purchases are known', async () => {
    owned = { exam_attempts_left: 1 }
    show(exam('a', 100, 1))
    expect((await screen.findByText('1-ша · лишилася 1')).previousSibling?.textContent).toBe('Спроба')
  })

  it('the report of an exam links to the training of its weakest kind, to another exam and to another test', async () => {
    const test = { id: 't', slug: 'logichnij', type: 'logic', title: 'Логіка' }
    owned = { test, exam_attempts_left: 1 }
    onSale = [
      { ...test, price: 19_900, currency: 'UAH' },
      { id: 'm', slug: 'matematichnij', type: 'math', title: 'Математика', price: 14_900, currency: 'UAH' },
      { id: 'mp', slug: 'matematichnij-proba', type: 'math', title: 'Проба', price: 0, currency: 'UAH' },
    ]
    const families = [
      { family: 'logic-matrix', title: 'Матриці', correct: 9, total: 16 },
      { family: 'logic-overlay', title: 'Накладання', correct: 2, total: 6 },
    ]
    show({ ...exam('a', 100, 1), test, by_family: families })
    const train = await screen.findByRole('link', { name: 'Потренувати: накладання' })
    expect(train.getAttribute('href')).toBe('/learning/1/p?pace=one-by-one&kind=logic-overlay')
    expect(screen.getByRole('link', { name: /^Скласти ще один екзамен/ }).getAttribute('href')).toBe('/exam/1/p')
    const other = await screen.findByRole('link', { name: /^Математика · 149/ })
    expect(other.getAttribute('href')).toBe('/tests/matematichnij')
    expect(screen.queryByRole('link', { name: /Проба|Дізнатися свій IQ/ })).toBeNull()
  })

  it('the report of a sample offers the review of one question and the full test with its price', async () => {
    const test = { id: 's', slug: 'logichnij-proba', type: 'logic', title: 'Логіка: проба' }
    owned = { test, exam_attempts_left: 0 }
    onSale = [{ id: 't', slug: 'logichnij', type: 'logic', title: 'Логіка', price: 19_900, currency: 'UAH' }]
    const sample = { ...exam('a', 100, 1), test, score: null, correct: 1, total: 6 }
    show({
      ...sample,
      score_withheld: { code: 'sample_too_short', text: 'Коротка проба.' },
      review: [{ ...row('d', '8', '9'), number: 4 }],
    })
    expect(screen.getByText('Правильно 1 з 6.')).toBeDefined()
    expect(screen.queryByText('Оцінки IQ цього разу немає')).toBeNull()
    expect(heading('Розбір одного завдання')).not.toBeNull()
    expect(heading('Запитання 4')).not.toBeNull()
    const full = await screen.findByRole('link', { name: /^Дізнатися свій IQ · Логіка · 199/ })
    expect(full.getAttribute('href')).toBe('/tests/logichnij')
    // Directly below the count of right answers, before the figures and the review, which is folded.
    const offer = screen.getByRole('region', { name: 'Оцінку в балах IQ дає повний тест' })
    expect(within(offer).getByText(/^199\s₴$/)).toBeDefined()
    expect(within(offer).getByRole('figure').textContent).toMatch(
      /на вигаданому прикладі:IQ 113 \(від 87 до понад 130\)/,
    )
    const isBefore = (node: Node) => offer.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING
    expect(isBefore(screen.getByText('Правильно 1 з 6.'))).toBe(0)
    expect(isBefore(screen.getByText('Правильних відповідей'))).toBeTruthy()
    const review = screen.getByRole('button', { name: 'Подивитися розбір одного завдання' })
    expect(review.getAttribute('aria-expanded')).toBe('false')
  })

  it('the report of an exam without a score says why', () => {
    show({ ...exam('a', 100, 1), score: null, score_withheld: { code: 'too_few_answers', text: 'Замало відповідей.' } })
    expect(screen.getByText('Замало відповідей.')).toBeDefined()
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('the report says so if the server sent nothing but the end of the attempt', () => {
    show({ status: 'completed', attempt_id: '7' })
    expect(screen.getByText(/Докладного результату сервер не надав/)).toBeDefined()
    expect(screen.queryByText('Квитанція')).toBeNull()
  })
})

const row = (id: string, given: string | null, right: string): ReviewRow => ({
  question: { id, kind: 'number', prompt: `Умова ${id}` },
  given,
  right,
  correct: given === right,
  explanation: `Чому ${right}`,
})
const reviewed = (review: ReviewRow[]) => show({ status: 'completed', attempt_id: '7', mode: 'training', review })
const numbers = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const isOpen = () => screen.getAllByRole('group').map((each) => (each as HTMLDetailsElement).open)

describe('the review of a training', () => {
  it('the review of a training can show the mistakes alone under their own numbers, and all questions again', () => {
    reviewed([row('a', '7', '7'), row('b', '8', '9'), row('c', '5', '5'), row('d', null, '2')])
    expect(isOpen()).toEqual([false, true, false, true])
    const filter = screen.getByRole('checkbox', { name: 'Лише помилки (2)' })
    fireEvent.click(filter)
    expect(numbers()).toEqual(['Запитання 2', 'Запитання 4'])
    fireEvent.click(filter)
    expect(numbers()).toEqual(['Запитання 1', 'Запитання 2', 'Запитання 3', 'Запитання 4'])
  })

  it.each([
    ['every answer is right', [row('a', '7', '7'), row('b', '9', '9')]],
    ['no answer is right', [row('a', '1', '7'), row('b', null, '9')]],
  ])('the review of a training has no filter of mistakes if %s', (_, rows) => {
    reviewed(rows)
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(numbers()).toHaveLength(2)
  })
})

const signed = `${'a'.repeat(20)}.${'b'.repeat(100)}.${'c'.repeat(80)}`
let files: { name: string; blob: Blob }[]

function copyWith(clipboard: Pick<Clipboard, 'writeText'> | undefined) {
  vi.stubGlobal('navigator', { clipboard })
  show({ status: 'completed', attempt_id: '7', receipt: signed })
  fireEvent.click(screen.getByRole('button', { name: 'Скопіювати квитанцію' }))
}

describe('the receipt', () => {
  beforeEach(() => {
    files = []
    const blobs: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob) - 1}`)
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push({ name: this.download, blob: blobs[Number(this.href.slice('blob:'.length))]! })
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('the whole receipt is copied to the clipboard', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    copyWith({ writeText })
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Скопійовано'))
    expect(writeText).toHaveBeenCalledWith(signed)
    expect(files).toEqual([])
  })

  it.each([
    ['there is no clipboard', undefined],
    ['the clipboard is refused', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
  ])('the receipt is saved as a file, byte for byte, if %s', async (_, clipboard) => {
    copyWith(clipboard)
    await waitFor(() => expect(files).toHaveLength(1))
    expect(files[0]!.name).toBe('kvytantsiia-7.jws')
    expect(await files[0]!.blob.text()).toBe(signed)
    expect(screen.getByRole('status').textContent).toBe('')
  })
})
