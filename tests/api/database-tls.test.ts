import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../embedded-postgres/start-embedded-postgres.ts'
import { encryptedAddress } from '../../server/db/encrypted-address.ts'
import { migrate } from '../../server/db/migrate.ts'
import { DatabaseUnreachable, openConnection } from '../../server/db/open-connection.ts'
import { startTestServer } from '../support/build-server.ts'
import { until } from '../support/exam-calls.ts'
import { runAdminWith } from '../support/run-admin.ts'
import { certificate, certificateKey } from '../support/self-signed.ts'

const projectRoot = path.resolve(import.meta.dirname, '../..')
const advice =
  '(sslrootcert=FILE names the authority to believe, sslmode=verify-ca asks for no host name, sslmode=require believes every certificate)'
/** The whole message, so it holds neither address nor password. */
const unreachable = (reason: string) => ({ message: `The database of DATABASE_URL cannot be reached: ${reason}` })
let dataHome: string
let postgres: EmbeddedPostgres
let authority: string

/** A database with a self-signed certificate, as a managed one may have. */
beforeAll(async () => {
  dataHome = mkdtempSync(path.join(tmpdir(), 'tls-database-'))
  chmodSync(dataHome, 0o711)
  postgres = await startEmbeddedPostgres({ projectRoot, dataHome, durable: false, log: () => undefined })
  const pgdata = path.join(postgres.dataDir, 'pgdata')
  const owner = statSync(pgdata)
  for (const [name, text] of [
    ['server.crt', certificate],
    ['server.key', certificateKey],
  ] as const) {
    writeFileSync(path.join(pgdata, name), text, { mode: 0o600 })
    chownSync(path.join(pgdata, name), owner.uid, owner.gid)
  }
  authority = path.join(dataHome, 'authority.pem')
  writeFileSync(authority, certificate)
  await setEncryption('on')
}, 120_000)
afterAll(async () => {
  await postgres.stop()
  for (const folder of [path.dirname(postgres.dataDir), dataHome]) rmSync(folder, { recursive: true, force: true })
})

async function setEncryption(state: 'on' | 'off'): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`alter system set ssl = ${state}`)
  await client.query('select pg_reload_conf()')
  await client.end()
  // For a moment new connections may still get the old configuration.
  const encrypted = `${postgres.url}?uselibpqcompat=true&sslmode=require`
  await until(async () => ((await openedBy(encrypted)) === true) === (state === 'on'))
}

/** The database's address with these parameters, by default with the host name of the certificate. */
function addressWith(parameters: Record<string, string>, host = 'localhost'): string {
  const url = new URL(postgres.url)
  url.hostname = host
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** Whether a connection to the address is encrypted; null if there is none. */
async function openedBy(address: string): Promise<boolean | null> {
  const client = new pg.Client({ connectionString: address })
  try {
    await client.connect()
    const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    return rows[0].ssl
  } catch {
    return null
  } finally {
    await client.end()
  }
}

describe('a database that encrypts with a certificate of its own', () => {
  it.each([
    ['absent', {}, true],
    ['disable', { sslmode: 'disable' }, false],
    ['allow', { sslmode: 'allow' }, true],
    ['prefer', { sslmode: 'prefer' }, true],
    ['require', { sslmode: 'require' }, true],
  ])(
    'the server opens a database as psql does if the sslmode of its address is %s',
    async (_mode, parameters, isEncrypted) => {
      expect(await openedBy(await encryptedAddress(addressWith(parameters), {}))).toBe(isEncrypted)
    },
  )

  it('the server trusts a database by the authority of its certificate, and checks its name in verify-full alone', async () => {
    const opens = async (parameters: Record<string, string>, host?: string) =>
      openedBy(await encryptedAddress(addressWith(parameters, host), {}))
    const known = { sslrootcert: authority }
    expect(await opens({ sslmode: 'verify-full', ...known })).toBe(true)
    expect(await opens({ sslmode: 'verify-full', ...known }, '127.0.0.1')).toBeNull()
    expect(await opens({ sslmode: 'verify-ca', ...known }, '127.0.0.1')).toBe(true)
    expect(await opens({ sslmode: 'require', ...known }, '127.0.0.1')).toBe(true)
    expect(await opens({ sslmode: 'verify-full' })).toBeNull()
    expect(await opens({ sslrootcert: 'system' })).toBeNull()
  })

  it('PGSSLMODE decides for an address without sslmode, and an address with pg’s own options stays as it is', async () => {
    expect(await encryptedAddress(addressWith({}), { PGSSLMODE: 'disable' })).toContain('sslmode=disable')
    for (const own of [{ ssl: 'no-verify' }, { sslmode: 'require', uselibpqcompat: 'false' }]) {
      expect(await encryptedAddress(addressWith(own), {})).toBe(addressWith(own))
    }
    expect(await encryptedAddress('postgres://u:p@%2Fvar%2Frun/db?sslmode=require', {})).toContain('sslmode=disable')
    for (const none of ['/var/run db', 'nonsense', 'postgres://u:p@host:port/x']) {
      expect(await encryptedAddress(none, {})).toBe(none)
    }
  })

  it.each([
    [{ sslmode: 'verify-full' }, 'localhost', `self-signed certificate ${advice}`],
    [{ sslrootcert: 'system' }, 'localhost', `self-signed certificate ${advice}`],
    // An unknown word gets the strictest mode.
    [{ sslmode: 'verify-fully' }, 'localhost', `self-signed certificate ${advice}`],
    [
      { sslmode: 'verify-full', sslrootcert: 'AUTHORITY' },
      '127.0.0.1',
      `Hostname/IP does not match certificate's altnames: IP: 127.0.0.1 is not in the cert's list:  ${advice}`,
    ],
    [
      { sslmode: 'verify-ca' },
      'localhost',
      'SECURITY WARNING: Using sslmode=verify-ca requires specifying a CA with sslrootcert. If a public CA is used, verify-ca allows connections to a server that somebody else may have registered with the CA, making you vulnerable to Man-in-the-Middle attacks. Either specify a custom CA certificate with sslrootcert parameter or use sslmode=verify-full for proper security.',
    ],
    ...['sslrootcert', 'sslcert', 'sslkey'].map((name): [Record<string, string>, string, string] => [
      { sslmode: 'verify-full', [name]: '/nowhere.pem' },
      'localhost',
      "ENOENT: no such file or directory, open '/nowhere.pem'",
    ]),
  ])(
    'the server refuses a database that it does not trust with one line that says why: %j',
    async (parameters, host, line) => {
      const named = Object.entries(parameters).map(([name, value]) => [name, value.replace('AUTHORITY', authority)])
      const address = await encryptedAddress(addressWith(Object.fromEntries(named), host), {})
      await expect(openConnection(address)).rejects.toMatchObject(unreachable(line))
    },
  )

  // A chain of CAs or an expired certificate would give these errors; those above come from a real one.
  it.each([
    ['CERT_HAS_EXPIRED', 'certificate has expired'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unable to get local issuer certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'],
  ])('the refusal of a database certificate by %s is reported with advice on what to write', (code, words) => {
    const refusal = new DatabaseUnreachable(Object.assign(new Error(words), { code }))
    expect(refusal).toMatchObject(unreachable(`${words} ${advice}`))
  })

  it('every connection of a server to the database is encrypted, and an operator’s command takes the same address', async () => {
    const databaseUrl = await encryptedAddress(addressWith({ sslmode: 'require' }), {})
    const client = await openConnection(databaseUrl)
    const opened = async () =>
      (
        await client.query<{ pid: number; ssl: boolean }>(
          `select pid, ssl from pg_stat_ssl join pg_stat_activity using (pid) where backend_type = 'client backend'`,
        )
      ).rows
    // The keeper of the embedded database has a connection of its own.
    const before = (await opened()).map(({ pid }) => pid)
    await migrate(databaseUrl, projectRoot)
    const server = await startTestServer({ databaseUrl })
    const ofServer = (await opened()).filter(({ pid }) => !before.includes(pid))
    await client.end()
    // At least those of the queue and of the ordinary calls.
    expect(ofServer.length).toBeGreaterThan(1)
    expect(ofServer.filter(({ ssl }) => !ssl)).toEqual([])
    const environment = { DATABASE_URL: addressWith({ sslmode: 'require' }), AUTH_SECRET: server.config.authSecret }
    const { code, stderr } = await runAdminWith(environment, 'reports')
    expect([code, stderr]).toEqual([0, ''])
    await server.close()
  })
})

it('the server opens a database that does not encrypt, unless its address requires encryption', async () => {
  await setEncryption('off')
  expect(await openedBy(await encryptedAddress(addressWith({}), {}))).toBe(false)
  const asked = await encryptedAddress(addressWith({ sslmode: 'require' }), {})
  await expect(openConnection(asked)).rejects.toMatchObject(unreachable('The server does not support SSL connections'))
})
