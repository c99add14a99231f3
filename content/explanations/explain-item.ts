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

/** An item as a paper keeps it: without radicals where the paper was made before they were kept. */
export type Explained = Pick<Item, 'question' | 'key'> & { family: string; radicals?: Item['radicals'] | undefined }

/** `given`: what the wrong option that somebody chose shows, in words; null of a right answer, of none and of a typed one. */
type Explainer = (item: Pick<Item, 'question' | 'key' | 'radicals'>, given: string | null) => Explanation | null

const explainers: Record<string, Explainer> = {
  // A key that was mended has lost its figure, and has words of its own.
  'logic-matrix': (item, given) => (item.key.explanation_figure ? explainMatrix(item, given) : null),
  'logic-overlay': (item, given) => (item.key.explanation_figure ? explainOverlay(item, given) : null),
  'logic-analogy': explainAnalogy,
  'logic-latin': explainLatin,
  'logic-ordering': explainOrdering,
  'math-table': explainTable,
  'math-letters': explainLetters,
}

/**
 * Why the right answer is right, drawn from the rule that made the item, when somebody is to read it: nothing of it is kept
 * with the keys. What cannot be drawn (a family of words, a key that was mended, a paper of another release) is explained
 * as its key says. Of matrices and overlays it says which rules the option that was `given` breaks, where it is a wrong one.
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
    // Values that this release has no picture or no word for: a grade must not fail for a drawing.
    return null
  }
}

/** Whether what is drawn ends in the answer that the key has, in the words that the paper itself uses. */
function isSaidBy({ question, key }: Explained, { explanation }: Explanation): boolean {
  if (typeof key.right !== 'string') return false
  const right = question.options?.find(({ id }) => id === key.right)
  const answer = right?.figure?.alt ?? right?.text ?? key.right
  return explanation.endsWith(` ${answer}.`) || explanation.includes(` ${answer}.\n`)
}
