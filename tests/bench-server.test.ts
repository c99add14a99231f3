import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts'

const repository = path.resolve(import.meta.dirname, '..')
const dataHome = mkdtempSync(path.join(tmpdir(), 'bench-test-'))
// If root runs the tests, PostgreSQL runs as another user, who has to enter this folder.
chmodSync(dataHome, 0o711)
/** A separate PostgreSQL: in a shared one the other tests' work would be counted too. */
let postgres: EmbeddedPostgres

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ projectRoot: repository, dataHome, durable: false, log: () => undefined })
})
afterAll(async () => {
  await postgres.stop()
  rmSync(dataHome, { recursive: true, force: true, maxRetries: 5 })
})

it.runIf(process.platform === 'linux')(
  'the bench of the server plays whole exams, by saves and by one submit, against the built product and its floor @full',
  async () => {
    const phases = ['e1', 'e2', 'saves', 'paper', 'floor'].flatMap((phase) => ['--only', phase])
    const args = ['scripts/bench-server.mjs', '--exams', '2', '--users', '2', '--json', ...phases]
    const env = { ...process.env, BENCH_DATABASE_URL: postgres.url }
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: repository, env })
    const { ours, floor, paper } = JSON.parse(stdout.trim().split('\n').at(-1)!)
    for (const { warmUpRounds, e1, e2, first, thirtieth, memory } of [ours, floor]) {
      expect(warmUpRounds).toBeGreaterThanOrEqual(2)
      for (const phase of [e1, e2, first, thirtieth]) {
        expect(phase.done).toBeGreaterThanOrEqual(2)
        expect(phase.nodeMs).toBeGreaterThan(0)
        expect(phase.postgresMs).toBeGreaterThan(0)
        expect(phase.walBytes).toBeGreaterThan(0)
      }
      expect(memory).toBeGreaterThan(20)
    }
    expect(ours.e1.cpuMs).toBeGreaterThan(floor.e1.cpuMs)
    // The measured process has made the papers of the measured exams; the floor makes none.
    for (const { paperMs, nodeMs } of [ours.e1, ours.e2]) {
      expect(paperMs).toBeGreaterThan(0)
      expect(paperMs).toBeLessThan(nodeMs)
    }
    expect([floor.e1.paperMs, floor.e2.paperMs]).toEqual([0, 0])
    expect(paper.ms).toBeGreaterThan(0)
    expect(stdout).toMatch(/aim ≤ .* (met|MISSED)/)
  },
  // A round of half a minute draws papers ahead.
  240_000,
)

it.runIf(process.platform === 'linux')(
  'the bench of an exam day lets everybody log in, start, hand in and have a grade, and others save meanwhile @full',
  async () => {
    const within = ['--log-in-within', '2', '--start-within', '1', '--hand-in-within', '1']
    const args = ['scripts/bench-server.mjs', 'exam-day', '--people', '12', '--others', '4', '--json', ...within]
    const env = { ...process.env, BENCH_DATABASE_URL: postgres.url }
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: repository, env })
    const { phases } = JSON.parse(stdout.trim().split('\n').at(-1)!)
    expect(phases.map(({ name }: { name: string }) => name)).toEqual(['quiet', 'log in', 'start', 'hand in', 'result'])
    for (const { asked, waits, failed, failedSaves } of phases) {
      expect([waits.length, failed, failedSaves]).toEqual([asked, {}, 0])
    }
    expect(phases[0].saves.length).toBeGreaterThan(0)
    expect(phases[1].processMs).toBeGreaterThan(0)
  },
  240_000,
)
