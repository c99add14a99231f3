import { type Step, stepKinds, type Timing } from '#contract/timing.ts'

/**
 * The stored form of an attempt's timing: a byte for the format, then for each step two varints: `place` and kind as one number,
 * and the tenths of a second since the step before. A paper of thirty questions takes about 160 bytes. Rows are read for years,
 * so another form takes another first byte.
 *
 * Format 1 has the same bytes as 2. Its senders read a privacy policy (up to edition 1.8) by which no result depends on timing,
 * so no grade may ever look at it.
 */
const formats = { forCalibration: 1, forGrades: 2 }
const known: readonly (number | undefined)[] = Object.values(formats)
const roomForKinds = 4

export function packTiming(steps: Timing): Buffer {
  let before = 0
  const bytes = steps.flatMap(({ what, place, at }) => {
    const since = tenths(at) - before
    before = tenths(at)
    return [...varint(place * roomForKinds + stepKinds.indexOf(what)), ...varint(since)]
  })
  return Buffer.from([formats.forGrades, ...bytes])
}

export const isKnownTiming = (packed: Buffer) => known.includes(packed[0])

/** Whether the privacy policy that the sender read says that a grade looks at the timing. */
export const isTimingForGrades = (packed: Buffer) => packed[0] === formats.forGrades

/** Steps with moments in ms, rounded to tenths of a second. Throws for an unknown format. */
export function readTiming(packed: Buffer): Step[] {
  if (!isKnownTiming(packed))
    throw new Error(`A timing is stored in format ${packed[0]}, which this release does not know.`)
  const numbers = varintsIn(packed.subarray(1))
  const steps: Step[] = []
  let at = 0
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const named = numbers[i] as number
    at += numbers[i + 1] as number
    const what = stepKinds[named % roomForKinds] as Step['what']
    steps.push({ what, place: Math.floor(named / roomForKinds), at: at * 100 })
  }
  return steps
}

const tenths = (milliseconds: number) => Math.round(milliseconds / 100)

/** Seven bits a byte, the lowest first. The eighth bit means that more follow. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}

function varintsIn(bytes: Buffer): number[] {
  const numbers: number[] = []
  let [value, factor] = [0, 1]
  for (const byte of bytes) {
    value += (byte % 128) * factor
    factor *= 128
    if (byte >= 128) continue
    numbers.push(value)
    value = 0
    factor = 1
  }
  return numbers
}
