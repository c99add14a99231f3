// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { signUpByEmail } from './sign-up.ts'

it('repeats a lost sign-up by an address with the same password, and makes another one for another address', async () => {
  const sent: { email: string; password1: string }[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(init.body as string))
    throw new TypeError('Failed to fetch')
  })
  for (const email of ['anna@poshta.example', 'anna@poshta.example', 'borys@poshta.example']) {
    await expect(signUpByEmail({ email, consents: [] })).rejects.toThrow()
  }
  const [first, again, other] = sent.map(({ password1 }) => password1)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})
