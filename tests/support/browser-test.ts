import { test as base } from '@playwright/test'
import { startTestServer, type TestServer } from './build-server.ts'

/**
 * A test in a real Chromium against a real server of its own (one a worker) that serves the built client. `server` is
 * the way behind the scenes; people in the story use the page.
 */
export const test = base.extend<object, { server: TestServer }>({
  server: [
    async ({}, use) => {
      const server = await startTestServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
})

export { expect } from '@playwright/test'
