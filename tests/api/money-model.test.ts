import { spawn } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { playSchedules } from '../money/campaign.ts'
import { plantedBugs } from '../money/planted/bugs.ts'
import { faults } from '../money/reckoning.ts'
import { freshDatabase } from '../support/database.ts'

const root = path.resolve(import.meta.dirname, '../..')

describe('[S34] the model of money', () => {
  // All have one seed, so each continues where the one before it has ended.
  it.each([
    [20, '', 0],
    [170, ' @full', 20],
    [450, ' @full', 190],
  ] as const)(
    'the money model finds no payment lost or unseen, and no sum charged or returned in excess, in %i schedules%s',
    async (schedules, _extent, first) => {
      const database = await freshDatabase()
      try {
        const tally = await playSchedules({ databaseUrl: database.url, seed: 20_261_126, first, schedules })
        expect(tally.failures.slice(0, 3)).toEqual([])
        expect(tally.counts).toEqual(Object.fromEntries(faults.map((fault) => [fault, 0])))
        // Without payments nothing can be lost: two payments in three schedules are usual.
        expect(tally.schedules).toBe(schedules)
        expect(tally.payments).toBeGreaterThan(schedules / 3)
      } finally {
        await database.drop()
      }
    },
    400_000,
  )

  it.each(plantedBugs.map(({ name }) => name))(
    'the money model catches the planted bug: %s @full',
    async (name) => {
      const script = path.join(root, 'scripts/money-model.mjs')
      const child = spawn(process.execPath, [script, '--planted', '--plant', name, '--schedules', '4000'], {
        cwd: root,
      })
      const pieces: string[] = []
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => pieces.push(String(text)))
      const code = await new Promise((resolve) => child.on('close', resolve))
      expect([code, pieces.join('')]).toEqual([0, expect.stringContaining('1 planted bugs, 1 caught')])
    },
    1_800_000,
  )
})
