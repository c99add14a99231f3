// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { profileTexts } from '../../messages/profile.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { regionTexts } from '../../messages/regions.ts'
import { resetSession, updateSession, useSession } from '../../session/session-state.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { ProfileForm } from './profile-form.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const shown = {
  first_name: 'Олена',
  last_name: 'Коваль',
  phone_number: '+380671111111',
  gender: 'female',
  description: '',
}

function Page() {
  return <ProfileForm user={useSession().user!} />
}

it('the profile form sends only the field changed here, and then shows the change that another device made meanwhile', async () => {
  // The phone has changed the profile since this page was drawn.
  let kept: object = { ...shown, phone_number: '+380502222222' }
  const sent: object[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const change = JSON.parse(body as string) as object
    sent.push(change)
    kept = { ...kept, ...change }
    return Response.json({ id: 'u1', ...kept })
  })
  for (const [key, value] of Object.entries({ access: 'a', refresh: 'r', user_id: 'u1' }))
    localStorage.setItem(key, value)
  resetSession()
  updateSession({ user: { id: 'u1', ...shown } })
  render(
    <UiTextsContext value={uiTexts}>
      <Page />
    </UiTextsContext>,
  )
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  fireEvent.change(field(profileTexts.firstName), { target: { value: 'Ольга' } })
  fireEvent.click(screen.getByText(profileTexts.save))
  expect(await screen.findByText(profileTexts.saved)).toBeDefined()
  expect(sent).toEqual([{ first_name: 'Ольга' }])
  await vi.waitFor(() => expect(field(profileTexts.phone).value).toBe('+380502222222'))
})

it.each([[undefined], [null]])('the profile form has no region field if the server sends no region (%j)', (region) => {
  updateSession({ user: { id: 'u1', ...shown, region } })
  render(
    <UiTextsContext value={uiTexts}>
      <Page />
    </UiTextsContext>,
  )
  expect(screen.queryByLabelText(regionTexts.label)).toBeNull()
})

it('the profile form has no fields of age and schooling if the server sends neither', () => {
  updateSession({ user: { id: 'u1', ...shown } })
  render(
    <UiTextsContext value={uiTexts}>
      <Page />
    </UiTextsContext>,
  )
  for (const label of [profileTexts.age, profileTexts.schooling]) expect(screen.queryByLabelText(label)).toBeNull()
})

it.each([
  ['27 regions', regionTexts.label, 28, { region: 'UA-32' }],
  ['seven ages', profileTexts.age, 8, { age: '35-44' }],
  ['five levels of schooling', profileTexts.schooling, 6, { schooling: 'college' }],
])('the profile form offers %s and saves the chosen one alone', async (_what, label, choices, chosen) => {
  const sent: object[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(body as string) as object)
    return Response.json({ id: 'u1', ...shown, ...sent.at(-1) })
  })
  for (const [key, value] of Object.entries({ access: 'a', refresh: 'r', user_id: 'u1' }))
    localStorage.setItem(key, value)
  resetSession()
  updateSession({ user: { id: 'u1', ...shown, region: '', age: '', schooling: '' } })
  render(
    <UiTextsContext value={uiTexts}>
      <Page />
    </UiTextsContext>,
  )
  const field = screen.getByLabelText<HTMLSelectElement>(label)
  expect(field.options).toHaveLength(choices)
  for (const asked of [profileTexts.age, profileTexts.schooling]) {
    const group = screen.getByLabelText(asked).closest('[role="group"]')!
    expect(group.getAttribute('aria-describedby')).toBe(screen.getByText(profileTexts.ageIsFor).id)
  }
  const [value] = Object.values(chosen)
  fireEvent.change(field, { target: { value } })
  fireEvent.click(screen.getByText(profileTexts.save))
  expect(await screen.findByText(profileTexts.saved)).toBeDefined()
  expect([sent, field.value]).toEqual([[chosen], value])
})
