import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { buildApp } from '../../server/app.ts'
import { PortRefused } from '../../server/start/listen.ts'
import { readSamples, type Sample } from '../support/alert-rules.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newcomer } from '../support/person.ts'
import { startedExam } from '../support/started-exam.ts'

const settings = { host: '127.0.0.1', port: 0, folders: [import.meta.dirname], everyMs: 0 }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ metrics: settings })
})
afterAll(() => server.close())

const page = async () => (await fetch(server.app.metricsAddress!)).text()
const sample = async (name: string, labels: Record<string, string>) =>
  readSamples(await page()).find(
    (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  )?.value

/** Label values of the library's metrics of Node: a kind of Node or V8 appears with its first case. */
const ofNode: Record<string, RegExp> = {
  nodejs_gc_duration_seconds: /^(major|minor|incremental|weakcb)$/,
  nodejs_heap_space_size: /^[a-z]+(_[a-z]+)*$/,
  nodejs_active_: /^[A-Z][A-Za-z]{2,30}$/,
  nodejs_version_info: /^v?\d+(\.\d+\.\d+)?$/,
}

/** Whether this is one of the library's metrics of Node, with such labels or none. */
function isOfNode({ name, labels: { le: _bound, ...labels } }: Sample): boolean {
  const known = Object.entries(ofNode).find(([prefix]) => name.startsWith(prefix))?.[1]
  return /^(nodejs|process)_/.test(name) && Object.values(labels).every((value) => known?.test(value) === true)
}

describe('metrics', () => {
  it('a process serves metrics as OpenMetrics at a separate port, and nothing else there', async () => {
    const reply = await fetch(server.app.metricsAddress!)
    expect(reply.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1\.0\.0/)
    expect(readSamples(await reply.text()).length).toBeGreaterThan(100)
    expect(new URL(server.app.metricsAddress!).port).not.toBe(new URL(server.origin).port)
    expect((await fetch(`${server.origin}/metrics`)).headers.get('content-type')).not.toContain('openmetrics')
    const other = server.app.metricsAddress!.replace('/metrics', '/api/owned-tests/')
    expect((await fetch(other)).status).toBe(404)
    expect((await fetch(server.app.metricsAddress!, { method: 'POST' })).status).toBe(404)
  })

  it('metrics name routes by their patterns: 80 calls with unknown paths, ids and methods add no series', async () => {
    const person = await newcomer(server)
    await person.get('/api/exam-meta/6b1f6f0e-0000-4000-8000-000000000000/')
    await fetch(`${server.origin}/nobody/knows/this`)
    await fetch(`${server.origin}/api/nobody-knows-this/`)
    await strange('PROPFIND', '/')
    const nameOf = ({ name, labels }: Sample) => JSON.stringify([name, labels])
    const before = new Set(readSamples(await page()).map(nameOf))
    for (let number = 0; number < 20; number += 1) {
      await person.get(`/api/exam-meta/${crypto.randomUUID()}/?start_key=${crypto.randomUUID()}`)
      await fetch(`${server.origin}/${crypto.randomUUID()}`)
      await fetch(`${server.origin}/api/${crypto.randomUUID()}/`)
      await strange(['PROPFIND', 'MKCOL', 'REPORT', 'SEARCH'][number % 4]!, `/${number}`)
    }
    const text = await page()
    const added = readSamples(text).filter((sample) => !before.has(nameOf(sample)))
    // A first garbage collection of a kind, and a new kind of handle, add series.
    expect(added.filter((sample) => !isOfNode(sample))).toEqual([])
    expect(text).not.toContain('nobody-knows')
  })

  it('metrics have fewer than 2,500 series after calls by eight methods to every route, and fewer than 150 of them are Node’s own', async () => {
    const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']
    for (const { path } of endpoints) {
      for (const method of methods) await strange(method, path.replaceAll(/:[^/]+/g, crypto.randomUUID()))
    }
    const samples = readSamples(await page())
    expect(samples.length).toBeLessThan(2_500)
    const others = samples.filter(({ name }) => !name.startsWith('iq_'))
    expect(others.filter((sample) => !isOfNode(sample))).toEqual([])
    expect(others.length).toBeLessThan(150)
  })

  it('metrics count calls, refusals, closed attempts and gradings', async () => {
    const saves = { route: '/api/exam-answers/:id/', status: '2xx' }
    const of = async () => [
      (await sample('iq_http_request_duration_seconds_count', saves)) ?? 0,
      await sample('iq_failures_total', { code: 'not_authenticated' }),
      await sample('iq_attempts_closed_total', { by: 'person' }),
      await sample('iq_gradings_total', { outcome: 'graded' }),
    ]
    const before = (await of()) as number[]
    const exam = await startedExam(server)
    await exam.save({ events: exam.events.slice(0, 1) })
    await exam.submit({ answers: [], events: [] })
    await exam.result()
    await fetch(`${server.origin}/api/owned-tests/`)
    const after = (await of()) as number[]
    expect(after.map((value, at) => value - before[at]!)).toEqual([2, 1, 1, 1])
    expect(await sample('iq_pool_connections', { pool: 'reserved', state: 'idle' })).toBeGreaterThan(0)
    expect(await sample('iq_lane_waiting', { lane: 'reserved' })).toBe(0)
    expect(await sample('iq_jobs_waiting', { queue: 'send-mail' })).toBeDefined()
    expect(await sample('iq_disk_free_bytes', { folder: import.meta.dirname })).toBeGreaterThan(0)
  })

  it('while the database is away, metrics show it as down and its figures as unknown, not as zero', async () => {
    const lonely = await startTestServer({ metrics: settings })
    try {
      const { pool, pools } = lonely.services
      await Promise.all([pool.end(), pools.lookups.end()])
      const text = await (await fetch(lonely.app.metricsAddress!)).text()
      const values = new Map(readSamples(text).map(({ name, value }) => [name, value]))
      expect([values.get('iq_database_up'), values.get('iq_answer_differences')]).toEqual([0, Number.NaN])
      expect((await fetch(`${lonely.origin}/readyz`)).status).toBe(503)
      expect((await fetch(`${lonely.origin}/healthz`)).status).toBe(200)
    } finally {
      // Its pool has ended already, so a second end rejects.
      await lonely.close().catch(() => undefined)
    }
  })

  it('metrics show the free space of a folder that exists even if another folder does not exist', async () => {
    const folders = ['/no/such/folder', import.meta.dirname]
    const other = await startTestServer({ metrics: { ...settings, folders } })
    const text = await (await fetch(other.app.metricsAddress!)).text()
    const free = readSamples(text).filter(({ name }) => name === 'iq_disk_free_bytes')
    expect(Object.fromEntries(free.map(({ labels, value }) => [labels.folder, value > 0]))).toEqual({
      '/no/such/folder': false,
      [import.meta.dirname]: true,
    })
    await other.close()
  })

  it('a process refuses to start if its metrics port is taken', async () => {
    const { port } = new URL(server.app.metricsAddress!)
    const { app } = await buildApp({ ...server.config, metrics: { ...settings, port: Number(port) } })
    await expect(app.ready()).rejects.toThrow(PortRefused)
    await app.close()
  })
})

describe('a process', () => {
  const ready = async () => {
    const reply = await fetch(`${server.origin}/readyz`)
    return [reply.status, (await reply.json()) as { status?: string; detail?: string }] as const
  }

  it('a process with its database, migrations, queue and mail answers /readyz with 200', async () => {
    expect(await ready()).toEqual([
      200,
      { status: 'ready', database: true, writes: true, migrations: true, queue: true, mail: true },
    ])
  })

  it('a process is not ready if its database lacks a migration, and is ready if a later release has migrated it', async () => {
    const run = (text: string) => server.services.pool.query(text)
    const until = async (status: number) => {
      await expect.poll(async () => (await ready())[0]).toBe(status)
    }
    const history = 'drizzle.__drizzle_migrations'
    await run(`insert into ${history} (hash, created_at) values ('later', 9999999999999)`)
    await until(200)
    await run(
      `update ${history} set created_at = -created_at where created_at = (select min(created_at) from ${history})`,
    )
    await until(503)
    expect((await ready())[1].detail).toBe('У базі даних бракує міграцій цього випуску.')
    await run(`update ${history} set created_at = -created_at where created_at < 0`)
    await until(200)
  })
})

/** Calls by a method that browsers do not send. */
async function strange(method: string, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const { port } = new URL(server.origin)
    const request = get({ port, method, path }, (response) => response.resume().once('end', resolve))
    request.once('error', reject)
  })
}
