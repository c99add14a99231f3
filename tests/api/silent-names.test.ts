import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pushKinds } from '#contract/push.ts'
import { queuePush } from '../../server/features/push/queue-push.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { until } from '../support/exam-calls.ts'
import { startMockProvider } from '../support/mock-provider.ts'
import { startMockPushService } from '../support/mock-push-service.ts'
import { startNameServer } from '../support/name-server.ts'
import { newcomer, type Reply } from '../support/person.ts'
import { key } from '../support/sandbox.ts'
import { spawnServer } from '../support/spawn-server.ts'
import { startedExam } from '../support/started-exam.ts'

/** A loopback address that nobody else uses: `resolv.conf` names no port, so the name server has the usual one. */
const nameServerAt = '127.0.89.53'
const known = new Set(['database.test', 'bank.test'])

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'iq-names-'))
  await writeFile(path.join(folder, 'resolv.conf'), `nameserver ${nameServerAt}\n`)
  server = await startTestServer()
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts a process with this file as `/etc/resolv.conf`; only its own mounts are changed. */
const launcherWith = (resolvConf: string) => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  `mount --bind '${resolvConf}' /etc/resolv.conf && exec "$@"`,
  'sh',
]

/** Retries 503 as clients do: a killed connection may be used once more before its end is noticed. */
async function untilServed<Body>(call: () => Promise<Reply<Body>>): Promise<Reply<Body>> {
  let reply = await call()
  await until(async () => {
    if (reply.status === 503) reply = await call()
    return reply.status !== 503
  })
  return reply
}

it('orders and saves continue while the name servers of ten push services, of the mail server and finally of the bank are silent @full', async (context) => {
  const launcher = launcherWith(path.join(folder, 'resolv.conf'))
  if (spawnSync(launcher[0]!, [...launcher.slice(1), 'true']).status !== 0)
    return context.skip('a file can be put in the place of /etc/resolv.conf by root only')
  const names = await startNameServer((name) => (known.has(name) ? { 4: '127.0.0.1' } : 'silence'), {
    host: nameServerAt,
    port: 53,
  })
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  const bankKey = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })).toString('base64')
  const bank = await startMockProvider(({ path: asked, body }) => {
    if (asked === '/api/merchant/pubkey') return { key: bankKey }
    const { reference } = JSON.parse(body).merchantPaymInfo
    return { invoiceId: `inv-${reference}`, pageUrl: `https://pay.mbnk.biz/inv-${reference}` }
  })
  const named = (url: string, name: string) => url.replace(/(localhost|127\.0\.0\.1)(?=:\d+)/, name)
  // This process does no jobs: the other one sends what is queued.
  server.services.jobs.rest()
  const spawned = await spawnServer(
    {
      ...server.config,
      databaseUrl: named(server.config.databaseUrl, 'database.test'),
      mail: { kind: 'smtp', url: 'smtp://mail.silent.test:25', from: 'shop@iq.example' },
      payment: { provider: 'monobank', token: 'a token', apiUrl: named(bank.url, 'bank.test') },
    },
    'silent-names',
    undefined,
    launcher,
  )
  const there = { ...server, origin: spawned.origin }

  const crowding = await newcomer(there)
  const mailboxes = await startMockPushService()
  const { public_key } = (await crowding.get('/api/push/')).body
  for (let browser = 0; browser < 10; browser += 1) {
    const { p256dh, auth } = mailboxes.subscribe()
    const endpoint = `https://silent${browser}.test/x`
    const { status } = await crowding.put('/api/push/subscription/', {
      endpoint,
      p256dh,
      auth,
      public_key,
      kinds: pushKinds,
    })
    expect(status).toBe(200)
  }
  const buyers = await Promise.all(Array.from({ length: 8 }, () => newcomer(there)))
  const exam = await startedExam(there)
  for (let subject = 0; subject < 3; subject += 1) {
    await queuePush(server.services, server.services.db, crowding.userId!, {
      subject: String(subject),
      kind: 'result-ready',
      lastsSeconds: 600,
      title: 'Результат готовий',
      body: 'Екзамен оцінено.',
      path: '/purchases',
    })
  }
  const silent = (name: RegExp) => names.asked.filter((asked) => name.test(asked)).length
  await until(async () => silent(/^silent\d\.test$/) > 0 && silent(/^mail\.silent\.test$/) > 0)

  // In each round every connection to database and bank is made again, so that their names are looked up. In the last one the
  // bank's name servers are silent, too.
  for (let round = 0; round < 3; round += 1) {
    if (round === 2) known.delete('bank.test')
    const lookedUp = silent(/^database\.test$/)
    await server.services.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'silent-names'`,
    )
    bank.hangUp()
    const begunAt = Date.now()
    const events = [{ ...exam.events[0]!, seq: exam.events[0]!.seq + round }]
    const test_id = ['verbalnij', 'logichnij', 'abstraktnij'][round]
    const [saved, ...ordered] = await Promise.all([
      untilServed(() => exam.save({ events })),
      ...buyers.map((buyer) => {
        const press = { test_id, idempotency_key: key() }
        return untilServed(() => buyer.post('/api/purchases/', press))
      }),
    ])
    expect(saved).toMatchObject({ status: 200 })
    expect(ordered.map(({ body }) => body.checkout?.url)).toEqual(
      buyers.map(() => expect.stringContaining('pay.mbnk.biz')),
    )
    // A client waits this long for a reply.
    expect(Date.now() - begunAt).toBeLessThan(15_000)
    expect(silent(/^database\.test$/)).toBeGreaterThan(lookedUp)
  }
  await spawned.kill()
  names.close()
  await bank.close()
  await mailboxes.close()
})
