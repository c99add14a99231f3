import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { BrowserDump } from './browser-storage.ts'
import type { DatabaseDump } from './database-dump.ts'
import { type PlainRows, plainRowsIn } from './plain-rows.ts'

/** Secret of the servers that made the fixtures. Their tokens, tickets and receipts hold only under it. */
export const fixtureSecret = 'a secret of the fixtures and of no server'

export interface ReleaseStory {
  /** Milliseconds since 1970. */
  madeAt: number
  /** Signed in in the browser: one exam graded, one in progress there, one submitted there without a network. */
  candidate: { userId: string; email: string; refresh: string; gradedReceipt: string }
  inProgress: { purchaseId: string; question: number; chosen: number; waitingQuestionId: string }
  graded: { purchaseId: string; attemptId: string }
  handedIn: { purchaseId: string; attemptId: string }
  /** A submitted exam whose grading job has not run, an unsent letter, and an unpaid order. */
  other: { email: string; purchaseId: string; attemptId: string; orderId: string }
}

export interface ReleaseFixture {
  release: string
  story: ReleaseStory
  database: DatabaseDump
  /** Rows that the release itself read from `database`. */
  plain: PlainRows
  browser: BrowserDump
}

const folder = path.join(import.meta.dirname, 'fixtures')

/** Releases with a fixture, the oldest first. */
export function keptReleases(): string[] {
  return readdirSync(folder).sort()
}

export function readFixture(release: string): ReleaseFixture {
  const read = (name: string) => JSON.parse(gunzipSync(readFileSync(path.join(folder, release, name))).toString())
  const story = JSON.parse(readFileSync(path.join(folder, release, 'story.json'), 'utf8'))
  const database: DatabaseDump = read('database.json.gz')
  const isPacked = existsSync(path.join(folder, release, 'plain.json.gz'))
  const plain = isPacked ? read('plain.json.gz') : plainRowsIn(database)
  return { release, story, database, plain, browser: read('browser.json.gz') }
}

/** Writes a fixture to files. Returns their size in bytes. */
export function keepFixture({ release, story, database, plain, browser }: ReleaseFixture): number {
  const files: Record<string, Buffer> = {
    'database.json.gz': gzipSync(JSON.stringify(database), { level: 9 }),
    'plain.json.gz': gzipSync(JSON.stringify(plain), { level: 9 }),
    'browser.json.gz': gzipSync(JSON.stringify(browser), { level: 9 }),
    'story.json': Buffer.from(`${JSON.stringify(story, null, 2)}\n`),
  }
  mkdirSync(path.join(folder, release), { recursive: true })
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, release, name), bytes)
  return Object.values(files).reduce((sum, { length }) => sum + length, 0)
}
