import type { PracticeOrder } from '#content/assemble-practice.ts'
import type { Blueprint } from '#content/blueprint.ts'
import { askDigits } from '#content/signature.ts'
import type { AttemptMode } from '../attempt.ts'
import type { AnswerShape, PackedPaper } from './paper-formats/paper-format.ts'

// This file is apart from the code that draws: the serving thread loads no generators while another thread has them.

/** The input of a paper. The same order gives the same paper, to the last byte. Plain data, which a thread can be sent. */
export type PaperOrder = {
  /** Secret, and of one attempt (`assembleExam`). */
  seed: string
  /** The digests that the owner was shown of the partition, newest first, as stored (`digestsIn`); null for none. */
  seen: Uint8Array | null
} & ({ mode: AttemptMode; blueprint: Blueprint } | { practice: PracticeOrder })

/** A paper as it is stored, and its questions as they are sent. */
export interface DrawnPaper {
  /** The questions as JSON text: as objects they take ten times the memory. */
  questions: string
  shapes: AnswerShape[]
  packed: PackedPaper
  /** The digests of what it shows (`digestsOf`). */
  shown: Buffer
}

export interface DrawingLimits {
  /** Milliseconds that the drawing itself may take; no limit by default. */
  budgetMs?: number
  /** Runs after each item; the paper is not given out before it is done. */
  after?: ((drawn: number) => Promise<void>) | undefined
}

export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}

export class GeneratorFailed extends Error {
  override readonly name = 'GeneratorFailed'
}

/**
 * The digests of what a paper has asked and shown (`digestsOf`). Rows of releases up to generator version 2 have one digest an
 * item, the first eight bytes of its signature, which begin with `Item.digestBefore`: they keep the same question away, but
 * not its words and numbers in another.
 */
export function digestsIn(shown: Uint8Array | null): string[] {
  if (shown === null) return []
  const digits = Buffer.from(shown.buffer, shown.byteOffset, shown.byteLength).toString('hex')
  return digits.match(new RegExp(`.{${askDigits}}`, 'g')) ?? []
}
