import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { beginInTurns } from './begin-in-turns.ts'

afterEach(() => vi.restoreAllMocks())

type Caller = { from: string; isReserved?: boolean }

const headOf = ({ from, isReserved = false }: Caller, connection: string) =>
  `${isReserved ? 'PUT /answer/7/?n=1' : 'GET /'} HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: ${from}\r\nConnection: ${connection}\r\n\r\n`

/** Sends calls of these addresses in one piece on one connection. Returns the order in which they begin, and the replies. */
async function play(callers: readonly Caller[], onBegun: () => unknown = () => {}) {
  const app = Fastify({ trustProxy: (_address, hop) => hop < 1 })
  beginInTurns(app, { trustedProxies: 1 })
  const begun: string[] = []
  const begin = (caller: string) => {
    begun.push(caller)
    onBegun()
  }
  app.get('/', async ({ ip }) => begin(ip))
  app.put('/answer/:id/', { config: { isReserved: true } }, async ({ ip }) => begin(`answer of ${ip}`))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(callers.map((caller, i) => headOf(caller, i < callers.length - 1 ? 'keep-alive' : 'close')).join(''))
  const replies = await text(socket)
  await app.close()
  return { begun, replies }
}

const orderOf = async (callers: readonly Caller[]) => (await play(callers)).begun

const flood = Array.from({ length: 500 }, () => ({ from: '10.0.0.1' }))

it('a call begins in the next turn of the event loop although 500 calls of another network have arrived before it', async () => {
  const order = await orderOf([...flood, { from: '10.0.0.2' }])
  expect(order).toHaveLength(501)
  expect(order.indexOf('10.0.0.2')).toBeLessThan(16)
})

it('an answer begins in the next turn of the event loop although 500 calls of its own network have arrived before it', async () => {
  const order = await orderOf([...flood, { from: '10.0.0.1', isReserved: true }])
  expect(order).toHaveLength(501)
  expect(order.indexOf('answer of 10.0.0.1')).toBeLessThan(16)
})

it('a network of IPv6 takes one turn with all its addresses', async () => {
  const ofOneNetwork = flood.map((_, i) => ({ from: `2001:db8::${i.toString(16)}` }))
  const order = await orderOf([...ofOneNetwork, { from: '10.0.0.2' }])
  expect(order.indexOf('10.0.0.2')).toBeLessThan(16)
})

it('a call that has waited for half a minute to begin gets 503', async () => {
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const { begun, replies } = await play(flood, () => (now += 30_001))
  expect(begun.length).toBeLessThan(500)
  expect(replies.match(/HTTP\/1\.1 200/g)).toHaveLength(begun.length)
  expect(replies.match(/HTTP\/1\.1 503/g)).toHaveLength(500 - begun.length)
  expect(replies.match(/"statusCode":503/g)).toHaveLength(500 - begun.length)
})
