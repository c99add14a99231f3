import type { AnswerValue } from '#contract/question.ts'
import type { Item } from '../item.ts'
import { explainAnalogy } from './explain-analogy.ts'
import { explainLatin } from './explain-latin.ts'
import { explainLetters } from './explain-letters.ts'
import { explainMatrix } from './explain-matrix.ts'
import { explainOrdering } from './explain-ordering.ts'
import { explainOverlay } from './explain-overlay.ts'
import { explainTable } from './explain-table.ts'
import type { Explanation } from './explanation.ts'

/** An item as a paper stores it; the earliest papers have no radicals. */
export type Explained = Pick<Item, 'question' | 'key'> & { family: string; radicals?: Item['radicals'] | undefined }

/** `given`: the words of the figure in a wrong choice; null for a right, missing or typed answer. */
type Explainer = (item: Pick<Item, 'question' | 'key' | 'radicals'>, given: string | null) => Explanation | null

const explainers: Record<string, Explainer> = {
  // A mended key has no figure, and its own words.
  'logic-matrix': (item, given) => (item.key.explanation_figure ? explainMatrix(item, given) : null),
  'logic-overlay': (item, given) => (item.key.explanation_figure ? explainOverlay(item, given) : null),
  'logic-analogy': explainAnalogy,
  'logic-latin': explainLatin,
  'logic-ordering': explainOrdering,
  'math-table': explainTable,
  'math-letters': explainLetters,
}

/**
 * Explains why the right answer is right, from the rule that made the item. Each call draws again: keys store none of these
 * drawings. Items that cannot be drawn (families of words, mended keys, papers of other releases) get the explanation of
 * their key. If a wrong figure was `given`, the explanation says what is wrong in this figure.
 */
export function explainItem(item: Explained, given: AnswerValue | null = null): Explanation {
  const { question, key, family, radicals } = item
  const stored = { explanation: key.explanation, explanation_figure: key.explanation_figure ?? null }
  const chosen = given === key.right ? undefined : question.options?.find(({ id }) => id === given)
  const drawn = radicals && drawnOf(family, { ...item, radicals }, chosen?.figure?.alt ?? null)
  return drawn && isSaidBy(item, drawn) ? drawn : stored
}

function drawnOf(family: string, ...explained: Parameters<Explainer>): Explanation | null {
  const explain = Object.hasOwn(explainers, family) ? explainers[family] : undefined
  try {
    return explain?.(...explained) ?? null
  } catch {
    // This release lacks a picture or a word for a value. A grade must not fail for a drawing.
    return null
  }
}

/** Whether the drawn explanation ends in the key's answer, in the words of the paper. */
function isSaidBy({ question, key }: Explained, { explanation }: Explanation): boolean {
  if (typeof key.right !== 'string') return false
  const right = question.options?.find(({ id }) => id === key.right)
  const answer = right?.figure?.alt ?? right?.text ?? key.right
  return explanation.endsWith(` ${answer}.`) || explanation.includes(` ${answer}.\n`)
}
