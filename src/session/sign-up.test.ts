// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { signUpByEmail } from './sign-up.ts'

it('a repeated sign-up uses the same password for the same address, and another password for another address', async () => {
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
