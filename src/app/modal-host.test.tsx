// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useNavigate } from 'react-router-dom'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { uiTexts } from '../messages/ui-texts.ts'
import { paths } from '../paths.ts'
import { partFrom } from '../session/session-events.ts'
import { closeModal, openModal } from '../ui/modal/modal-store.ts'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { ModalHost } from './app.tsx'

afterEach(() => {
  cleanup()
  closeModal()
  vi.unstubAllGlobals()
})

/** The window, with buttons that change the address like browser and page. */
function Window() {
  const navigate = useNavigate()
  return (
    <>
      <ModalHost />
      <button type="button" onClick={() => void navigate('?q=1', { replace: true })}>
        search
      </button>
      <button type="button" onClick={() => void navigate(-1)}>
        back
      </button>
    </>
  )
}
const press = (name: string) => fireEvent.click(screen.getByText(name))

describe('a modal', () => {
  it('a modal closes when the browser goes back to another page, and stays open when only the query changes', async () => {
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
    press('search')
    expect(screen.getByRole('dialog')).toBeDefined()
    press('back')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a modal at a log-out', () => {
  it('[S4.05] a log-out closes an open modal, because it may show a letter to the person', async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <UiTextsContext value={uiTexts}>
          <MemoryRouter>
            <ModalHost />
          </MemoryRouter>
        </UiTextsContext>
      </QueryClientProvider>,
    )
    vi.stubGlobal('reportError', vi.fn())
    act(() => openModal({ kind: 'notification', notification: { title: 'Вітаємо', message: 'Оплату отримано' } }))
    expect(await screen.findByText('Оплату отримано')).toBeTruthy()
    await act(() => partFrom('u1'))
    expect(screen.queryByText('Оплату отримано')).toBeNull()
  })
})
