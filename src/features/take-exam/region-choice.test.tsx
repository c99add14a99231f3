// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { regionTexts } from '../../messages/regions.ts'
import { resetSession, sessionState, updateSession, useSession } from '../../session/session-state.ts'
import { RegionChoice } from './region-choice.tsx'

beforeEach(() => {
  for (const [key, value] of Object.entries({ access: 'a', refresh: 'r', user_id: 'u1' }))
    localStorage.setItem(key, value)
  resetSession()
  updateSession({ user: { id: 'u1', region: '' } })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function Choice() {
  return <RegionChoice region={useSession().user?.region ?? ''} />
}
const field = () => screen.getByLabelText<HTMLSelectElement>(regionTexts.label)
const choose = (value: string) => fireEvent.change(field(), { target: { value } })

it('a region that is chosen before an exam is saved in the profile', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ id: 'u1', region: 'UA-30' }))
  render(<Choice />)
  choose('UA-30')
  await vi.waitFor(() => expect(sessionState().user?.region).toBe('UA-30'))
  expect(field().value).toBe('UA-30')
})

it('a region that could not be saved is not shown as chosen, and its field is marked as invalid', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: '' }, { status: 503 }))
  render(<Choice />)
  choose('UA-30')
  expect(field().value).toBe('UA-30')
  await vi.waitFor(() => expect(field().value).toBe(''))
  expect(field().getAttribute('aria-invalid')).toBe('true')
})
