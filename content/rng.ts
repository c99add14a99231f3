import { sha256Words } from './sha256.ts'

/** Seeded randomness, passed as an argument. Nothing in this room asks the machine for chance or time. */
export type Rng = {
  /** A number in [0, 1). */
  next(): number
  /** An integer from `min` to `max`, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** `count` different places of the list; throws when the list is shorter. */
  sample<T>(list: readonly T[], count: number): T[]
  shuffle<T>(list: readonly T[]): T[]
  /** An independent stream: its numbers do not depend on what was drawn from this one. */
  split(label: string): Rng
}

/**
 * The stream of a seed. The seed's SHA-256 starts the generator `sfc32` (C. Doty-Humphrey). So neighbouring seeds share
 * nothing, and a stream does not reveal its seed.
 */
export function createRng(seed: string): Rng {
  const next = sfc32(sha256Words(seed))
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new RangeError('Nothing to pick from')
    return list[int(0, list.length - 1)] as T
  }
  const shuffle = <T>(list: readonly T[]): T[] => {
    const shuffled = [...list]
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = int(0, i)
      ;[shuffled[i], shuffled[j]] = [shuffled[j] as T, shuffled[i] as T]
    }
    return shuffled
  }
  const sample = <T>(list: readonly T[], count: number): T[] => {
    if (list.length < count) throw new RangeError(`Cannot sample ${count} of ${list.length}`)
    return shuffle(list).slice(0, count)
  }
  const chance = (probability: number) => next() < probability
  return { next, int, chance, pick, sample, shuffle, split: (label) => createRng(`${seed}/${label}`) }
}

function sfc32(start: [number, number, number, number]): () => number {
  let [a, b, c, counter] = start
  return () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 0x100000000
  }
}
