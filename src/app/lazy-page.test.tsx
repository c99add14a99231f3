// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server'
import { Route } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { uiTexts } from '../messages/ui-texts.ts'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyPage, type LazyPage, preparePageOf } from './lazy-page.ts'

const drawn = (Page: LazyPage) =>
  renderToStaticMarkup(
    <Suspense fallback="Завантаження">
      <Page />
    </Suspense>,
  )

describe('a page whose code is fetched', () => {
  it('a page that was prepared by its address is drawn immediately, and a page of another address is not fetched', async () => {
    const Exam = lazyPage(async () => () => <p>Питання</p>)
    const fetchOther = vi.fn(async () => () => <p>Профіль</p>)
    const Other = lazyPage(fetchOther)
    const table = (
      <Route element={<main />}>
        <Route path="/exam/:testId/:purchaseId" element={<Exam />} />
        <Route path="/profile" element={<Other />} />
        <Route path="*" element={<p>Немає</p>} />
      </Route>
    )
    await preparePageOf(table, '/nowhere')
    await preparePageOf(table, '/exam/1/2')
    expect(drawn(Exam)).toBe('<p>Питання</p>')
    expect(fetchOther).not.toHaveBeenCalled()
  })

  it('[S8.24] a page whose preparation failed is fetched again when it is shown', async () => {
    const fetchPage = vi.fn(async () => () => <p>Питання</p>)
    fetchPage.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const Page = lazyPage(fetchPage)
    await expect(Page.prepare()).rejects.toMatchObject({ name: 'ChunkLoadError' })

    drawn(Page)
    await vi.waitFor(() => expect(drawn(Page)).toBe('<p>Питання</p>'))
    expect(fetchPage).toHaveBeenCalledTimes(2)
  })

  it('[S8.24] a page whose code fails to load throws a ChunkLoadError, and is fetched again at the next visit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const fetchPage = vi.fn(async () => () => <p>Питання</p>)
    fetchPage.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const Page = lazyPage(fetchPage)
    const whole = () =>
      renderToReadableStream(<Page />, { onError: () => undefined }).then((stream) => new Response(stream).text())

    await expect(whole()).rejects.toMatchObject({ name: 'ChunkLoadError' })
    expect(fetchPage).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(5_000)
    expect(await whole()).toBe('<p>Питання</p>')
    vi.useRealTimers()
  })

  it('[S9.09] [S8.24] a prepared page whose fetch hangs offers a reload after 120 s, however often it is drawn', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const fetchPage = vi.fn(() => new Promise<() => ReactNode>(() => undefined))
    const Page = lazyPage(fetchPage)
    Page.prepare().catch(() => undefined)
    const window = () => (
      <UiTextsContext value={uiTexts}>
        <ErrorBoundary page="/faq">
          <Suspense fallback="Завантаження">
            <Page />
          </Suspense>
        </ErrorBoundary>
      </UiTextsContext>
    )
    const { container, rerender } = await act(async () => render(window()))
    for (let step = 0; step < 17; step += 1) {
      await act(() => vi.advanceTimersByTimeAsync(7_000))
      expect(container.textContent).toBe('Завантаження')
      await act(async () => rerender(window()))
    }
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await vi.waitFor(() => expect(container.textContent).toContain('Завантажити ще раз'))
    expect(fetchPage).toHaveBeenCalledOnce()
    cleanup()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
})
