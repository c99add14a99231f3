import type { Answer } from '#contract/question.ts'
import type { Queries } from '../../../db/connect.ts'
import { prepared } from '../../../db/prepared.ts'
import { boughtTest } from '../../purchases/bought-test.ts'
import { practiceMode } from '../attempt.ts'
import { itemsOf, type PaperItem, type PaperRow } from '../paper/paper-store.ts'

/** How many of a person's newest trainings are looked through, and how many of the type are read: each costs a paper. */
const lookedAt = { newest: 40, ofType: 8 }

/** A training that was submitted and is not trimmed. */
export interface TakenTraining {
  items: PaperItem[]
  answers: Answer[]
  /** Questions that the person asked to be shown. */
  unknown: ReadonlySet<string>
}

interface TakenRow extends PaperRow {
  answers: Answer[]
  unknown: string[] | null
}

const readTaken = prepared<TakenRow>(
  'trainings_with_keys',
  `select p.questions, p.packed, k.items, k.packed as packed_keys, s.answers,
     (select array_agg(e.question_id) from answer_events e
      where e.attempt_id = a.id and a.mode = '${practiceMode}' and e.value is null) as unknown
   from (
     select id, purchase_id, mode, created_at from attempts
     where user_id = $1 and mode <> 'exam' order by created_at desc limit ${lookedAt.newest}) a
   join submissions s on s.attempt_id = a.id
   join papers p on p.attempt_id = a.id
   join paper_keys k on k.attempt_id = a.id
   cross join lateral ${boughtTest('a.purchase_id')} bought
   where bought.type = $2
   order by a.created_at desc limit ${lookedAt.ofType}`,
)

/** A person's newest trainings of one type of test, with keys. Exams are never among them. @throws UnreadableRow */
export async function findTakenTrainings(queries: Queries, userId: string, type: string): Promise<TakenTraining[]> {
  const rows = await readTaken(queries, userId, type)
  return rows.map((row) => ({ items: itemsOf(row), answers: row.answers, unknown: new Set(row.unknown) }))
}
