// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { type NavigateFunction, MemoryRouter, useNavigate } from 'react-router-dom'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { uiTexts } from '../messages/ui-texts.ts'
import { paths } from '../paths.ts'
import { closeModal, openModal } from '../ui/modal/modal-store.ts'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { ModalHost } from './modal-host.tsx'

afterEach(() => {
  cleanup()
  closeModal()
})

let go: NavigateFunction
function Window() {
  go = useNavigate()
  return <ModalHost />
}

describe('a modal', () => {
  it('is closed when the browser goes back to another page, and not by what only changes the query', async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <UiTextsContext value={uiTexts}>
          <MemoryRouter initialEntries={[paths.home, paths.faq]} initialIndex={1}>
            <Window />
          </MemoryRouter>
        </UiTextsContext>
      </QueryClientProvider>,
    )
    act(() => openModal({ kind: 'contactModal' }))
    await screen.findByRole('dialog')
    act(() => void go('?q=1', { replace: true }))
    expect(screen.getByRole('dialog')).toBeDefined()
    act(() => void go(-1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
