// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { submissionTexts } from '../../messages/submissions.ts'
import { purchaseTexts } from '../../messages/purchases.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { queryDefaults } from '../../queries/query-defaults.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { PurchasesPage } from './purchases-page.tsx'

let client: QueryClient

beforeEach(() => {
  client = new QueryClient({ defaultOptions: queryDefaults })
})

afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
})

function open(...results: object[]) {
  vi.stubGlobal('fetch', async () => Response.json({ count: results.length, next: null, previous: null, results }))
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <PurchasesPage />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
}

describe('the door for a file of answers', () => {
  const over = {
    id: 'p',
    purchase_card_title: 'Логіка',
    status: 'expired',
    expiration_date: '2025-03-05T12:00:00.000Z',
  }
  const door = () => screen.queryByText(submissionTexts.fileTitle)

  it('is open to whose exam time alone has ended, also when its days are over', async () => {
    open({ ...over, has_unsubmitted_exam: true })
    expect(door()).toBeNull()
    expect(await screen.findByText(purchaseTexts.expiredTitle)).toBeDefined()
    expect(door()).not.toBeNull()
  })

  it('is open while an exam runs, which another device may have a file of', async () => {
    open({ ...over, status: 'paid', active_attempt: { id: 'a', state: 'open', deadline_at: null } })
    expect(await screen.findByText('Логіка')).toBeDefined()
    expect(door()).not.toBeNull()
  })

  it('is not shown to who has submitted every exam: nothing speaks of lost work where none was lost', async () => {
    open({ ...over, has_unsubmitted_exam: false })
    expect(await screen.findByText(purchaseTexts.expiredTitle)).toBeDefined()
    expect(door()).toBeNull()
  })

  it('is not shown to who has bought nothing', async () => {
    open()
    expect(await screen.findByText(purchaseTexts.empty)).toBeDefined()
    expect(door()).toBeNull()
  })
})
