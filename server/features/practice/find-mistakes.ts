import type { Slot } from '#content/assemble-exam.ts'
import { ruleOf } from '#content/rule-of.ts'
import { scoreAnswer } from '#content/score/score-answer.ts'
import type { Answer } from '#contract/question.ts'
import type { Queries } from '../../db/connect.ts'
import type { PaperItem } from '../exams/paper/paper-store.ts'
import { findTakenTrainings, type TakenTraining } from '../exams/result/taken-trainings.ts'

/** Most rules that are repeated, the latest first: more than fit into the longest practice. */
const mostMistakes = 20

/**
 * Rules that a person got wrong and has not got right since, in trainings of one type of test with whole papers and of these
 * families: the latest first, each as a slot of the next paper. An omission is no mistake; asking for the solution is. No exams.
 */
export async function findMistakes(
  queries: Queries,
  { userId, type, families }: { userId: string; type: string; families: readonly string[] },
): Promise<Slot[]> {
  const judged = new Set<string>()
  const mistakes: Slot[] = []
  for (const taken of await findTakenTrainings(queries, userId, type)) {
    for (const [name, { slot, isWrong }] of rulesIn(taken, families)) {
      if (isWrong && !judged.has(name)) mistakes.push(slot)
      judged.add(name)
    }
  }
  return mistakes.slice(0, mostMistakes)
}

/** The rules of one training. A rule is wrong if any of its items is. */
function rulesIn(
  { items, answers: given, unknown }: TakenTraining,
  families: readonly string[],
): Map<string, { slot: Slot; isWrong: boolean }> {
  const answers = new Map(given.map(({ question_id, value }) => [question_id, value]))
  const rules = new Map<string, { slot: Slot; isWrong: boolean }>()
  for (const item of items) {
    const rule = ruleOf(item)
    const outcome = unknown.has(item.question.id) ? 'wrong' : outcomeOf(item, answers)
    if (outcome === 'unanswered' || rule === '' || !families.includes(item.family)) continue
    const { family, difficulty } = item
    const name = `${family}/${rule}`
    const before = rules.get(name)
    if (before?.isWrong !== true) rules.set(name, { slot: { family, difficulty, rule }, isWrong: outcome !== 'right' })
  }
  return rules
}

const outcomeOf = ({ question, key }: PaperItem, answers: ReadonlyMap<string, Answer['value']>) =>
  scoreAnswer(question, answers.get(question.id), key).type
