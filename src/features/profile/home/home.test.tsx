// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Test } from '#contract/catalog.ts'
import { uiTexts } from '../../../messages/ui-texts.ts'
import { queryDefaults } from '../../../queries/query-client.ts'
import { UiTextsContext } from '../../../ui/ui-texts.ts'
import { updateSession } from '../../../session/session-state.ts'
import { Home } from './home.tsx'

let client: QueryClient

beforeEach(() => {
  client = new QueryClient({
    defaultOptions: { ...queryDefaults, queries: { ...queryDefaults.queries, retry: false } },
  })
  updateSession({ status: 'signed-in', user: { id: 'o1' } })
})

afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
  updateSession({ status: 'guest', user: null })
})

const onSale: Test[] = [
  { id: 't1', slug: 'logichnij', type: 'logic', title: 'Логічний тест IQ', price: 19_900, currency: 'UAH' },
  { id: 't2', slug: 'logichnij-proba', type: 'logic', title: 'Логічний тест: проба', price: 0, currency: 'UAH' },
]

function open(owned: object[] | null, tests = onSale, trainings: object[] = []) {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('test-results')) return Response.json({ count: trainings.length, results: trainings })
    const results = address.includes('owned-tests') ? owned : tests
    return results === null ? new Response('', { status: 404 }) : Response.json({ next: null, previous: null, results })
  })
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <Home />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
}

const bought = (change: object) => ({
  id: 'p1',
  purchase_card_title: 'Логічний тест IQ',
  status: 'paid',
  price: 19_900,
  exam_attempts_left: 1,
  test: onSale[0],
  ...change,
})
const verbal: Test = {
  id: 't4',
  slug: 'verbalnij',
  type: 'verbal',
  title: 'Вербальний тест IQ',
  price: 14_900,
  currency: 'UAH',
}
const verbalTrial: Test = { ...verbal, id: 't5', slug: 'verbalnij-proba', title: 'Вербальний тест: проба', price: 0 }
const primary = () =>
  screen.getAllByRole('link').flatMap((link) => (/primary/.test(link.className) ? [link.textContent] : []))
/** The columns of the kinds without their drawings. */
const columns = () =>
  screen.getAllByRole('listitem').map((column) => {
    const [name, ...rest] = [...column.children]
      .filter(({ tagName }) => tagName !== 'svg')
      .map((each) => each.textContent)
    return `${name}: ${rest.join('')}`
  })
const card = (name: string) => within(screen.getByRole('region', { name }))
const heading = (name: string) => screen.findByRole('heading', { level: 2, name })
const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
const result = { attempt_id: 'a1', correct: 24, total: 30, submitted_at: '2026-03-05T12:00:00.000Z' }
const ways = [
  ['Усі тести', '/tests'],
  ['Мої тести', '/purchases'],
]

describe('the home of a signed-in person', () => {
  it('the home of a person without tests offers the free trials', async () => {
    open([])
    await heading('З чого почати')
    expect(await screen.findByText('Логічний тест: проба')).toBeDefined()
    expect(links()).toEqual([['Спробувати', '/tests/logichnij-proba'], ...ways])
  })

  it('the home of a person without tests links to the catalogue if no test is free', async () => {
    open([], [onSale[0]!])
    expect(await screen.findByRole('link', { name: 'Обрати тест' })).toBeDefined()
  })

  it('the home shows a running exam with its clock, and links to no earlier result', async () => {
    const deadline_at = new Date(Date.now() + 8 * 60_000).toISOString()
    open([bought({ last_result: { ...result, iq: 110 }, active_attempt: { id: 'a2', state: 'open', deadline_at } })])
    await heading('Екзамен триває')
    expect(screen.getByRole('timer').textContent).toMatch(/^0[78]:\d\d$/)
    expect(links()).toEqual([['Продовжити', '/exam/t1/p1'], ...ways])
  })

  it('the home lists every running exam with its name, clock and link, and the exam that ends first is at the top', async () => {
    const until = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const running = (minutes: number) => ({ id: `a${minutes}`, state: 'open', deadline_at: until(minutes) })
    const other = { id: 'p2', purchase_card_title: 'Вербальний тест IQ', test: verbal, active_attempt: running(5) }
    open([bought({ active_attempt: running(8) }), bought(other)])
    await screen.findAllByRole('heading', { level: 2, name: 'Екзамен триває' })
    const cards = screen.getAllByRole('region', { name: 'Екзамен триває' }).map(({ textContent }) => textContent)
    expect(cards).toEqual([
      expect.stringMatching(/^Екзамен триваєВербальний тест IQ.*0[45]:\d\d/),
      expect.stringMatching(/^Екзамен триваєЛогічний тест IQ.*0[78]:\d\d/),
    ])
    expect(links()).toEqual([['Продовжити', '/exam/t4/p2'], ['Продовжити', '/exam/t1/p1'], ...ways])
  })

  it('the home advises a training before the first exam until the person has taken one', async () => {
    open([bought({})])
    expect(await screen.findByText(/^Можна спершу потренуватися/)).toBeDefined()
    cleanup()
    client.clear()
    open([bought({})], onSale, [{ status: 'completed', attempt_id: 't', mode: 'training', correct: 3, total: 5 }])
    expect(await screen.findByText(/^Ви вже тренувалися/)).toBeDefined()
    expect(screen.queryByText(/спершу/)).toBeNull()
  })

  it('the home reads the purchases again when its window regains the focus, and shows an exam begun elsewhere', async () => {
    open([bought({})])
    await heading('Ваш тест чекає на вас')
    const deadline_at = new Date(Date.now() + 8 * 60_000).toISOString()
    const running = bought({ active_attempt: { id: 'a2', state: 'open', deadline_at } })
    vi.stubGlobal('fetch', async () => Response.json({ next: null, previous: null, results: [running] }))
    vi.setSystemTime(Date.now() + 60_000)
    try {
      focusManager.setFocused(false)
      focusManager.setFocused(true)
      await heading('Екзамен триває')
    } finally {
      focusManager.setFocused(undefined)
      vi.useRealTimers()
    }
  })

  it('the home shows the newest result with its interval on the curve, and the next steps', async () => {
    const older = bought({ id: 'p0', last_result: { ...result, iq: 90, submitted_at: '2026-02-05T12:00:00.000Z' } })
    open([older, bought({ last_result: { ...result, iq: 110, low: 95, high: 125 } })])
    await heading('Останній результат')
    expect(card('Останній результат').getByText('IQ 110')).toBeDefined()
    expect(screen.getByText('Імовірний діапазон: від 95 до 125')).toBeDefined()
    expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/110.*від 95 до 125/)
    expect(links()).toEqual([
      ['Скласти ще раз', '/exam/t1/p1'],
      ['Переглянути результат', '/logic/test-result/p1?attempt=a1'],
      ['Потренуватися', '/learning/t1/p1'],
      ...ways,
    ])
  })

  it('the home shows the newest score if a newer exam has none, links that exam in one line, and keeps the score on the scale', async () => {
    const last_result = { ...result, attempt_id: 'a2', iq: null, correct: 5, submitted_at: '2026-04-05T12:00:00.000Z' }
    const logic = bought({ last_result, last_scored: { ...result, iq: 118, low: 93, high: 130 } })
    const verbal = { ...onSale[0], type: 'verbal' }
    const last = { ...result, attempt_id: 'a0', iq: 90, low: 75, high: 105, submitted_at: '2026-02-05T12:00:00.000Z' }
    open([logic, bought({ id: 'p2', test: verbal, last_result: last })])
    await heading('Остання оцінка IQ')
    expect(card('Остання оцінка IQ').getByText('IQ 118')).toBeDefined()
    const newer = screen.getByRole('link', { name: 'Логічний тест IQ, 5 з 30 правильних' })
    expect(newer.getAttribute('href')).toBe('/logic/test-result/p1?attempt=a2')
    expect(columns()).toEqual([
      'Вербальний: IQ 90від 75 до 105',
      'Математичний: ще не складено',
      'Логічний: IQ 118від 93 до 130',
    ])
  })

  const of = (type: string, id: string, last: object, change: object = {}) =>
    bought({
      id,
      test: { ...onSale[0], type },
      last_result: { ...result, attempt_id: id, ...last },
      ...change,
    })
  const logic = of('logic', 'p1', { iq: 110, low: 95, high: 125 })

  it('the home shows the newest score of each kind in a column of one scale, and offers a trial of a kind without a score', async () => {
    const older = of('logic', 'p0', { iq: 90, low: 75, high: 105, submitted_at: '2026-02-05T12:00:00.000Z' })
    const math = of('math', 'p2', { iq: 130, iq_open: 'above', low: 112, high: 145, high_open: true })
    open([logic, older, math], [...onSale, verbalTrial])
    await heading('Ваші оцінки за видами')
    await screen.findAllByRole('link', { name: 'Спробувати: Вербальний тест: проба' })
    expect(columns()).toEqual([
      'Вербальний: ще не складеноСпробувати',
      'Математичний: IQ понад 130від 112 і вище',
      'Логічний: IQ 110від 95 до 125',
    ])
  })

  it('the home shows no scale of kinds if no score has an interval', async () => {
    for (const alone of [of('math', 'p2', { iq: 130 }), of('math', 'p2', { iq: null })]) {
      open([alone])
      await heading('Останній результат')
      expect(screen.queryByText('Ваші оцінки за видами')).toBeNull()
      cleanup()
      client.clear()
    }
  })

  it('the home advises a kind not taken yet before a repeat: by an owned exam, else by a trial, never by a test to pay for', async () => {
    const firstLinks = async (name: string) => {
      await screen.findAllByRole('link', { name })
      return [
        primary(),
        links()
          .map(([said]) => said)
          .slice(0, 2),
      ]
    }
    open([logic], [...onSale, verbal, verbalTrial])
    expect(await firstLinks('Спробувати: Вербальний тест: проба')).toEqual([
      ['Спробувати: Вербальний тест: проба'],
      ['Спробувати: Вербальний тест: проба', 'Скласти ще раз'],
    ])
    cleanup()
    client.clear()
    open([logic, bought({ id: 'p2', test: verbal, purchase_card_title: verbal.title })], [...onSale, verbalTrial])
    expect(await firstLinks('Скласти: Вербальний тест IQ')).toEqual([
      ['Скласти: Вербальний тест IQ'],
      ['Скласти: Вербальний тест IQ', 'Скласти ще раз'],
    ])
    cleanup()
    client.clear()
    open([logic], [...onSale, verbal, { ...verbalTrial, owned_purchase_id: 'p9' }])
    const [price] = await screen.findAllByRole('link', { name: /^Вербальний тест IQ · 149/ })
    expect(primary()).toEqual(['Скласти ще раз'])
    expect(price!.getAttribute('href')).toBe('/tests/verbalnij')
  })

  it('the home warns about a score by our first rules at the newest result and at its kind, and not about later rules', async () => {
    const warning = 'За нашими попередніми правилами: діапазон завузький.'
    const byRules = (type: string, model: string) => of(type, type, { iq: 110, low: 105, high: 115, model })
    open([byRules('logic', '1'), byRules('math', '2')])
    await heading('Ваші оцінки за видами')
    expect(screen.getAllByText(warning)).toHaveLength(2)
    expect(columns().slice(1)).toEqual([
      'Математичний: IQ 110від 105 до 115',
      `Логічний: IQ 110від 105 до 115${warning}`,
    ])
    cleanup()
    client.clear()
    open([byRules('logic', '2')])
    await heading('Останній результат')
    expect(screen.queryByText(warning)).toBeNull()
  })

  it('the home shows no curve for a score without an interval, and no IQ for a result without a score', async () => {
    open([bought({ last_result: { ...result, iq: 110 } })])
    await heading('Останній результат')
    expect(screen.queryByRole('img')).toBeNull()
    cleanup()
    client.clear()
    open([bought({ last_result: { ...result, iq: null } })])
    await heading('Останній результат')
    expect(screen.getByText('24 з 30 правильних')).toBeDefined()
    expect(screen.queryByText(/^IQ/)).toBeNull()
    expect(screen.getByText(/Оцінки IQ цього разу немає/)).toBeDefined()
  })

  it('the home links from a trial to the full test, and from used-up exams to buying the test again', async () => {
    const trial = { price: 0, test: onSale[1], purchase_card_title: 'Логічний тест: проба', exam_attempts_left: 0 }
    open([bought({ ...trial, last_result: { ...result, iq: null, correct: 5, total: 6 } })], onSale.toReversed())
    const full = await screen.findByRole('link', { name: /^Повний тест: Логічний тест IQ/ })
    expect(full.getAttribute('href')).toBe('/tests/logichnij')
    cleanup()
    client.clear()
    open([bought({ last_result: { ...result, iq: 110 }, exam_attempts_left: 0, can_buy_again: true })])
    expect((await screen.findByRole('link', { name: /^Купити ще раз/ })).getAttribute('href')).toBe('/tests/logichnij')
    expect(screen.queryByText('Скласти ще раз')).toBeNull()
  })

  const spent = bought({ last_result: { ...result, iq: 110 }, exam_attempts_left: 0, can_buy_again: true })

  it('the home advises an owned exam of another test before buying again, a paid exam before a trial', async () => {
    const trial = bought({ id: 'p2', price: 0, test: onSale[1], purchase_card_title: 'Логічний тест: проба' })
    const math = { ...onSale[0], id: 't3', slug: 'abstraktnij', type: 'math', title: 'Математичний тест IQ' }
    open([spent, trial, bought({ id: 'p3', test: math, purchase_card_title: math.title })])
    await heading('Останній результат')
    expect(primary()).toEqual(['Скласти: Математичний тест IQ'])
    expect(screen.getByRole('link', { name: 'Скласти: Математичний тест IQ' }).getAttribute('href')).toBe('/exam/t3/p3')
    expect(screen.getByRole('link', { name: /^Купити ще раз/ })).toBeDefined()
    cleanup()
    client.clear()
    open([spent, trial])
    await heading('Останній результат')
    expect(primary()).toEqual(['Скласти: Логічний тест: проба'])
  })

  it('the home advises training before buying again, a trial after the access has ended, and buying again as the last choice', async () => {
    open([spent])
    await heading('Останній результат')
    expect(primary()).toEqual(['Потренуватися'])
    expect(screen.getAllByRole('link', { name: 'Потренуватися' })).toHaveLength(1)
    expect(screen.getByRole('link', { name: /^Купити ще раз/ })).toBeDefined()
    cleanup()
    client.clear()
    open([{ ...spent, status: 'expired' }])
    await expect.poll(primary).toEqual(['Спробувати: Логічний тест: проба'])
    cleanup()
    client.clear()
    open([{ ...spent, status: 'expired' }], [onSale[0]!])
    await expect.poll(primary).toEqual([expect.stringMatching(/^Купити ще раз/)])
    expect(screen.queryByRole('link', { name: 'Потренуватися' })).toBeNull()
  })

  it('the home offers no exam of an owned full test after a trial if its exams are used up or its money goes back', async () => {
    const trial = { price: 0, test: onSale[1], purchase_card_title: 'Логічний тест: проба', exam_attempts_left: 0 }
    for (const [change, names] of [
      [{}, ['Скласти екзамен']],
      [{ exams_used_up: true }, []],
      [{ refund_decided: true }, []],
    ] as const) {
      open(
        [bought({ ...trial, last_result: { ...result, iq: null } })],
        [{ ...onSale[0]!, owned_purchase_id: 'p9', ...change }],
      )
      await heading('Останній результат')
      await vi.waitFor(() => expect(client.isFetching()).toBe(0))
      expect(screen.queryAllByRole('link', { name: 'Скласти екзамен' }).map((link) => link.textContent)).toEqual(names)
      cleanup()
      client.clear()
    }
  })

  it('the home shows a bought test that was not taken yet, with links to its exam and its training', async () => {
    open([bought({})])
    await heading('Ваш тест чекає на вас')
    expect(links()).toEqual([['Скласти екзамен', '/exam/t1/p1'], ['Потренуватися', '/learning/t1/p1'], ...ways])
  })

  it('the home shows an error with a button to try again if the purchases cannot be read, and keeps its links', async () => {
    open(null)
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Спробувати ще раз' })).toBeDefined()
    expect(links()).toEqual(ways)
  })
})
