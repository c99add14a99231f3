import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
  '[S13] password hashes and compression give way to the serving thread: all four threads of the pool are nice by ten, no other thread is',
  () => {
    // proc(5): the nineteenth field of `stat`; the second, in brackets, may have spaces.
    const niceOf = (thread: string) =>
      Number(readFileSync(`/proc/${server.pid}/task/${thread}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[16]) -
      Number(readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ')[16])
    const nice = readdirSync(`/proc/${server.pid}/task`).map(niceOf)
    expect(niceOf(String(server.pid))).toBe(0)
    expect(nice.filter((each) => each === 10)).toHaveLength(4)
    expect(nice.filter((each) => each !== 10 && each !== 0)).toEqual([])
  },
)
