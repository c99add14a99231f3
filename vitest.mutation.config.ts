import { defineConfig } from 'vitest/config'

/** The unit tests of the attempt's machine, replica and sync alone: what `npm run mutation` measures. No database. */
export default defineConfig({
  test: {
    include: ['src/attempt/{machine,replica,sync}/**/*.test.ts', 'src/http/reply.test.ts'],
    environment: 'node',
    setupFiles: ['tests/support/empty-disk.ts'],
    // One worker for all the files of a run; each mutant gets a new one, so nothing leaks from one to the next.
    isolate: false,
  },
})
