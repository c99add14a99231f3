import fc from 'fast-check'
import { networkFaults } from './world/network.ts'

/** Places of a schedule: which browser and whose page each has. */
export const casts = {
  'one tab': [{ browser: 0, person: 'a' }],
  'two tabs': [
    { browser: 0, person: 'a' },
    { browser: 0, person: 'a' },
  ],
  'two devices': [
    { browser: 0, person: 'a' },
    { browser: 1, person: 'a' },
    { browser: 0, person: 'a' },
  ],
  'two people, one browser': [
    { browser: 0, person: 'a' },
    { browser: 0, person: 'b' },
  ],
} as const
export type Cast = keyof typeof casts

/** A deed at a place without a page opens the page first. */
export const deeds = [
  'answer',
  'clear',
  'look around',
  'submit',
  'go on here',
  'try again',
  'reload',
  'crash',
  'crash at a commit',
  'freeze',
  'thaw',
  'sleep',
  'hide',
  'show',
  'go offline',
  'come online',
  'set the clock',
  'lose the session',
] as const
export type Deed = (typeof deeds)[number]

export interface Act {
  /** Virtual milliseconds since the act before. */
  readonly wait: number
  readonly place: number
  readonly deed: Deed
  /** Number of the question; or of tasks or commits before the crash; or how far the clock is set. */
  readonly n: number
}

/** One whole story: its deeds, its faults, and the seed of its random choices. */
export interface Schedule {
  readonly cast: Cast
  readonly acts: readonly Act[]
  /** Faults of the calls in their order. Calls beyond the list succeed. */
  readonly network: readonly (typeof networkFaults)[number][]
  /** Whether the exam is open before the first fault. Otherwise faults hit the start too. */
  readonly beginsCalmly: boolean
  readonly fullAt: readonly number[]
  readonly lostAt: readonly number[]
  /** Hours by which each device's clock is wrong. */
  readonly skews: readonly [number, number]
  readonly jobTakes: number | null
  readonly durationSeconds: number
  /** Where everybody continues after the faults: on a living page, or in a browser that was closed. */
  readonly comesBackTo: 'the open page' | 'a closed browser'
  readonly flushesFirst: boolean
  /** Whether a person submits the exam or its time ends. */
  readonly ends: 'submitted' | 'by the clock'
  readonly chance: number
  /** Periods of a full disk: the first commit, and how many in a row. */
  readonly fullFor: readonly { readonly from: number; readonly commits: number }[]
  /** Deletions of the site's data in a browser, so many virtual milliseconds after one of the acts. */
  readonly clearings: readonly { readonly act: number; readonly wait: number; readonly browser: 0 | 1 }[]
  /** Whether everybody stays away until the tickets have ended. */
  readonly staysAway: boolean
  /** Whether the disks work for a while after the faults before there is a network. */
  readonly disksFirst: boolean
  /** Pauses of the exam at a place: virtual milliseconds after one of the acts, and how long the person rests. */
  readonly pauses: readonly {
    readonly act: number
    readonly wait: number
    readonly place: number
    readonly lasts: number
  }[]
}

/** Virtual seconds after the deadline in which late answers are graded. */
export const lateSeconds = 45
export const questionIds = ['q1', 'q2', 'q3'] as const

const often = (weight: number, ...kinds: Deed[]) => kinds.map((value) => ({ arbitrary: fc.constant(value), weight }))
const deed = fc.oneof(
  ...often(24, 'answer'),
  ...often(3, 'reload', 'crash', 'crash at a commit', 'go on here', 'submit'),
  ...often(2, 'clear', 'freeze', 'go offline', 'come online', 'try again'),
  ...often(1, 'look around', 'thaw', 'sleep', 'hide', 'show', 'set the clock', 'lose the session'),
)
const act: fc.Arbitrary<Act> = fc.record({
  wait: fc.constantFrom(0, 1, 3, 12, 40, 120, 300, 300, 700, 2_000, 5_000, 17_000),
  place: fc.constantFrom(0, 0, 0, 1, 1, 2),
  deed,
  n: fc.oneof(fc.nat(11), fc.constant(0)),
})

const briefly = fc.constantFrom(0, 1, 3, 12, 300)
const step = (place: number, deed: Deed, wait: fc.Arbitrary<number> = briefly, n: fc.Arbitrary<number> = fc.nat(1)) =>
  fc.record({ wait, place: fc.constant(place), deed: fc.constant(deed), n })
/** Sequences that chance alone would seldom make. */
const passages = [
  // A stale tab: it freezes, the exam continues elsewhere, it wakes, and somebody types before it has looked around.
  fc.tuple(
    step(0, 'freeze'),
    step(1, 'look around'),
    step(1, 'go on here', fc.constant(300)),
    step(1, 'answer', fc.constant(300)),
    step(0, 'thaw'),
    step(0, 'answer', fc.constantFrom(0, 0, 1)),
  ),
  // A conflict: one device answers without a network, the other takes over and answers the same question.
  fc.tuple(
    step(0, 'answer'),
    step(0, 'go offline'),
    step(0, 'answer'),
    step(1, 'look around'),
    step(1, 'look around'),
    step(1, 'go on here', fc.constant(300)),
    step(1, 'answer', fc.constant(300)),
    step(0, 'come online'),
  ),
  // A crash at a commit while submitting without a network.
  fc.tuple(
    step(0, 'go offline'),
    step(0, 'answer'),
    step(0, 'crash at a commit', fc.constant(40), fc.nat(3)),
    step(0, 'submit'),
  ),
  fc.tuple(step(1, 'answer'), step(0, 'go on here'), step(0, 'answer'), step(1, 'go on here'), step(1, 'answer')),
]
const acts = fc
  .array(
    fc.oneof(
      { arbitrary: act.map((one) => [one]), weight: 16 },
      ...passages.map((arbitrary) => ({ arbitrary, weight: 1 })),
    ),
    {
      minLength: 3,
      maxLength: 12,
    },
  )
  .map((parts) => parts.flat())
const fault = fc.oneof(
  { arbitrary: fc.constant('fine' as const), weight: 4 },
  { arbitrary: fc.constantFrom(...networkFaults), weight: 3 },
)
const strokes = (most: number) =>
  fc.oneof(
    { arbitrary: fc.constant<number[]>([]), weight: 5 },
    { arbitrary: fc.array(fc.integer({ min: 4, max: most }), { minLength: 1, maxLength: 3 }), weight: 1 },
  )

const fullWhile = fc.record({ from: fc.integer({ min: 4, max: 40 }), commits: fc.integer({ min: 1, max: 25 }) })

const clearing = fc.record({
  act: fc.nat(11),
  wait: fc.constantFrom(0, 1, 3, 12, 40, 300),
  browser: fc.constantFrom<(0 | 1)[]>(0, 0, 0, 1),
})

const pausing = fc.record({
  act: fc.nat(11),
  wait: fc.constantFrom(0, 1, 40, 300),
  place: fc.constantFrom(0, 0, 0, 1),
  lasts: fc.constantFrom(0, 3, 300, 5_000, 40_000, 3 * 3_600_000),
})

export const anySchedule: fc.Arbitrary<Schedule> = fc.record({
  cast: fc.constantFrom<Cast[]>(
    'one tab',
    'two tabs',
    'two tabs',
    'two devices',
    'two devices',
    'two people, one browser',
  ),
  acts,
  network: fc.array(fault, { maxLength: 14 }),
  beginsCalmly: fc.constantFrom(true, true, false),
  fullAt: strokes(20),
  lostAt: strokes(40),
  skews: fc.tuple(fc.constantFrom(0, 0, 24, -24, 1), fc.constantFrom(0, -1, 24)),
  jobTakes: fc.constantFrom(null, null, null, 2_500),
  durationSeconds: fc.constantFrom(3_600, 3_600, 3_600, 20),
  comesBackTo: fc.constantFrom('the open page', 'a closed browser'),
  flushesFirst: fc.boolean(),
  ends: fc.constantFrom('submitted', 'submitted', 'submitted', 'by the clock'),
  chance: fc.nat(),
  // Later additions come last, so that seeds still draw everything above as before.
  fullFor: fc.oneof(
    { arbitrary: fc.constant([]), weight: 2 },
    { arbitrary: fc.array(fullWhile, { minLength: 1, maxLength: 3 }), weight: 1 },
  ),
  clearings: fc.oneof(
    { arbitrary: fc.constant([]), weight: 4 },
    { arbitrary: fc.array(clearing, { minLength: 1, maxLength: 2 }), weight: 1 },
  ),
  staysAway: fc.integer({ min: 1, max: 12 }).map((n) => n === 12),
  disksFirst: fc.boolean(),
  pauses: fc.oneof(
    { arbitrary: fc.constant([]), weight: 9 },
    { arbitrary: fc.array(pausing, { minLength: 1, maxLength: 3 }), weight: 1 },
  ),
})
