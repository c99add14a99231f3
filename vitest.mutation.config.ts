import { defineConfig } from 'vitest/config'

/** The unit tests of the exam's engine and of the delivery alone: what `npm run mutation` measures. No database. */
export default defineConfig({
  test: {
    include: ['src/{engine,delivery}/**/*.test.ts'],
    environment: 'node',
    // One worker for all the files of a run; each mutant gets a new one, so nothing leaks from one to the next.
    isolate: false,
  },
})
