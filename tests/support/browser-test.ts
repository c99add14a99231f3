import { test as base, expect } from '@playwright/test'
import { startTestServer, type TestServer } from './build-server.ts'
import { watchTrustedTypes } from './trusted-types-watch.ts'

interface StoryOptions {
  /** True for a story that breaks the rule of Trusted Types on purpose, to show that the browser enforces it. */
  breaksTrustedTypes: boolean
}

/**
 * A test in a real Chromium against a real server that serves the built client, one server for each worker. `server` gives
 * access behind the scenes; people in the story use the page. After each story its browser must have seen no violation of
 * Trusted Types.
 */
export const test = base.extend<StoryOptions, { server: TestServer }>({
  server: [
    // Playwright reads the dependencies of a fixture from this pattern and requires one.
    async ({ browserName: _any }, provide) => {
      const server = await startTestServer()
      await provide(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, provide) => provide(server.origin),
  breaksTrustedTypes: [false, { option: true }],
  context: async ({ context, breaksTrustedTypes }, provide) => {
    const violations = watchTrustedTypes(context)
    await provide(context)
    if (!breaksTrustedTypes) expect(violations).toEqual([])
  },
})

export { expect } from '@playwright/test'
