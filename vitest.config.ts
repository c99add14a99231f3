import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Each file of the api project has a database of its own and waits for it: three keep two cores busy.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,content,server,src,sw,scripts}/**/*.test.{ts,tsx}'],
          environment: 'node',
          setupFiles: 'tests/support/wait-timeout.ts',
          // Some wait for the product's own seconds, beside other tests that keep both cores busy.
          testTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          environment: 'node',
          // Each file has a server and a database of its own; only the server's code is shared, not loaded anew 36 times.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'system',
          include: ['tests/*.test.ts', 'tests/model/**/*.test.ts'],
          environment: 'node',
          testTimeout: 90_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // What is measured beside a load, with nothing else on the machine: `npm run test:full` alone.
          name: 'load',
          include: ['tests/load/*.test.ts'],
          environment: 'node',
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'engines',
          include: ['tests/engines/*.test.ts'],
          environment: 'node',
          globalSetup: 'tests/engines/site.ts',
          // Browsers that start anew within a story, on two cores that other tests may keep busy.
          testTimeout: 240_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
