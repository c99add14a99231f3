import { test as base } from '@playwright/test'
import { startTestServer, type TestServer } from './build-server.ts'

/**
 * A test in a real Chromium against a real server of its own (one a worker) that serves the built client. `server` is
 * the way behind the scenes; people in the story use the page.
 */
export const test = base.extend<object, { server: TestServer }>({
  server: [
    // Playwright reads what a fixture needs from this pattern, and insists on one.
    async ({ browserName: _any }, provide) => {
      const server = await startTestServer()
      await provide(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, provide) => provide(server.origin),
})

export { expect } from '@playwright/test'
