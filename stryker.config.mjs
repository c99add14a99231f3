/**
 * Mutation testing of the attempt's machine, its reconcile, its replica on the disk and its way to the server: each change that it makes to
 * the code should turn a test red. No mutator is switched off and no line is excepted.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
const config = {
  mutate: [
    'src/attempt/{machine,replica,sync}/**/*.ts',
    'src/attempt/control/reconcile.ts',
    'src/http/reply.ts',
    '!src/**/*.test.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  // A mutant meets the tests that reach it. A file of tests that fails while it is loaded counts as no failure (the runner reads the
  // results of tests alone): what calls the product is therefore called in a test, not beside it.
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // The sandbox needs no more than these of the repository.
  ignorePatterns: [
    '/*',
    '!/contract',
    '!/content',
    '!/src',
    '!/tests',
    '/tests/*',
    '!/tests/support',
    '!/package.json',
    '!/tsconfig.base.json',
    '!/vitest.mutation.config.ts',
  ],
  // TypeScript 7 has no API for rewriting the root's tsconfig.json; nothing in the sandbox reads that file.
  tsconfigFile: 'absent-in-the-sandbox.json',
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'coverage/mutation.json' },
  incrementalFile: 'coverage/mutation-incremental.json',
  tempDirName: '.data/mutation',
  thresholds: { high: 95, low: 90, break: 90 },
}

export default config
