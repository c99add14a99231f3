import { expect, it } from 'vitest'
import { playSchedules } from '../money/campaign.ts'
import { faults } from '../money/reckoning.ts'
import { freshDatabase } from '../support/database.ts'

it('no money is lost, taken too much or unseen in 300 schedules of buyers, banks and dying processes', async () => {
  const database = await freshDatabase()
  try {
    const tally = await playSchedules({ databaseUrl: database.url, seed: 20_261_126, first: 0, schedules: 300 })
    expect(tally.failures.slice(0, 3)).toEqual([])
    expect(tally.counts).toEqual(Object.fromEntries(faults.map((fault) => [fault, 0])))
    // Where nobody pays, nothing is lost.
    expect([tally.schedules, tally.payments > 300]).toEqual([300, true])
  } finally {
    await database.drop()
  }
})
