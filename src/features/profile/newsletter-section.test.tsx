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

const terms = async () => Response.json({ text: 'Умови', version: '1' })

/** Renders the section for a person with this consent. `server` has the reply to each call. */
function openSection(
  newsletter: boolean,
  server: { change: () => Promise<Response>; terms?: () => Promise<Response>; profile: () => unknown },
): QueryClient {
  updateSession({ status: 'signed-in', user: { id: 'owner', email: 'a@b.ua', newsletter } })
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'POST' || method === 'PUT') return server.change()
    return url.includes('newsletter') ? (server.terms ?? terms)() : Response.json(server.profile())
  })
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <Section />
      </UiTextsContext>
    </QueryClientProvider>,
  )
  return client
}

const nextPerson = { id: 'next', email: 'c@b.ua', newsletter: false }

/** A reply that comes when the test says so. */
function held(reply: () => Promise<Response>) {
  let give: (() => void) | undefined
  return {
    reply: async () => {
      await new Promise<void>((resolve) => (give = resolve))
      return reply()
    },
    isAsked: () => vi.waitFor(() => expect(give).toBeDefined()),
    give: () => give!(),
  }
}

it('the newsletter section shows a consent as withdrawn if the server withdrew it and the reply was lost', async () => {
  let newsletter = true
  openSection(true, {
    change: async () => {
      newsletter = false
      throw new TypeError('Failed to fetch')
    },
    profile: () => ({ id: 'owner', email: 'a@b.ua', newsletter }),
  })
  fireEvent.click(screen.getByRole('checkbox'))
  expect(await screen.findByText(newsletterTexts.off)).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  expect(screen.queryByText(newsletterTexts.failed)).toBeNull()
})

it('the reply to a consent change leaves the consent of another person who has signed in meanwhile as it is', async () => {
  const change = held(async () => Response.json({}))
  const client = openSection(false, { change: change.reply, profile: () => nextPerson })
  fireEvent.click(screen.getByRole('checkbox'))
  await change.isAsked()
  act(() => updateSession({ user: nextPerson }))
  change.give()
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  expect(sessionState().user).toMatchObject({ id: 'next', newsletter: false })
})

it('a consent is not sent if another person signs in before its text arrives', async () => {
  const change = vi.fn(async () => Response.json({}))
  const text = held(terms)
  const client = openSection(false, { change, terms: text.reply, profile: () => nextPerson })
  fireEvent.click(screen.getByRole('checkbox'))
  await text.isAsked()
  act(() => updateSession({ user: nextPerson }))
  text.give()
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  expect(change).not.toHaveBeenCalled()
})
