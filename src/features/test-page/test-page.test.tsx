// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { Test } from '#contract/catalog.ts'
import { testPageTexts } from '../../messages/test-page.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { TestPage } from './test-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(test: Test) {
  const page = { count: 1, next: null, previous: null, results: [test] }
  vi.stubGlobal('fetch', async () => Response.json(page))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter initialEntries={['/tests/logichnij']}>
          <Routes>
            <Route path="/tests/:slug" element={<TestPage />} />
          </Routes>
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
  return screen.findByRole('region', { name: testPageTexts.about })
}

const test: Test = { id: '1', slug: 'logichnij', title: 'Логіка', type: 'logic', price: 14900, currency: 'UAH' }

it('the page of a full test shows a picture of a made-up score as an example of a result', async () => {
  const about = await open(test)
  const figure = screen.getByRole('figure')
  expect(about.contains(figure)).toBe(true)
  expect(figure.textContent).toMatch(/на вигаданому прикладі:IQ 113 \(від 87 до понад 130\)/)
})

it('the page of a free sample shows no picture of a score', async () => {
  await open({ ...test, price: 0 })
  expect(screen.queryByRole('figure')).toBeNull()
})
