import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash.ts'

it('hashPassword uses the argon2id cost that OWASP recommends, although tests of servers use a lower one', async () => {
  const kept = await hashPassword('дуже-довгий-пароль-7')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(kept, 'дуже-довгий-пароль-7')).toBe(true)
  expect(await verifyPassword(kept, 'дуже-довгий-пароль-8')).toBe(false)
})
