import { defineConfig } from 'vitest/config'

/** The unit tests of the exam's engine and of the delivery alone: what `npm run mutation` measures. No database. */
export default defineConfig({
  test: {
    include: ['src/{engine,delivery}/**/*.test.ts'],
    environment: 'node',
  },
})
