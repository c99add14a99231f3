import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { productProcess } from '../support/product-process.ts'

const repository = path.resolve(import.meta.dirname, '../..')
let database: TestDatabase
let later: TestDatabase
let busy: Server
beforeAll(async () => {
  database = await freshDatabase()
  later = await freshDatabase()
  const client = new pg.Client({ connectionString: later.url })
  await client.connect()
  await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later release', 2e12)`)
  await client.end()
  busy = createServer()
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  busy.close()
  await database.drop()
  await later.drop()
})

const busyPort = () => String((busy.address() as { port: number }).port)

/** Settings that production requires. The start fails before the server uses them. */
const production = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://iq.example',
  AUTH_SECRET: 'a secret of the tests that is long enough',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'p@iq.example',
  PAYMENT_PROVIDER: 'monobank',
  MONOBANK_TOKEN: 'x',
  SELLER_NAME: 'x',
  SELLER_ADDRESS: 'x',
  SELLER_EMAIL: 'p@iq.example',
  SELLER_PHONE: 'x',
  SELLER_TAX_NUMBER: 'x',
}

function start(environment: Record<string, string>): Promise<{ code: unknown; said: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: tmpdir(), ...production, PORT: '0', ...environment }
    execFile(process.execPath, productProcess('main'), { cwd: repository, env }, (error, _stdout, stderr) =>
      resolve({ code: error?.code, said: stderr.trim() }),
    )
  })
}

const elsewhere = (change: (url: URL) => void) => {
  const url = new URL(database.url)
  change(url)
  return url.href
}

describe('a server that cannot start', () => {
  it.concurrent.each<[what: string, environment: () => Record<string, string>, line: RegExp]>([
    [
      'nothing answers at DATABASE_URL @full',
      () => ({ DATABASE_URL: 'postgres://u:geheim@127.0.0.1:1/x' }),
      /ECONNREFUSED/,
    ],
    [
      'DATABASE_URL is no address @full',
      () => ({ DATABASE_URL: 'postgres://u:geheim@127.0.0.1:port/x' }),
      /no address like/,
    ],
    [
      'PostgreSQL has no such database @full',
      () => ({ DATABASE_URL: elsewhere((url) => (url.pathname = '/geheim')) }),
      /database "geheim" does not exist/,
    ],
    [
      'the port is taken',
      () => ({ DATABASE_URL: database.url, PORT: busyPort() }),
      /^✗ Port \d+ on 127\.0\.0\.1 is taken/,
    ],
    [
      'the host address belongs to another machine @full',
      () => ({ DATABASE_URL: database.url, HOST: '192.0.2.1' }),
      /on 192\.0\.2\.1 is refused by the system \(EADDRNOTAVAIL\)/,
    ],
    [
      'the database is of a later release',
      () => ({ DATABASE_URL: later.url }),
      /^✗ The database is of a later release: it has run 1 migration that this one does not know\. Start that release again/,
    ],
    // The first start retries for 10 s.
  ])(
    'a server prints one line with the reason and exits with 1 if %s',
    { timeout: 180_000 },
    async (_what, environment, line) => {
      const { code, said } = await start(environment())
      expect(said).toMatch(line)
      expect(said).toMatch(/^✗ [^\n]*$/)
      expect(said).not.toContain(':geheim@')
      expect(code).toBe(1)
    },
  )
})
