import { Suspense } from 'react'
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server'
import { Route } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { lazyPage, type LazyPage } from './lazy-page.ts'
import { preparePageOf } from './prepare-page.ts'

const drawn = (Page: LazyPage) =>
  renderToStaticMarkup(
    <Suspense fallback="Завантаження">
      <Page />
    </Suspense>,
  )

describe('a page whose code is fetched', () => {
  it('is drawn at once when it was prepared, by the address it stands at; a page of another address is not fetched', async () => {
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

  it('[S8.24] that could not be prepared is fetched again when it is shown', async () => {
    const fetchPage = vi.fn(async () => () => <p>Питання</p>)
    fetchPage.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const Page = lazyPage(fetchPage)
    await expect(Page.prepare()).rejects.toMatchObject({ name: 'ChunkLoadError' })

    drawn(Page)
    await vi.waitFor(() => expect(drawn(Page)).toBe('<p>Питання</p>'))
    expect(fetchPage).toHaveBeenCalledTimes(2)
  })

  it('[S8.24] that failed while it was shown says so, and is fetched anew by who comes back to it', async () => {
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
})
