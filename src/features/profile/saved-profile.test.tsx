// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../http/api-error.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { savedCopyLine } from '../../queries/kept/saved-copy.tsx'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { SavedProfile } from './profile-page.tsx'

afterEach(cleanup)

const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
const line = () => screen.queryByText(/^Без мережі · дані на /)

/** Plays the rest of the page: a known list whose last try did not reach the server while `isCut`. */
let isCut = true
function Rest() {
  useQuery({
    queryKey: ['list'],
    initialData: 'known',
    queryFn: async () => {
      if (isCut) throw new ApiError({ kind: 'network', status_code: 0 })
      return 'new'
    },
  })
  return null
}

it('a saved profile shows its date and is requested again, once, only after the rest of the page has loaded', async () => {
  await savedCopyLine.load()
  const onAskAgain = vi.fn()
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <SavedProfile staleness={{ savedAt: 0, reason: 'network' }} onAskAgain={onAskAgain} />
        <Rest />
      </UiTextsContext>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(client.getQueryState(['list'])?.status).toBe('error'))
  expect(line()).toBeNull()
  expect(onAskAgain).not.toHaveBeenCalled()
  isCut = false
  await client.refetchQueries()
  await waitFor(() => expect(line()).not.toBeNull())
  expect(onAskAgain).toHaveBeenCalledTimes(1)
})
