import type { Figure } from '#contract/figure.ts'
import type { AnswerValue, Question } from '#contract/question.ts'
import type { Partition } from './partition.ts'

/**
 * Planted in every key and in nothing else. A scan for it in a build, a cache or a reply finds a leaked key, whatever
 * the item is.
 */
export const keyMarker = 'iq-key-marker-5f0c9be2'

/**
 * What grades a question and explains it. Of an exam it never leaves the server before the attempt is graded; a practice
 * tells after each answer, and is drawn of a stock of its own. Of a mended key `right`
 * may be several options or numbers although one is asked for: then any of them will do.
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
 * A generated item: a question and its key, parted only by `splitItem`. `difficulty` is a prior b in logits, from the
 * family and its radicals, not from data. `subject` is what should not come twice in one paper, and must not where
 * `isOnlyOfSubject`. `parameters` is a rule with what it goes by, wherever it begins: who has found it once has found the
 * next such question, so it does not come twice in a paper while there is another; '' where a rule has none. `signature` is the
 * same for the same content in any order of its options, and begins alike for all items that ask the same. `asks` is what a
 * person would know again: a rule with its numbers, a pair, the words of a list. None of it comes twice in a paper. `shows` are
 * words that only stand among its options, or its look (a rule with its length or its direction). Both come again to the same
 * person only when the unseen is used up (`digestsOf` is what is kept of them). `digestBefore` is how the signature began that
 * releases up to version 2 gave to the same question: of their papers this is kept. `isOfExams`: no training has its rule.
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
