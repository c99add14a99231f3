import { noCounts } from '../faults/campaign.ts'
import { plantedBugs } from '../faults/planted/bugs.ts'
import { tryBug } from '../faults/planted/try-bug.ts'
import { callFaults, drawSchedule, faultsOf, strokes } from '../faults/schedule.ts'
import { playSchedule } from '../faults/story.ts'
import { World } from '../faults/world.ts'
import { expect, test } from '../support/browser-test.ts'

/** SEED:INDEX of schedules that have every fault, and the cases that they prove. One runs at every landing. */
const fixed = [
  { seed: 144, index: 35, proves: '[R01] [R18]' },
  { seed: 276, index: 14, proves: '[R03] [R05] [R16] [R17] [R25]' },
  { seed: 139, index: 7, proves: '[R06] [R19] [R22]' },
  { seed: 127, index: 32, proves: '[R06] [R09]' },
  { seed: 19, index: 22, proves: '' },
  { seed: 7, index: 7, proves: '[R16]' },
].map(({ seed, index, proves }) => ({ schedule: drawSchedule(seed, index), proves, mark: seed === 7 ? '' : ' @full' }))

test.describe('a whole exam under real faults', () => {
  // A schedule may take a minute and a half to converge after its faults.
  test.describe.configure({ timeout: 300_000 })
  test.skip(({ isMobile }) => !isMobile, 'once is enough')
  let world: World
  test.beforeAll(async () => {
    world = await World.create()
  })
  test.afterAll(async () => {
    await world?.end()
  })

  for (const { schedule, proves, mark } of fixed) {
    test(`${['[C.06]', proves].join(' ').trimEnd()} an exam under real faults loses no acknowledged answer and is graded once: npm run faults -- --replay ${schedule.name}${mark}`, async () => {
      const { counts, complaints } = await playSchedule(world, schedule)
      expect(complaints).toEqual([])
      expect(counts).toEqual({ ...noCounts(), schedules: 1, exams: 1, acknowledged: expect.any(Number) })
      expect(counts.acknowledged).toBeGreaterThan(0)
      expect(world.deaths, 'servers that ended by themselves').toBe(0)
    })
  }
})

test('the fixed schedules hold every kind of real fault', () => {
  const held = new Set(fixed.flatMap(({ schedule }) => faultsOf(schedule)))
  expect([...held].sort()).toEqual([...callFaults, ...strokes].sort())
})

for (const bug of plantedBugs) {
  test(`a planted bug is seen under real faults: ${bug.name} @full`, async ({ isMobile }) => {
    test.skip(!isMobile, 'once is enough')
    expect(await tryBug(bug)).toContainEqual(expect.stringMatching(bug.complaint))
  })
}
