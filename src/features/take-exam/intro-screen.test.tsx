// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceCheckTexts } from '../../messages/device-check.ts'
import { examTexts } from '../../messages/exam.ts'
import { ownedTestTexts } from '../../messages/owned-test.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { renewOwned } from '../../queries/purchase-queries.ts'
import { goesOn } from '../../paths.ts'
import { queryDefaults } from '../../queries/query-client.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { IntroScreen } from './intro-screen.tsx'

const bought = (id: string, more = {}) => ({ id, purchase_card_title: `Тест ${id}`, status: 'paid', ...more })
const shelf = (...results: object[]) => ({ count: results.length, next: null, previous: null, results })
let client: QueryClient
let answer: (body: object) => void

beforeEach(() => {
  client = new QueryClient({ defaultOptions: queryDefaults })
  const reply = new Promise<Response>((resolve) => {
    answer = (body) => resolve(Response.json(body))
  })
  vi.stubGlobal('fetch', () => reply)
})

afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
})

function open(purchaseId: string, state: object | null = null, onStart: (fresh: boolean) => void = () => undefined) {
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter initialEntries={[{ pathname: '/', state }]}>
          <IntroScreen purchaseId={purchaseId} isAwaitingDisk={false} onStart={onStart} />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
}

describe('the intro of an exam', () => {
  it('the intro of an exam bought after the purchases were read waits for the new list of purchases', async () => {
    client.setQueryData(['owned-tests'], shelf(bought('a')))
    renewOwned(client)
    open('b')
    expect(screen.getByText(uiTexts.loading)).toBeDefined()
    answer(shelf(bought('a'), bought('b')))
    expect(await screen.findByRole('heading', { name: examTexts.introTitle('Тест b') })).toBeDefined()
    expect(screen.queryByText(examTexts.purchaseMissing)).toBeNull()
  })

  it.each(['active', 'COMPLETED', null])(
    'the intro of an exam offers the start if the server calls the purchase %s',
    async (status) => {
      open('b')
      answer(shelf(bought('b', { status, expiration_date: null })))
      expect(await screen.findByRole('button', { name: examTexts.start })).toBeDefined()
      expect(screen.queryByText(examTexts.notUsable)).toBeNull()
    },
  )

  it.each([{ status: 'refunded' }, { status: 'pending' }, { status: 'active', expiration_date: '2020-03-05' }])(
    'the intro of an exam offers no start for a purchase with %o',
    async (more) => {
      open('b')
      answer(shelf(bought('b', more)))
      expect(await screen.findByText(examTexts.notUsable)).toBeDefined()
      expect(screen.queryByRole('button', { name: examTexts.start })).toBeNull()
    },
  )

  it('the intro of an exam mentions no new exam if the money of the purchase goes back', async () => {
    open('b')
    answer(shelf(bought('b', { exam_attempts_left: 2, refund_decided: true })))
    expect(await screen.findByText(ownedTestTexts.goesBackTitle)).toBeDefined()
    for (const text of [examTexts.factAttempts, examTexts.costsTitle, deviceCheckTexts.title])
      expect(screen.queryByText(text), text).toBeNull()
  })

  it('the intro of an exam says that its purchase is missing if the list of purchases lacks it', async () => {
    open('b')
    answer(shelf(bought('a')))
    expect(await screen.findByText(examTexts.purchaseMissing)).toBeDefined()
  })

  it('the intro of a running exam shows its clock, and neither the attempts left nor the rules of a new exam', async () => {
    const endsAt = Date.now() + 552_900
    const running = { id: 'x1', state: 'open', deadline_at: new Date(endsAt).toISOString() }
    open('b')
    answer(shelf(bought('b', { exam_attempts_left: 2, active_attempt: running })))
    expect((await screen.findByRole('timer')).textContent).toMatch(/^0?9:1\d$/)
    expect(screen.getByRole('button', { name: examTexts.resume })).toBeDefined()
    expect(screen.queryByText(examTexts.attemptsLeft(2))).toBeNull()
    expect(screen.queryByText(examTexts.rulesTitle)).toBeNull()
  })

  const runs = { id: 'x1', state: 'open', deadline_at: new Date(Date.now() + 552_900).toISOString() }

  it('the intro of a running exam is skipped once for a person who pressed to continue the exam', async () => {
    const started: boolean[] = []
    open('b', goesOn, (fresh) => started.push(fresh))
    answer(shelf(bought('b', { active_attempt: runs })))
    await expect.poll(() => started).toEqual([false])
    // The mocked start begins nothing, so the page shows again. This time it asks.
    expect(await screen.findByRole('button', { name: examTexts.resume })).toBeDefined()
    expect(started).toEqual([false])
  })

  it.each([
    ['no clock runs', goesOn, { id: 'x1', state: 'open', deadline_at: null }],
    ['no exam is under way', goesOn, null],
    ['nobody pressed to continue', null, runs],
  ])('the intro of an exam waits for a press if %s', async (_where, state, active_attempt) => {
    const started: boolean[] = []
    open('b', state, (fresh) => started.push(fresh))
    answer(shelf(bought('b', { exam_attempts_left: 1, active_attempt })))
    expect(await screen.findByRole('button', { name: /^(Почати|Продовжити) екзамен$/ })).toBeDefined()
    expect(started).toEqual([])
  })

  it('the intro of an exam whose clock does not run yet still shows the rules', async () => {
    open('b')
    answer(
      shelf(bought('b', { exam_attempts_left: 2, active_attempt: { id: 'x1', state: 'open', deadline_at: null } })),
    )
    expect(await screen.findByText(examTexts.rulesTitle)).toBeDefined()
    expect(screen.queryByRole('timer')).toBeNull()
  })

  it('the intro of an exam says in three lines what the start costs, and folds the other rules', async () => {
    open('b')
    answer(shelf(bought('b')))
    const title = await screen.findByRole('heading', { name: examTexts.costsTitle })
    const lines = [...title.parentElement!.querySelectorAll('ul > li')]
    expect(lines.map((line) => line.querySelector('strong')?.textContent)).toEqual([
      'Спроба витрачається з першим запитанням.',
      'Прочитали — відповідайте, навіть навздогад.',
      'Папір і олівець дозволені.',
    ])
    for (const { textContent } of lines) expect(textContent!.length).toBeLessThan(120)
    const folded = screen.getByText(examTexts.rulesTitle).closest('details')!
    expect(folded.open).toBe(false)
    for (const rule of examTexts.rules) expect(folded.textContent).toContain(rule)
  })

  it('the intro of an exam links to the result of the last exam', async () => {
    open('b')
    answer(shelf(bought('b', { last_result: { attempt_id: 'x1' } })))
    const link = await screen.findByRole('link', { name: examTexts.lastResult })
    expect(link.getAttribute('href')).toBe('/1/test-result/b?attempt=x1')
  })

  it.each([
    ['begins', { exam_attempts_left: 2 }, [examTexts.start]],
    [
      'continues',
      { exam_attempts_left: 2, active_attempt: { id: 'x1', state: 'open', deadline_at: null } },
      [examTexts.resume],
    ],
    ['buys', { exam_attempts_left: 0, can_buy_again: true }, [ownedTestTexts.buyAgain]],
    ['does nothing', { exam_attempts_left: 0, can_buy_again: false }, []],
    ['gives the money back', { exam_attempts_left: 2, refund_decided: true }, []],
  ])(
    'the intro of an exam has at the window’s edge only the button that starts or buys: the intro %s',
    async (_what, more, names) => {
      open('b')
      answer(shelf(bought('b', { last_result: { attempt_id: 'x0' }, test: { id: 't', title: 'Тест b' }, ...more })))
      const back = await screen.findByRole('link', { name: examTexts.backToPurchases })
      // The last child lies at the window's edge: see screen.module.css.
      const edge = back.parentElement!.parentElement!.lastElementChild!
      const pressed = [...edge.querySelectorAll('a, button')].map(({ textContent }) => textContent)
      expect(pressed).toEqual(names)
      expect(edge.matches(':empty')).toBe(names.length === 0)
    },
  )
})
