import { describe, expect, it } from 'vitest'
import { bundlePage } from './page/bundle-page.ts'
import { loadPage, type PageLoader } from './page/load-page.ts'
import type { Schedule } from './schedule.ts'
import { Story } from './story.ts'

/** A person with two devices who also opens the exam on the second one. */
const twoDevices: Schedule = {
  cast: 'two devices',
  acts: [
    { wait: 700, place: 1, deed: 'look around', n: 0 },
    { wait: 300, place: 1, deed: 'look around', n: 0 },
    { wait: 2_000, place: 1, deed: 'show', n: 0 },
  ],
  network: [],
  beginsCalmly: true,
  fullAt: [],
  lostAt: [],
  skews: [0, 0],
  jobTakes: null,
  durationSeconds: 3_600,
  comesBackTo: 'the open page',
  flushesFirst: false,
  ends: 'submitted',
  chance: 0,
  fullFor: [],
  clearings: [],
  staysAway: false,
  disksFirst: false,
  pauses: [],
}
/** The first call of the second device is refused, and its session is renewed twice, at random soon or late. */
const renewedTwice: Schedule = { ...twoDevices, network: ['session-expired', 'arrives-again-later'] }

interface Renewal {
  readonly at: number
  readonly outcome: string
}

async function play(load: PageLoader, schedule: Schedule) {
  const lines: string[] = []
  const { counts } = await new Story(schedule, load, (line) => lines.push(line)).run()
  const renewals = lines.flatMap((line): Renewal[] => {
    const [, at, outcome] = /^(\d+) POST \/api\/auth\/token\/refresh\/ .* → (.*)$/.exec(line) ?? []
    return at === undefined ? [] : [{ at: Number(at), outcome: outcome! }]
  })
  return { counts, renewals }
}

describe('replies that the network of the model holds back', () => {
  it.each([
    ['everybody stays away for days @full', true],
    ['everybody is done immediately', false],
  ])(
    'a reply that the model’s network holds back comes within two minutes, and before the judgement, if %s',
    async (_how, staysAway) => {
      const load = loadPage(await bundlePage())
      const lateness: number[] = []
      for (let chance = 0; chance < 24; chance += 1) {
        const { counts, renewals } = await play(load, { ...renewedTwice, staysAway, chance })
        const [first, again, ...more] = renewals
        expect(first!.outcome).toContain(`"refresh":"${'1'.padStart(36, '0')}.2.`)
        expect(again?.outcome, `chance ${chance}`).toContain('token_superseded')
        expect(more).toEqual([])
        expect(counts.sessionsEnded).toBe(0)
        lateness.push(again!.at - first!.at)
      }
      expect(Math.max(...lateness)).toBeLessThanOrEqual(120_000)
      // Otherwise this did not test a late reply.
      expect(Math.max(...lateness)).toBeGreaterThan(90_000)
    },
  )
})

/** The second device falls asleep for 90 seconds before it hears that its first call is refused, and everybody leaves. */
const asleepAtTheEnd: Schedule = {
  ...renewedTwice,
  acts: [...twoDevices.acts.slice(0, 2), { wait: 3, place: 1, deed: 'sleep', n: 5 }],
  staysAway: true,
}

/** Virtual milliseconds after which everybody comes back. */
const eightDays = 8 * 24 * 3_600_000

describe('a device of the model that is asleep when everybody goes away', () => {
  it('a device of the model that is asleep when everybody leaves renews its session only after everybody comes back', async () => {
    const load = loadPage(await bundlePage())
    for (let chance = 0; chance < 24; chance += 1) {
      const { counts, renewals } = await play(load, { ...asleepAtTheEnd, chance })
      expect(counts.sessionsEnded, `chance ${chance}`).toBe(0)
      expect(renewals.map(({ at }) => at > eightDays)).toEqual([true])
    }
  })
})

/** Two people sign in one after the other. The tokens of both are once refused, and the second one's session ends. */
const sharedBrowser: Schedule = {
  ...twoDevices,
  cast: 'two people, one browser',
  acts: [
    { wait: 0, place: 1, deed: 'answer', n: 0 },
    { wait: 300, place: 1, deed: 'answer', n: 0 },
    { wait: 300, place: 1, deed: 'reload', n: 0 },
    // The second person's sign-in has removed this exam from the browser, so a second click opens it again.
    { wait: 300, place: 0, deed: 'answer', n: 0 },
    { wait: 300, place: 0, deed: 'answer', n: 0 },
    { wait: 300, place: 0, deed: 'lose the session', n: 0 },
  ],
  network: ['session-expired'],
  staysAway: true,
}

describe('a person who signs in to a browser of the model', () => {
  it('a person who signs in to another’s browser of the model keeps their identity until their own session ends', async () => {
    const load = loadPage(await bundlePage())
    for (let chance = 0; chance < 24; chance += 1) {
      const { counts, renewals } = await play(load, { ...sharedBrowser, chance })
      expect(counts.notConverged, `chance ${chance}`).toBe(0)
      // Otherwise nothing told the two pairs apart: the first person's was renewed, the second one's refused.
      const outcomes = renewals.map(({ outcome }) => /"user_id":"user-b"|token_revoked/.exec(outcome)?.[0])
      expect(outcomes).toEqual(['"user_id":"user-b"', 'token_revoked'])
    }
  })
})

/** A start that fails in one tab, whose disk was lost twice, becomes another tab's exam. It ends while the first tab is away. */
const startedElsewhere: Schedule = {
  ...twoDevices,
  cast: 'two tabs',
  acts: [
    { wait: 0, place: 0, deed: 'lose the session', n: 0 },
    { wait: 0, place: 0, deed: 'try again', n: 0 },
    { wait: 17_000, place: 0, deed: 'answer', n: 0 },
    { wait: 2_000, place: 0, deed: 'answer', n: 0 },
    { wait: 0, place: 0, deed: 'freeze', n: 0 },
    { wait: 0, place: 1, deed: 'look around', n: 0 },
    { wait: 300, place: 1, deed: 'go on here', n: 0 },
    { wait: 300, place: 1, deed: 'answer', n: 0 },
    { wait: 0, place: 0, deed: 'thaw', n: 0 },
    { wait: 0, place: 0, deed: 'answer', n: 0 },
  ],
  lostAt: [4, 14],
  durationSeconds: 20,
  disksFirst: true,
}

describe('the news that an exam is finished', () => {
  it('a page of the model may say that an exam is finished although it never heard the exam’s name', async () => {
    const { counts } = await play(loadPage(await bundlePage()), startedElsewhere)
    expect(counts.exams).toBe(1)
    expect(counts.settledTooEarly).toBe(0)
  })
})
