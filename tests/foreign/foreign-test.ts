import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect } from '@playwright/test'
import { buildClient } from './build-client.ts'
import { type ServedClient, serveClient } from './serve-client.ts'
import { type ForeignServer, startForeignServer } from './start-foreign-server.ts'

/** A test with a foreign server and its client. Fails if the page throws, or sends something that such a server refuses. */
export const test = base.extend<
  { wellBehaved: undefined; signedIn: undefined },
  { foreign: ForeignServer; client: ServedClient }
>({
  foreign: [
    // Playwright reads the dependencies of a fixture from this pattern and requires one.
    async ({ browserName: _any }, provide) => {
      const server = await startForeignServer()
      await provide(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  client: [
    async ({ foreign }, provide) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'iq-client-'))
      await buildClient(foreign.origin, folder)
      const client = await serveClient(folder, foreign.origin)
      foreign.allow(client.origin)
      await provide(client)
      await client.close()
      await rm(folder, { recursive: true, force: true })
    },
    // A separate timeout: a build takes a minute while other tests keep both cores busy.
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ client }, provide) => provide(client.origin),
  wellBehaved: [
    async ({ page, foreign, client }, provide) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(String(error)))
      page.on('console', (message) => {
        if (/Content Security Policy|CORS|Trusted/i.test(message.text())) faults.push(message.text())
      })
      foreign.forget()
      client.fallback = 'shell.html'
      foreign.exams.startOver()
      foreign.accounts.startOver()
      foreign.texts.startOver()
      await provide(undefined)
      expect(faults).toEqual([])
      expect(foreign.breaches).toEqual([])
    },
    { auto: true },
  ],
  signedIn: async ({ page, foreign }, provide) => {
    const session = foreign.accounts.openSession()
    await page.addInitScript(({ access, refresh, user_id }) => {
      // Only once: what a story does to the session must survive its navigations.
      if (sessionStorage.getItem('seeded') !== null) return
      sessionStorage.setItem('seeded', 'yes')
      localStorage.setItem('access', access)
      localStorage.setItem('refresh', refresh)
      localStorage.setItem('user_id', String(user_id))
    }, session)
    await provide(undefined)
  },
})

export { expect }
