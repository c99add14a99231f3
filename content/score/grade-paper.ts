import type { AnswerValue, Question } from '#contract/question.ts'
import type { Score } from '#contract/result.ts'
import { familyTitle } from '../families.ts'
import type { ItemKey } from '../item.ts'
import type { ItemResponse } from './eap.ts'
import { iqScore, priorDiscrimination } from './iq-score.ts'
import { scoreAnswer } from './score-answer.ts'
import { reasonToWithhold, type Withheld } from './withhold-score.ts'

/** An item as it was stored with the attempt. */
export type GradedItem = { question: Question; key: ItemKey; family: string; difficulty: number }

export type Grade = {
  correct: number
  total: number
  score: Score | null
  score_withheld: Withheld | null
  by_family: { family: string; title: string; correct: number; total: number }[]
  rows: { question_id: string; correct: boolean }[]
}

/**
 * Grades a whole paper; `answers` are by question id, and answers to questions that are not of the paper are ignored.
 * An unanswered question counts as not right, in the sum and in the model: else it would pay to answer only what one
 * knows. Pure: the same input gives the same grade for ever, so a re-score can be compared with what stood before.
 */
export function gradePaper({
  items,
  answers,
}: {
  items: readonly GradedItem[]
  answers: ReadonlyMap<string, AnswerValue>
}): Grade {
  const scored = items.map((item) => ({
    item,
    outcome: scoreAnswer(item.question, answers.get(item.question.id), item.key).type,
  }))
  const responses = scored.map(({ item, outcome }) => responseOf(item, outcome === 'right'))
  const score = iqScore(responses)
  const total = items.length
  const answered = scored.filter(({ outcome }) => outcome !== 'unanswered').length
  const withheld = reasonToWithhold({ total, answered, score }) ?? null
  const rows = scored.map(({ item, outcome }) => ({ question_id: item.question.id, correct: outcome === 'right' }))
  return {
    correct: rows.filter(({ correct }) => correct).length,
    total,
    score: withheld ? null : score,
    score_withheld: withheld,
    by_family: byFamily(items, rows),
    rows,
  }
}

function responseOf({ question, difficulty }: GradedItem, right: boolean): ItemResponse {
  const options = question.options?.length ?? 0
  return {
    difficulty,
    discrimination: priorDiscrimination,
    guessing: question.kind === 'single' && options > 0 ? 1 / options : 0,
    right,
  }
}

/** In the order in which the families first come in the paper. */
function byFamily(items: readonly GradedItem[], rows: Grade['rows']): Grade['by_family'] {
  const families = [...new Set(items.map(({ family }) => family))]
  return families.map((family) => {
    const own = rows.filter((_, i) => items[i]?.family === family)
    return {
      family,
      title: familyTitle(family),
      correct: own.filter(({ correct }) => correct).length,
      total: own.length,
    }
  })
}
