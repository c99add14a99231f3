// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { newsletterTexts } from '../../messages/profile.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { sessionState, updateSession, useSession } from '../../session/session-state.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { NewsletterSection } from './newsletter-section.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Section() {
  const { user } = useSession()
  return user && <NewsletterSection user={user} />
}

it('a consent that the server has taken back is shown as taken back although its reply was lost', async () => {
  updateSession({ status: 'signed-in', user: { id: 'owner', email: 'a@b.ua', newsletter: true } })
  let newsletter = true
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'POST' || method === 'PUT') {
      newsletter = false
      throw new TypeError('Failed to fetch')
    }
    if (url.includes('newsletter')) return Response.json({ text: 'Умови', version: '1' })
    return Response.json({ id: 'owner', email: 'a@b.ua', newsletter })
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiTextsContext value={uiTexts}>
        <Section />
      </UiTextsContext>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('checkbox'))
  expect(await screen.findByText(newsletterTexts.off)).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  expect(screen.queryByText(newsletterTexts.failed)).toBeNull()
})

it('a reply that finds another person signed in leaves their consent as it is', async () => {
  updateSession({ status: 'signed-in', user: { id: 'owner', email: 'a@b.ua', newsletter: false } })
  let answer: () => void = () => undefined
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'POST' || method === 'PUT') {
      await new Promise<void>((resolve) => (answer = resolve))
      return Response.json({})
    }
    if (url.includes('newsletter')) return Response.json({ text: 'Умови', version: '1' })
    return Response.json({ id: 'next', email: 'c@b.ua', newsletter: false })
  })
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <Section />
      </UiTextsContext>
    </QueryClientProvider>,
  )
  const first = answer
  fireEvent.click(screen.getByRole('checkbox'))
  await vi.waitFor(() => expect(answer).not.toBe(first))
  act(() => updateSession({ user: { id: 'next', email: 'c@b.ua', newsletter: false } }))
  answer()
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  expect(sessionState().user).toMatchObject({ id: 'next', newsletter: false })
})

it('a consent whose text came when another person had signed in is not sent', async () => {
  updateSession({ status: 'signed-in', user: { id: 'owner', email: 'a@b.ua', newsletter: false } })
  let give: () => void = () => undefined
  const sent = vi.fn()
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'POST' || method === 'PUT') {
      sent()
      return Response.json({})
    }
    if (!url.includes('newsletter')) return Response.json({ id: 'next', email: 'c@b.ua', newsletter: false })
    await new Promise<void>((resolve) => (give = resolve))
    return Response.json({ text: 'Умови', version: '1' })
  })
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <Section />
      </UiTextsContext>
    </QueryClientProvider>,
  )
  const first = give
  fireEvent.click(screen.getByRole('checkbox'))
  await vi.waitFor(() => expect(give).not.toBe(first))
  act(() => updateSession({ user: { id: 'next', email: 'c@b.ua', newsletter: false } }))
  give()
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  expect(sent).not.toHaveBeenCalled()
})
