import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { revokeSession } from '#contract/session.ts'
import { judge } from '../http/read-reply.ts'
import type { Reply } from '../http/reply.ts'
import { closeSessionDb, mirrorSignOut, openRevocations } from './session-db.ts'
import { deliverRevocations } from './deliver-revocations.ts'
import type { Send } from '../http/send.ts'

const day = 86_400_000
const refusal = (status: number): Reply<never> => ({
  kind: 'refused',
  status,
  code: '',
  message: '',
  resultUrl: null,
  retryAfter: null,
})

/** A sender that always gives the same reply and records its calls. */
function sender(reply: Reply<unknown>) {
  const sent: unknown[] = []
  const send = ((endpoint, input, { asTicketHolder }) => {
    sent.push([endpoint.path, input.body, asTicketHolder])
    return Promise.resolve(reply)
  }) as Send
  return { send, sent }
}

const left = async () => (await openRevocations()).map(({ refresh }) => refresh)

beforeEach(async () => {
  await closeSessionDb()
  indexedDB = new IDBFactory()
})

describe('[S4.05] a log-out that the server has not heard of', () => {
  it('a log-out is delivered without a Bearer, and forgotten with the reply', async () => {
    await mirrorSignOut('r1', 0, 0)
    const { send, sent } = sender({ kind: 'answered', body: {} })
    await deliverRevocations(send, day)
    expect(sent).toEqual([['/api/auth/revoke/', { refresh: 'r1' }, true]])
    expect(await left()).toEqual([])
  })

  it.each<[string, Reply<unknown>]>([
    ['silence', { kind: 'silence' }],
    ['a portal page', { kind: 'unreadable', form: 'html', status: 200 }],
    ['a stumbling server', refusal(503)],
  ])('a log-out waits for the next round after %s', async (_, reply) => {
    await mirrorSignOut('r1', 0, 0)
    await deliverRevocations(sender(reply).send, day)
    expect(await left()).toEqual(['r1'])
  })

  const page: Reply<never> = { kind: 'unreadable', form: 'html', status: 404 }
  const hour = 3_600_000

  it.each<[string, Reply<unknown>]>([
    ['a page for 404', page],
    ['a page for everything', { ...page, status: 200 }],
    ['a demand for a Bearer', refusal(401)],
    ['a refusal of everybody', refusal(403)],
  ])('a log-out is given up after a day in which a server has only %s, and not before', async (_, reply) => {
    await mirrorSignOut('r1', 0, 0)
    const { send, sent } = sender(reply)
    for (let at = 0; at < 24 * hour; at += hour) expect(await deliverRevocations(send, at)).toBe(true)
    expect(await left()).toEqual(['r1'])
    expect(await deliverRevocations(send, 24 * hour)).toBe(false)
    expect(await left()).toEqual([])
    await deliverRevocations(send, 25 * hour)
    expect(sent).toHaveLength(25)
  })

  it('a log-out is not given up while a server fails with 503, 429, 502 or silence for 59 days', async () => {
    await mirrorSignOut('r1', 0, 0)
    const broken: Reply<unknown>[] = [refusal(503), refusal(429), { ...page, status: 502 }, { kind: 'silence' }]
    for (let at = 0; at < 59 * day; at += day) await deliverRevocations(sender(broken[(at / day) % 4]!).send, at)
    expect(await left()).toEqual(['r1'])
  })

  it('a log-out is settled by a 400 of our server', async () => {
    await mirrorSignOut('r1', 0, 0)
    await deliverRevocations(sender(refusal(400)).send, day)
    expect(await left()).toEqual([])
  })

  it('a log-out is not settled by a refusal of a gateway, or of a release that has no such call', async () => {
    await mirrorSignOut('r1', 0, 0)
    for (const status of [403, 404, 405, 421]) {
      expect(await deliverRevocations(sender(refusal(status)).send, day)).toBe(true)
    }
    // The call itself tells a failure in our form from another one.
    const raw = { form: 'json', status: 400, ok: false, json: { error: 'blocked by policy' } } as const
    expect(() => judge(raw, revokeSession)).toThrow(expect.objectContaining({ kind: 'contract' }))
  })

  it('a log-out that is older than any token is still sent, because a clock may have been wrong, and any reply ends it', async () => {
    await mirrorSignOut('r1', 0, 0)
    const { send: unheard } = sender({ kind: 'silence' })
    await deliverRevocations(unheard, 61 * day)
    expect(await left()).toEqual(['r1'])
    const { send, sent } = sender({ kind: 'unreadable', form: 'html', status: 503 })
    await deliverRevocations(send, 61 * day)
    expect(sent).toHaveLength(1)
    expect(await left()).toEqual([])
  })
})
