import type { PracticeOrder } from '#content/assemble-practice.ts'
import type { Blueprint } from '#content/blueprint.ts'
import { askDigits } from '#content/signature.ts'
import type { AttemptMode } from '../attempt.ts'
import type { AnswerShape, PackedPaper } from './paper-formats/paper-format.ts'

// What is said of drawing, apart from who draws: the serving thread loads no generators while another thread has them.

/** What a paper is drawn from: the same order gives the same paper, to the last byte. Plain data, which another thread can be sent. */
export type PaperOrder = {
  /** Secret, and of one attempt (`assembleExam`). */
  seed: string
  /** What its owner was shown of the partition, the newest first, as it is stored (`digestsIn`); null for nothing. */
  seen: Uint8Array | null
} & ({ mode: AttemptMode; blueprint: Blueprint } | { practice: PracticeOrder })

/** A paper as it is stored, and its questions as they are sent. */
export interface DrawnPaper {
  /** The questions as JSON text: a paper's objects take ten times the memory of it. */
  questions: string
  shapes: AnswerShape[]
  packed: PackedPaper
  /** What it shows of the stock. */
  shown: Buffer
}

export interface DrawingLimits {
  /** Milliseconds that the drawing itself may take; as many as it needs where none are named. */
  budgetMs?: number
  /** Done after each item; the paper is not given out before it is done. */
  after?: ((drawn: number) => Promise<void>) | undefined
}

/** Drawing a paper takes longer than it may. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}

/** The generators cannot make this paper. */
export class GeneratorFailed extends Error {
  override readonly name = 'GeneratorFailed'
}

/**
 * What a paper has asked and shown, as `digestsOf` makes it. Rows of releases up to generator version 2 have one digest an
 * item, the first eight bytes of its signature, which begin with `Item.digestBefore`: that is enough to keep the same
 * question away, not to know its words and numbers in another.
 */
export function digestsIn(shown: Uint8Array | null): string[] {
  if (shown === null) return []
  const digits = Buffer.from(shown.buffer, shown.byteOffset, shown.byteLength).toString('hex')
  return digits.match(new RegExp(`.{${askDigits}}`, 'g')) ?? []
}
