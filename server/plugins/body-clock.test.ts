import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installBodyClock } from './body-clock.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  installBodyClock(app)
  app.bodyClock.ms = 100
  app.post('/usual', async ({ body }) => ({ body }))
  app.post('/answers', { config: { mayBeSlow: true } }, async ({ body }) => ({ body }))
  app.post('/refused', { onRequest: async (_, reply) => reply.code(401).send({}) }, async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** Sends a body of 20 bytes, one every 20 ms. Returns the reply, and how many bytes were taken. */
async function drip(path: string): Promise<{ said: string; sent: number }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let said = ''
  socket.on('data', (chunk) => (said += chunk.toString())).on('error', () => {})
  await once(socket, 'connect')
  // Not by `once`, which rejects on an error: the server may reset a connection that it cuts.
  const end = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
  socket.write(`${head}Content-Length: 20\r\n\r\n`)
  let sent = 0
  for (const byte of '"eighteen-letters-x"') {
    if (!socket.writable) break
    socket.write(byte)
    sent += 1
    await pause(20)
  }
  socket.end()
  await end
  return { said, sent }
}

describe('[S46] a body that drips', () => {
  it('the server cuts a dripping body when its time is over, with 408 and an error code', async () => {
    const { said, sent } = await drip('/usual')
    expect(said).toMatch(/^HTTP\/1\.1 408 /)
    expect(said).toContain('"code":"request_timeout"')
    expect(sent).toBeLessThan(20)
  })

  it('the server also cuts a dripping body of a call that it has refused before', async () => {
    const { said, sent } = await drip('/refused')
    expect(said).toMatch(/^HTTP\/1\.1 401 /)
    expect(sent).toBeLessThan(20)
  })

  it('the server cuts a dripping body at an address that does not exist', async () => {
    expect((await drip('/nothing')).sent).toBeLessThan(20)
  })

  it('the server waits for a dripping body that brings answers', async () => {
    const { said, sent } = await drip('/answers')
    expect(said).toMatch(/^HTTP\/1\.1 200 /)
    expect(said).toContain('eighteen-letters-x')
    expect(sent).toBe(20)
  })
})
