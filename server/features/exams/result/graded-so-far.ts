import { testNamesSql } from '../../catalog/test-names.ts'
import { purchaseStatesSql } from '../../purchases/purchase-states.ts'

// Figures of a person so far: SQL of one number each, for statements of features above. `person` is SQL of their id.

/**
 * Graded trainings, `most` at most. A person may have 22,000 in a year, so only whole ones are read, by each purchase's index:
 * a purchase with a trimmed one has ten whole ones (`training-bounds.ts`).
 */
export const trainingsSoFar = (person: string, most: number) => `(
  select count(*)::int from (
    select from ${purchaseStatesSql} p, lateral (
      select from attempts a
      where a.purchase_id = p.id and a.mode <> 'exam' and a.state = 'graded' and a.trimmed_at is null
      limit ${most}) as whole
    where p.user_id = ${person} limit ${most}) as counted)`

/** A person's exams by each purchase's index, which has exams apart: the person's index would walk over all trainings. */
const exams = (person: string) => `
  ${purchaseStatesSql} p join attempts a on a.purchase_id = p.id and a.mode = 'exam' and p.user_id = ${person}`

/** A graded attempt has a result even before its row says that it is graded. */
const hasResult = 'exists (select from results r where r.attempt_id = a.id)'

export const examsSoFar = (person: string) => `(select count(*)::int from ${exams(person)} where ${hasResult})`

export const examTypesSoFar = (person: string) => `(
  select count(distinct t.type)::int from ${exams(person)} join ${testNamesSql} t on t.id = p.test_id where ${hasResult})`

/** The greatest share of right answers in one exam, in whole percents; each exam counts by its newest result. */
export const bestPercentSoFar = (person: string) => `(
  select coalesce(max(percent), 0)::int from (
    select distinct on (a.id) floor(100.0 * r.correct / nullif(r.total, 0)) as percent
    from ${exams(person)} join results r on r.attempt_id = a.id order by a.id, r.version desc) as exams)`
