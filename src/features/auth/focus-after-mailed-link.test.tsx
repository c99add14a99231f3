// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../http/api-error.ts'
import { resetTexts } from '../../messages/reset.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { PageTitle } from '../../ui/page.tsx'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { MailedActPage } from './mailed-act-pages.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'
import { ResetAgain } from './reset-sent-page.tsx'

/** The server's reply by path. By default every link is outdated. */
let answer: (path: string) => Response

beforeEach(() => {
  answer = () => Response.json({ detail: 'Посилання застаріло.' }, { status: 400 })
  vi.stubGlobal('fetch', async (asked: RequestInfo | URL) =>
    answer(asked instanceof Request ? asked.url : String(asked)),
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (page: ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter initialEntries={['/page/MQ/token']}>
          <Routes>
            <Route path="/:page/:uid/:token" element={page} />
          </Routes>
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  button.focus()
  expect(document.activeElement).toBe(button)
  await act(async () => fireEvent.click(button))
}
const title = () => screen.getByRole('heading', { level: 1 })

describe('the focus on the page of a mailed link', () => {
  const texts = { title: 'Підтвердження', lead: 'Натисніть', act: 'Підтвердити', dead: 'Посилання вже не діє' }

  it.each([
    ['the act of the link is done', () => Promise.resolve(), 'Готово'],
    [
      'the link turns out to be dead',
      () => Promise.reject(new ApiError({ kind: 'reply', status_code: 404 })),
      texts.dead,
    ],
  ])(
    'the page of a mailed link removes its button and moves the focus to its heading when %s',
    async (_, deed, said) => {
      open(<MailedActPage texts={texts} act={deed} done={() => 'Готово'} />)
      await press(texts.act)
      expect(await screen.findByText(said)).toBeDefined()
      expect(screen.queryByRole('button')).toBeNull()
      expect(document.activeElement).toBe(title())
    },
  )

  it('the page of a mailed link keeps the focus on its button when the network fails and the act can be tried again', async () => {
    const lost = () => Promise.reject(new ApiError({ kind: 'network', status_code: 0 }))
    open(<MailedActPage texts={texts} act={lost} done={() => 'Готово'} />)
    await press(texts.act)
    await screen.findByRole('alert')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: texts.act }))
  })

  it.each([
    ['the server’s words', 'Посилання застаріло.', 'Посилання застаріло.'],
    ['its own sentence if the server sends none', undefined, resetTexts.deadLink],
  ])(
    '[S8.01] the page of a new password moves the focus to its heading when the link is dead at the save, and shows %s',
    async (_, detail, sentence) => {
      // The link has died since the page was opened.
      answer = (path) =>
        path.endsWith('/reset/check/')
          ? Response.json({ detail: 'Так' })
          : Response.json({ detail, code: 'reset_link_invalid', status_code: 400 }, { status: 400 })
      open(<ResetPasswordPage />)
      const [first, again] = await screen.findAllByLabelText(/ароль/, { selector: 'input' })
      for (const field of [first!, again!]) fireEvent.input(field, { target: { value: 'nova-parolia-3' } })
      await press(resetTexts.save)
      expect(await screen.findByText(sentence)).toBeDefined()
      expect(document.activeElement).toBe(title())
    },
  )

  it('the page of a new password focuses its heading and says that the password is probably changed if a lost reply is followed by a dead link', async () => {
    let tries = 0
    answer = (path) => {
      if (path.endsWith('/reset/check/')) return Response.json({ detail: 'Так' })
      tries += 1
      if (tries === 1) throw new TypeError('Failed to fetch')
      return Response.json({ detail: 'Застаріло.', code: 'reset_link_invalid', status_code: 400 }, { status: 400 })
    }
    open(<ResetPasswordPage />)
    const [first, again] = await screen.findAllByLabelText(/ароль/, { selector: 'input' })
    for (const field of [first!, again!]) fireEvent.input(field, { target: { value: 'nova-parolia-3' } })
    await press(resetTexts.save)
    await screen.findByRole('alert')
    await press(resetTexts.save)
    expect(await screen.findByText(resetTexts.perhapsChanged)).toBeDefined()
    expect(screen.getByRole('link', { name: resetTexts.toLogin })).toBeDefined()
    expect(document.activeElement).toBe(title())
  })

  it('[S8.01] the page of a new password focuses its heading when its link is dead from the start', async () => {
    answer = () => Response.json({ detail: 'Посилання застаріло.', code: 'reset_link_invalid' }, { status: 400 })
    open(<ResetPasswordPage />)
    expect(await screen.findByText('Посилання застаріло.')).toBeDefined()
    expect(screen.queryByRole('button', { name: resetTexts.save })).toBeNull()
    expect(document.activeElement).toBe(title())
  })

  it('the page of a sent letter moves the focus to its heading after the letter is requested again', async () => {
    answer = () => Response.json({ detail: 'Лист надіслано.' })
    open(
      <>
        <PageTitle>{resetTexts.sentTitle}</PageTitle>
        <ResetAgain asked={{ email: 'olena@example.com', askedAt: Date.now() - 120_000 }} />
      </>,
    )
    await press(resetTexts.sendAgain)
    expect(await screen.findByText(resetTexts.sentAgain)).toBeDefined()
    expect(document.activeElement).toBe(title())
  })
})
