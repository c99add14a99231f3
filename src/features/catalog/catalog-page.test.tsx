// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { catalogTexts } from '../../messages/catalog.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { paths } from '../../paths.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { CatalogPage } from './catalog-page.tsx'

function Address() {
  return <p data-testid="address">{useLocation().search}</p>
}
const address = () => Object.fromEntries(new URLSearchParams(screen.getByTestId('address').textContent))

function open(path: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter initialEntries={[path]}>
          <CatalogPage />
          <Address />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ count: 0, next: null, previous: null, results: [] }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const unfold = () => fireEvent.click(screen.getByRole('button', { name: catalogTexts.searchAndFilters }))
const type = (term: string) => fireEvent.input(screen.getByRole('searchbox'), { target: { value: term } })
const order = (value: string) =>
  fireEvent.change(screen.getByLabelText(catalogTexts.filters.ordering.label), { target: { value } })

describe('the search of the catalogue', () => {
  it('the catalogue keeps a filter that was chosen before the typed search started', async () => {
    open(paths.tests)
    unfold()
    type('логіка')
    order('price')
    expect(address()).toEqual({ ordering: 'price' })
    await waitFor(() => expect(address()).toEqual({ ordering: 'price', search: 'логіка' }))
  })

  it('the catalogue debounces typed words into one search, and searches immediately at Enter', async () => {
    open(paths.tests)
    unfold()
    type('ло')
    type('логіка')
    expect(address()).toEqual({})
    await waitFor(() => expect(address()).toEqual({ search: 'логіка' }))
    type('числа')
    fireEvent.submit(screen.getByRole('searchbox').closest('form')!)
    expect(address()).toEqual({ search: 'числа' })
  })

  it('the catalogue announces to a screen reader that a search found 0 tests', async () => {
    open(`${paths.tests}?search=кит`)
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Нічого не знайшлося' })).toBeDefined())
    expect(screen.getByRole('status').textContent.replace(/\s/g, ' ')).toBe('Знайдено: 0 тестів')
  })
})

describe('the filters of the catalogue page', () => {
  const shop = (count: number) =>
    vi.stubGlobal('fetch', async () => Response.json({ count, next: null, previous: null, results: [] }))
  const field = () => screen.queryByRole('searchbox')

  it('a catalogue of 12 tests shows the kinds and folds the search, which stays unfolded after it is emptied', async () => {
    shop(12)
    open(paths.tests)
    await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe(''))
    expect(screen.getByRole('radio', { name: 'Логічний' })).toBeDefined()
    expect(field()).toBeNull()
    unfold()
    type('логіка')
    await waitFor(() => expect(address()).toEqual({ search: 'логіка' }))
    type('')
    await waitFor(() => expect(address()).toEqual({}))
    expect(field()).not.toBeNull()
  })

  it('a catalogue of 13 tests shows its search unfolded', async () => {
    shop(13)
    open(paths.tests)
    await waitFor(() => expect(field()).not.toBeNull())
  })
})
