import type { Burst } from './burst.ts'
import type { Counted, Grown, Phase } from './meter.ts'

export interface Figures {
  /** Rounds of short exams before the measurement. */
  warmUpRounds?: number
  e1?: Phase
  e2?: Phase
  /** Saves of the first answer of an exam, and of the thirtieth. */
  first?: Phase
  thirtieth?: Phase
  grown?: { e1: Grown[]; e2: Grown[] }
  counted?: { e1: Counted; e2: Counted }
  /** MiB. */
  memory?: number
  burst?: Burst
  /** MiB, after the burst. */
  burstMemory?: number
}

export interface PaperCost {
  /** Milliseconds of CPU, the average of the tests. */
  ms: number
  papers: number
  bySlug: Record<string, number>
}

export interface Measured {
  ours: Figures
  /** Figures before the database was filled; null if it was not. */
  empty: Figures | null
  floor: Figures
  paper: PaperCost | null
  fillSeconds: number | null
}
