import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

/**
 * Words of a test file that needs its own module state: it mocks what others use, or uses a browser's store. A client's file
 * without them may share loaded modules with others, which saves half a second a file.
 */
const ownWorld = /\bvi\.(?!setConfig|waitFor|fn\b)|\b(?:globalThis|navigator|indexedDB)\b|fake-indexeddb/
/** The same for a file with a document: parts of a document that outlive its elements. */
const ownDocument =
  /\b(?:window|history|location|matchMedia|localStorage|sessionStorage)\b|\bdocument\.(?!activeElement|createElement|getElementById)/

function mayShare(file: string): boolean {
  const source = readFileSync(inProject(file), 'utf8')
  if (ownWorld.test(source)) return false
  if (!source.includes('@vitest-environment')) return true
  const takesElementsAway = source.includes('afterEach(cleanup)') || !source.includes('@testing-library')
  return takesElementsAway && !ownDocument.test(source)
}

const inProject = (file: string) => path.join(import.meta.dirname, file)
const ofTheClient = ['src', 'sw'].flatMap((room) =>
  readdirSync(inProject(room), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${room}/${file.replaceAll('\\', '/')}`,
  ),
)
const pure = [
  '{contract,content,embedded-postgres,server,scripts}/**/*.test.ts',
  ...ofTheClient.filter((file) => /\.test\.tsx?$/.test(file) && mayShare(file)),
]

/** Since 25 Node has a `localStorage`, empty without a file, that would replace the document's. 20 has no such flag. */
const noStorageOfNode = process.allowedNodeEnvironmentFlags.has('--no-experimental-webstorage')
  ? ['--no-experimental-webstorage']
  : []

const documentFromOneFile = {
  execArgv: [...noStorageOfNode, '--import', inProject('tests/support/one-file-document.mjs')],
}

/** A process for each file lives for a second. V8's optimising of code would cost a sixth of its CPU and not be earned back. */
const briefProcess = { execArgv: [...documentFromOneFile.execArgv, '--no-opt'] }

/** Some tests wait for the product's own seconds, while others keep both cores busy. */
const patient = {
  setupFiles: 'tests/support/wait-timeout.ts',
  testTimeout: 30_000,
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    // Each file of the api project has its own database and waits for it: four keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          // Files without their own module state. Modules are loaded once for all of them, which saves half the time.
          name: 'pure',
          include: pure,
          environment: 'node',
          isolate: false,
          ...documentFromOneFile,
          ...patient,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['{src,sw}/**/*.test.{ts,tsx}'],
          exclude: pure,
          environment: 'node',
          ...briefProcess,
          ...patient,
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          environment: 'node',
          // Each file has its own server and database. Only the server's code is shared, so that it is not loaded 36 times.
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
          // Measures a loaded machine with nothing else on it: only in `npm run test:full`.
          name: 'load',
          include: ['tests/load/*.test.ts'],
          // One after the other: two floods at the same time would measure each other.
          fileParallelism: false,
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
          // Browsers that start again within a story, on two cores that other tests may keep busy.
          testTimeout: 240_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
