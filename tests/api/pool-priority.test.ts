import { readdirSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '../../server/start/listen.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'

let keeper: TestServer
let server: SpawnedServer
beforeAll(async () => {
  keeper = await startTestServer()
  server = await spawnServer({ ...keeper.config, logLevel: 'silent' }, 'pool-priority')
})
afterAll(async () => {
  await server?.kill()
  await keeper.close()
})

it.skipIf(process.platform !== 'linux')(
  '[S13] the four pool threads for password hashes and compression are nice by ten, and no other thread is',
  () => {
    // proc(5): the nineteenth field of `stat`; the second, in brackets, may have spaces.
    const niceOf = (process: string) =>
      Number(readFileSync(`/proc/${process}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[16])
    const own = niceOf('self')
    const ofPool = Math.min(19, own + 10)
    const nice = readdirSync(`/proc/${server.pid}/task`).map((thread) => niceOf(`${server.pid}/task/${thread}`))
    expect(niceOf(String(server.pid))).toBe(own)
    expect(nice.filter((each) => each === ofPool)).toHaveLength(4)
    expect(nice.filter((each) => each !== ofPool && each !== own)).toEqual([])
  },
)

it('a server that may not change the priority of its pool threads logs one warning and still listens', async () => {
  const stream = new PassThrough()
  const app = Fastify({ logger: { level: 'warn', stream } })
  const { setPriority } = os
  // systemd's SystemCallFilter=~@resources causes this error. No mock reaches modules that other files have loaded.
  os.setPriority = () => {
    throw Object.assign(new Error('uv_os_setpriority returned EPERM'), { code: 'ERR_SYSTEM_ERROR' })
  }
  syncBuiltinESMExports()
  try {
    expect(await listen(app, '127.0.0.1', 0, true)).toMatch(/^http:/)
  } finally {
    os.setPriority = setPriority
    syncBuiltinESMExports()
  }
  await app.close()
  const lines = (await text(stream.end())).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 40,
      msg: 'answers wait for password hashes and compression: the system lets no thread go after another',
      // Elsewhere there is no /proc to find threads by.
      ...(process.platform === 'linux' && { err: expect.objectContaining({ code: 'ERR_SYSTEM_ERROR' }) }),
    }),
  ])
})
