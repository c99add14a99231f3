import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { expect, it } from 'vitest'
import type { Services } from '../services.ts'
import { openPageClaims } from './page-claims.ts'

it('a page whose shop cannot be read claims nothing of it, and says so in the log', async () => {
  // Nobody listens there.
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1, user: 'nobody' })
  const warnings: string[] = []
  const services = {
    db: drizzle(pool),
    publicOrigin: () => 'https://iq.example',
    config: { seller: { name: 'ФОП Приклад' } },
    log: { warn: (_data: object, text: string) => void warnings.push(text) },
  } as unknown as Services
  const claimsOf = openPageClaims(services, '/nowhere')
  expect(await claimsOf('/tests/logichnij')).toBeNull()
  expect(warnings).toHaveLength(1)
  expect((await claimsOf('/'))?.data).not.toBeNull()
  await pool.end()
})
