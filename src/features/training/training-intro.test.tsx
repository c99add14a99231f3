// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { trainingTexts } from '../../messages/training.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { queryDefaults } from '../../queries/query-client.ts'
import { resetSession, updateSession } from '../../session/session-state.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import type { KnownHere } from './practice/practice-copy.ts'
import { TrainingIntro } from './training-intro.tsx'

/** Resolves the pending `knownHere`. */
let sayHere: (known: KnownHere) => void
vi.mock('./practice/practice-copy.ts', async (original) => ({
  ...(await original<object>()),
  knownHere: () => new Promise((resolve) => (sayHere = resolve)),
}))

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  updateSession({ status: 'signed-in', user: { id: 'anna' } })
})
afterEach(() => {
  cleanup()
  resetSession()
  vi.unstubAllGlobals()
})

/** The page of a training where no server answers. */
async function intro() {
  const client = new QueryClient({ defaultOptions: { queries: { ...queryDefaults.queries, retry: false } } })
  const bought = { id: 'b', purchase_card_title: 'Тест', status: 'paid' }
  client.setQueryData(['owned-tests'], { count: 1, next: null, previous: null, results: [bought] })
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <TrainingIntro purchaseId="b" isAwaitingDisk={false} onStart={() => undefined} />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(client.getQueryState(['practice-choice', 'b'])?.status).toBe('error'))
}

const begun = { startKey: 'k', answered: 3, total: 5 }

describe('a practice that was begun on this device, without a server', () => {
  it('the intro of a training has no start button before it knows of a practice begun here, and then continues it offline', async () => {
    await intro()
    expect(screen.queryByRole('button', { name: trainingTexts.start })).toBeNull()
    sayHere({ open: { ...begun, hasKeys: true }, ended: [] })
    expect(await screen.findByText(/^Виконано 3 з 5\. .*можна продовжити й без інтернету/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Продовжити' })).toBeDefined()
  })

  it('the intro of a training does not offer to continue a practice offline if its keys are not on this device', async () => {
    await intro()
    sayHere({ open: { ...begun, hasKeys: false }, ended: [] })
    expect(await screen.findByText(/^Виконано 3 з 5\. .*коли з’явиться зв’язок/)).toBeDefined()
    expect(screen.queryByText(/без інтернету\.|триває й без нього\.$/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Продовжити' })).toBeNull()
  })
})
