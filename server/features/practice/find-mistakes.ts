import type { Slot } from '#content/assemble-exam.ts'
import { ruleOf } from '#content/rule-of.ts'
import { scoreAnswer } from '#content/score/score-answer.ts'
import type { Answer } from '#contract/question.ts'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { itemsOf, type PaperItem, type PaperRow } from '../exams/paper/paper-store.ts'

/** Trainings that are looked at, of those among a person's newest ones that are of the type. Each costs a paper to read. */
const lookedAt = { newest: 40, ofType: 8 }
/** Rules that are shown, the latest first: more than fit into the longest practice. */
const mostMistakes = 20

interface TakenRow extends PaperRow {
  answers: Answer[]
  /** Questions that the person asked to be shown. */
  unknown: string[] | null
}

const readTaken = prepared<TakenRow>(
  'trainings_with_keys',
  `select p.questions, p.packed, k.items, k.packed as packed_keys, s.answers,
     (select array_agg(e.question_id) from answer_events e
      where e.attempt_id = a.id and a.mode = 'practice' and e.value is null) as unknown
   from (
     select id, purchase_id, mode, created_at from attempts
     where user_id = $1 and mode <> 'exam' order by created_at desc limit ${lookedAt.newest}) a
   join submissions s on s.attempt_id = a.id
   join papers p on p.attempt_id = a.id
   join paper_keys k on k.attempt_id = a.id
   join purchases pu on pu.id = a.purchase_id
   join tests t on t.id = pu.test_id and t.type = $2
   order by a.created_at desc limit ${lookedAt.ofType}`,
)

/**
 * By which rules a person went wrong, in trainings of tests of one type that are whole still, and has not gone right since:
 * the latest first, each as a place in the next paper. Of these families only. What was left out is no mistake; what the
 * person asked to be shown is one. Exams are never looked at.
 */
export async function findMistakes(
  queries: Queries,
  { userId, type, families }: { userId: string; type: string; families: readonly string[] },
): Promise<Slot[]> {
  const judged = new Set<string>()
  const mistakes: Slot[] = []
  for (const taken of await readTaken(queries, userId, type)) {
    for (const [name, { slot, isWrong }] of rulesIn(taken, families)) {
      if (isWrong && !judged.has(name)) mistakes.push(slot)
      judged.add(name)
    }
  }
  return mistakes.slice(0, mostMistakes)
}

/** The rules that were met in one training: gone wrong by where any item of them was. */
function rulesIn(taken: TakenRow, families: readonly string[]): Map<string, { slot: Slot; isWrong: boolean }> {
  const answers = new Map(taken.answers.map(({ question_id, value }) => [question_id, value]))
  const unknown = new Set(taken.unknown)
  const rules = new Map<string, { slot: Slot; isWrong: boolean }>()
  for (const item of itemsOf(taken)) {
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
