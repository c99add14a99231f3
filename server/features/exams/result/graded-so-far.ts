import { testNamesSql } from '../../catalog/test-names.ts'
import { purchaseStatesSql } from '../../purchases/purchase-states.ts'

// What a person has done so far: each is SQL of one number, for a statement of a feature above that must stay one. `person` is
// SQL of their id.

/**
 * Graded trainings, `most` of them at most. Of trainings, of which there may be 22,000 in a year, no more are read than count: those
 * that are kept whole, by each purchase's index. Where one has been trimmed, ten of its purchase are whole
 * (`training-bounds.ts`).
 */
export const trainingsSoFar = (person: string, most: number) => `(
  select count(*)::int from (
    select from ${purchaseStatesSql} p, lateral (
      select from attempts a
      where a.purchase_id = p.id and a.mode <> 'exam' and a.state = 'graded' and a.trimmed_at is null
      limit ${most}) as whole
    where p.user_id = ${person} limit ${most}) as counted)`

/** By each purchase's index, which has exams apart: by the person's one would walk over all trainings. */
const exams = (person: string) => `
  ${purchaseStatesSql} p join attempts a on a.purchase_id = p.id and a.mode = 'exam' and p.user_id = ${person}`

/** A graded attempt has a result, also before its grading writes down that it is graded. */
const hasResult = 'exists (select from results r where r.attempt_id = a.id)'

/** Graded exams. */
export const examsSoFar = (person: string) => `(select count(*)::int from ${exams(person)} where ${hasResult})`

/** Types of tests among them. */
export const examTypesSoFar = (person: string) => `(
  select count(distinct t.type)::int from ${exams(person)} join ${testNamesSql} t on t.id = p.test_id where ${hasResult})`

/** The greatest share of right answers in one exam, in whole percents; of each exam its newest result. */
export const bestPercentSoFar = (person: string) => `(
  select coalesce(max(percent), 0)::int from (
    select distinct on (a.id) floor(100.0 * r.correct / nullif(r.total, 0)) as percent
    from ${exams(person)} join results r on r.attempt_id = a.id order by a.id, r.version desc) as exams)`
