import type { Practice, PracticeKey } from '#contract/practice.ts'
import { judgeAnswer } from '../../../review/judge-answer.ts'
import type { PracticeLog } from './practice-log.ts'

/** A practice with what was answered in it here: the server's verdicts are kept, the rest is judged by its key. */
export function withLog(
  practice: Practice,
  keys: readonly PracticeKey[] | null,
  answers: PracticeLog['answers'],
): Practice {
  const known = new Set(practice.verdicts.map(({ question_id }) => question_id))
  const judged = answers.flatMap(({ questionId, value }) => {
    const question = practice.questions.find(({ id }) => id === questionId)
    const key = keys?.find(({ question_id }) => question_id === questionId)
    return known.has(questionId) || !question || !key ? [] : [judgeAnswer(question, key, value)]
  })
  return judged.length === 0 ? practice : { ...practice, verdicts: [...practice.verdicts, ...judged] }
}
