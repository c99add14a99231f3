import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { eq } from 'drizzle-orm'
import { letterRequests, users } from '../../server/db/schema/accounts.ts'
import { forgetOldLetterRequests } from '../../server/features/auth/letter-requests.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newcomer, Person } from '../support/person.ts'

/** A server whose jobs rest: all its statements run before the caller has a reply. */
let server: TestServer
/** Connections of calls. The job queue has other connections, and also does its maintenance there. */
const connections = new Set<unknown>()
beforeAll(async () => {
  server = await startTestServer()
  server.services.pool.on('acquire', (client) => connections.add(client))
  server.services.jobs.rest()
})
afterAll(() => server.close())

const challenge = { state: 'x'.repeat(22), code_challenge: 'x'.repeat(43) }

/** Records the statements of this call with their numbers of values; the values themselves differ. */
async function workOf(path: string, body: object) {
  const said: string[] = []
  const { query } = pg.Client.prototype
  const listening = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [asked, values] = given as [string | { text: string; values?: unknown[] }, unknown[]?]
    const { text, values: own } = typeof asked === 'string' ? { text: asked, values } : { values, ...asked }
    if (connections.has(this)) said.push(`${text} (${own?.length ?? 0})`)
    return (query as (...all: unknown[]) => unknown).apply(this, given)
  } as never)
  const reply = await new Person(server).post(path, body)
  listening.mockRestore()
  return { said, status: reply.status, text: reply.text }
}

it.each([
  ['a reset letter', '/api/auth/password/reset/', {}],
  ['a sign-in link', '/api/auth/link/', challenge],
])(
  '[S19] a request for %s runs the same statements for a confirmed, unconfirmed, closed or unknown address',
  async (_what, path, rest) => {
    const [unconfirmed, confirmed, closed] = [await newcomer(server), await newcomer(server), await newcomer(server)]
    const change = (person: Person, what: Partial<typeof users.$inferInsert>) =>
      server.services.db.update(users).set(what).where(eq(users.id, person.userId!))
    await change(confirmed, { isVerified: true })
    await change(closed, { closedAt: new Date() })
    const unknown = await workOf(path, { email: 'nobody@person.example', ...rest })
    expect(unknown.status).toBe(200)
    expect(unknown.said.length).toBeGreaterThan(3)
    for (const { email } of [unconfirmed, confirmed, closed]) {
      expect(await workOf(path, { email, ...rest })).toEqual(unknown)
    }
  },
)

it('the server deletes a request for a letter, with its address, after a day', async () => {
  const { db } = server.services
  await db.delete(letterRequests)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await db.insert(letterRequests).values([
    { request: { kind: 'password-reset', email: 'old@person.example' }, createdAt: daysAgo(1.1) },
    { request: { kind: 'password-reset', email: 'new@person.example' }, createdAt: daysAgo(0.9) },
  ])
  await forgetOldLetterRequests(db)
  expect(JSON.stringify(await db.select().from(letterRequests))).toContain('new@')
  expect(await db.select().from(letterRequests)).toHaveLength(1)
})
