import { expect, it } from 'vitest'
import type { Services } from '../services.ts'
import { openPageClaims } from './structured-data.ts'

it('a page claims nothing about a shop that cannot be read, and the server writes that to the log', async () => {
  const warnings: string[] = []
  const services = {
    publicOrigin: () => 'https://iq.example',
    config: { seller: { name: 'ФОП Приклад' } },
    log: { warn: (_data: object, text: string) => void warnings.push(text) },
  } as unknown as Services
  const claimsOf = openPageClaims(services, '/nowhere', () => Promise.reject(new Error('the database is away')))
  expect(await claimsOf('/tests/logichnij')).toBeNull()
  expect(warnings).toHaveLength(1)
  expect((await claimsOf('/'))?.data).not.toBeNull()
})
