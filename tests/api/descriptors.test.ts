import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { until } from '../support/exam-calls.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'

const descriptors = 700

let keeper: TestServer
let server: SpawnedServer
beforeAll(async () => {
  keeper = await startTestServer({ logLevel: 'silent' })
  const config = { ...keeper.config, limitFactor: 1, logLevel: 'silent' as const }
  const launcher = ['/bin/sh', '-c', `ulimit -n ${descriptors}; exec "$0" "$@"`]
  server = await spawnServer(config, 'few-descriptors', undefined, launcher)
})
afterAll(async () => {
  await server?.kill()
  await keeper.close()
})

it.runIf(process.platform === 'linux')(
  '[S13] a process that may open 700 descriptors outlives 900 silent connections of one address, and serves others meanwhile',
  async () => {
    const { port } = new URL(server.origin)
    const open = (localAddress: string) => {
      const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress })
      socket.on('error', () => undefined)
      return socket
    }
    let gone = false
    void server.gone.then(() => (gone = true))
    const silent: Socket[] = Array.from({ length: 900 }, () => open('127.0.0.2'))
    const closed = () => silent.filter(({ destroyed, readableEnded }) => destroyed || readableEnded).length
    for (const socket of silent) socket.resume()
    // One network gets half of the 275 connections that the process takes.
    await until(async () => closed() >= 900 - 138)
    expect(900 - closed()).toBe(138)
    const other = open('127.0.0.3')
    other.write('GET /readyz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    const [reply] = (await once(other, 'data')) as [Buffer]
    expect(reply.toString().slice(0, 12)).toBe('HTTP/1.1 200')
    // Together three networks open more connections than there are descriptors.
    const more = ['127.0.0.4', '127.0.0.5'].flatMap((address) => Array.from({ length: 400 }, () => open(address)))
    await Promise.all(more.map(async (socket) => once(socket.resume(), 'close')).slice(-200))
    for (const socket of [...silent, ...more]) socket.destroy()
    await until(async () => (await fetch(`${server.origin}/readyz`)).status === 200)
    expect(gone).toBe(false)
  },
)
