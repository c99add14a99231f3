import { type Chance, seededChance } from '../support/mortal-server.ts'

/** Each place is one tab of one browser profile. */
const casts = {
  'one tab': [{ device: 0 }],
  'two tabs': [{ device: 0 }, { device: 0 }],
  'two devices': [{ device: 0 }, { device: 1 }],
} as const
export type Cast = keyof typeof casts

/** Faults of the next calls of the site's API, one each. */
export const callFaults = ['cut before', 'cut after', 'delay', 'truncate', 'bad gateway', 'captive portal'] as const
export type CallFault = (typeof callFaults)[number]

export const strokes = [
  'kill the browser',
  'kill the server',
  'stop the database',
  'replace the server',
  'no network',
  'reload',
  'access expires',
  'session revoked',
  'log out and back',
  'somebody else logs in between',
  'disk full',
  'storage lost',
  'clock jumps',
] as const
export type Stroke = (typeof strokes)[number]

export type Fault = { readonly kind: Stroke } | { readonly kind: CallFault; readonly calls: number }

/** The place that must have the answer, by the screen, before the person continues; `none`: the person does not wait. */
export type WaitsFor = 'none' | 'device' | 'server'

export interface Step {
  readonly place: number
  readonly question: number
  readonly waitsFor: WaitsFor
  readonly before: Fault | null
  readonly after: Fault | null
}

/** One whole exam with all its faults. */
export interface Schedule {
  readonly name: string
  readonly cast: Cast
  readonly devices: readonly number[]
  readonly start: Fault | null
  readonly steps: readonly Step[]
  /** Steps before which the exam is paused. A fault after such a step hits the pause. */
  readonly pauses: readonly number[]
  /** Whether everybody reviews the exam without faults before it is submitted; always if two places answered. */
  readonly isReviewed: boolean
  readonly submit: { readonly place: number; readonly before: Fault | null; readonly after: Fault | null }
}

/** The schedule of this seed and index, always the same, with or without pauses. */
export function drawSchedule(seed: number, index: number, isPaused = false): Schedule {
  const chance = seededChance(Math.imul(seed, 0x9e37_79b1) ^ Math.imul(index + 1, 0x85eb_ca6b))
  const cast = pick<Cast>(chance, ['one tab', 'one tab', 'one tab', 'two tabs', 'two devices', 'two devices'])
  const devices = casts[cast].map(({ device }) => device)
  const place = () => Math.floor(chance() * devices.length)
  const again = Array.from({ length: Math.floor(chance() * 3) }, () => 1 + Math.floor(chance() * 6))
  const steps = [1, 2, 3, 4, 5, 6, ...again].map((question) => ({
    place: place(),
    question,
    waitsFor: pick<WaitsFor>(chance, ['none', 'device', 'device', 'server']),
    before: chance() < 0.25 ? drawCallFault(chance) : null,
    after: chance() < 0.4 ? drawFault(chance) : null,
  }))
  return {
    name: `${seed}:${index}`,
    cast,
    devices,
    start: chance() < 0.3 ? drawCallFault(chance) : null,
    steps,
    pauses: isPaused ? [1 + (index % 3), 4 + (index % 2)] : [],
    isReviewed: devices.length > 1 || chance() < 0.3,
    submit: {
      place: place(),
      before: chance() < 0.4 ? drawCallFault(chance) : null,
      after: chance() < 0.5 ? { kind: pick<Stroke>(chance, strokes.slice(0, 6)) } : null,
    },
  }
}

export function faultsOf({ start, steps, submit }: Schedule): string[] {
  const all = [start, ...steps.flatMap(({ before, after }) => [before, after]), submit.before, submit.after]
  return all.flatMap((fault) => fault?.kind ?? [])
}

function drawFault(chance: Chance): Fault {
  // The browser's death and a lost network are drawn more often, because the promise is about these.
  const kind = pick<Stroke | 'call'>(chance, [...strokes, 'kill the browser', 'no network', 'call', 'call'])
  return kind === 'call' ? drawCallFault(chance) : { kind }
}

function drawCallFault(chance: Chance): Fault {
  return { kind: pick(chance, callFaults), calls: 1 + Math.floor(chance() * 3) }
}

function pick<T>(chance: Chance, from: readonly T[]): T {
  return from[Math.floor(chance() * from.length)]!
}
