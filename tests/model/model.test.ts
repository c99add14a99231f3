import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/**
 * As many as the suite's ten minutes allow; `npm run faults:model` plays any number. Each run of the suite plays the same
 * ones, so a red run is red again.
 */
const schedules = 1000

describe("the exam's real client against a model of faults", () => {
  it(`[C.06] ${schedules} seeded schedules of crashes, lost replies, tabs, devices and clocks: nothing lost, nothing graded twice`, async () => {
    const { stdout } = await run(
      process.execPath,
      ['scripts/faults-model.mjs', '--schedules', String(schedules), '--seed', '20261121', '--parts', '1'],
      { cwd: root },
    ).catch((error: { stdout: string }) => error)
    expect(stdout.trim().split('\n').at(-1)).toMatch(
      new RegExp(
        `^seed 20261121: ${schedules} schedules, \\d+ exams, \\d+ answers .* 0 lost, 0 graded twice, 0 wrong user, 0 not converged`,
      ),
    )
  }, 240_000)
})
