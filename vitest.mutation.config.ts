import { defineConfig } from 'vitest/config'

/** The unit tests of the attempt's machine, replica, sync and reconcile alone, which `npm run mutation` measures. No database. */
export default defineConfig({
  test: {
    include: [
      'src/attempt/{machine,replica,sync}/**/*.test.ts',
      'src/attempt/control/reconcile.test.ts',
      'src/http/reply.test.ts',
    ],
    // It mocks a module that other files of the one worker have loaded, and plays seconds of a slow network.
    exclude: ['src/attempt/sync/slow-uplink.test.ts'],
    environment: 'node',
    setupFiles: ['tests/support/empty-disk.ts'],
    // One worker for all files of a run. Each mutant gets a new one, so nothing leaks from one to the next.
    isolate: false,
  },
})
