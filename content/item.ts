import type { Figure } from '#contract/figure.ts'
import type { AnswerValue, Question } from '#contract/question.ts'
import type { Partition } from './partition.ts'

/** A marker in every key and in nothing else. A scan of a build, a cache or a reply for it finds any leaked key. */
export const keyMarker = 'iq-key-marker-5f0c9be2'

/**
 * Grades a question and explains it. The key of an exam never leaves the server before the grading. A practice shows its keys
 * after each answer, but it uses a separate stock of items. In a mended key `right` may list several options or numbers
 * although the question asks for one: any of them is right.
 */
export interface ItemKey {
  right: AnswerValue
  explanation: string
  explanation_figure?: Figure | undefined
  marker: typeof keyMarker
}

/** The features of an item that made it and its difficulty; kept for calibration. */
export type Radicals = Readonly<Record<string, string | number>>

/**
 * A generated item: a question and its key. Only `splitItem` parts them.
 *
 * - `difficulty`: a prior b in logits, from the family and its radicals, not from data.
 * - `subject`: comes twice in a paper only if the family has no other, and never if `isOnlyOfSubject`.
 * - `parameters`: a rule with its numbers, wherever it begins; '' for a rule without numbers. A person who has found it once
 *   has found the next such question, so a paper repeats it only if there is no other.
 * - `signature`: the same for the same content, in any order of options. Items that ask the same begin with the same digits.
 * - `asks`: what a person would recognise: a rule with its numbers, a pair, the words of a list. None comes twice in a paper.
 * - `shows`: words that are only options, or the look (a rule with its length or direction). `asks` and `shows` come again to
 *   the same person only when nothing unseen is left. `digestsOf` gives the digests that are kept of them.
 * - `digestBefore`: the first digits of the signature that releases up to version 2 gave this question, kept of their papers.
 * - `isOfExams`: its rule is exam-only, so no training and no example has it (decision 0144).
 */
export type Item = {
  question: Question
  key: ItemKey
  family: string
  difficulty: number
  subject: string
  isOnlyOfSubject: boolean
  isOfExams: boolean
  parameters: string
  asks: readonly string[]
  shows: readonly string[]
  radicals: Radicals
  partition: Partition
  signature: string
  digestBefore: string
}
