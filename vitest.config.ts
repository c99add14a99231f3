import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

/**
 * What a test file has to have for itself: a stand-in for what others use too, or one of the browser's stores. A file of the
 * client in which nothing of it is named may share what is loaded with others: each is spared half a second.
 */
const ownWorld = /\bvi\.(?!setConfig|waitFor|fn\b)|\b(?:globalThis|navigator|indexedDB)\b|fake-indexeddb/
/** Beside that, in a file with a document: what of a document is still there when its elements are gone. */
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

/** Since 25 Node has a `localStorage` of its own, empty without a file, which would take the place of the document's. 20 knows no such flag. */
const noStorageOfNode = process.allowedNodeEnvironmentFlags.has('--no-experimental-webstorage')
  ? ['--no-experimental-webstorage']
  : []

const documentFromOneFile = {
  execArgv: [...noStorageOfNode, '--import', inProject('tests/support/one-file-document.mjs')],
}

/** A process for each file lives for a second: what V8 spends on optimising code is not earned back, a sixth of its CPU. */
const briefProcess = { execArgv: [...documentFromOneFile.execArgv, '--no-opt'] }

/** Some wait for the product's own seconds, beside other tests that keep both cores busy. */
const patient = {
  setupFiles: 'tests/support/wait-timeout.ts',
  testTimeout: 30_000,
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    // Each file of the api project has a database of its own and waits for it: four keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          // What has no state of its own: loaded once for all these files, which saves half their time.
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
          // One after the other: two floods at once measure each other.
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
          // Browsers that start anew within a story, on two cores that other tests may keep busy.
          testTimeout: 240_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
