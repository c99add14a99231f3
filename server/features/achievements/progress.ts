import { achievementKinds, type Measure } from './achievement-list.ts'

const mostTrainings = Math.max(
  ...achievementKinds.filter(({ measure }) => measure === 'trainings').map(({ goal }) => goal),
)

/**
 * Of trainings, of which there may be 22,000 in a year, no more are read than count: those that are kept whole, by each purchase's
 * index. Where one has been trimmed, ten of its purchase are whole (`training-bounds.ts`).
 */
const trainings = (person: string) => `(
  select count(*)::int from (
    select from purchases p, lateral (
      select from attempts a
      where a.purchase_id = p.id and a.mode <> 'exam' and a.state = 'graded' and a.trimmed_at is null
      limit ${mostTrainings}) as whole
    where p.user_id = ${person} limit ${mostTrainings}) as counted)`

/** By each purchase's index, which has exams apart: by the person's one would walk over all trainings. */
const exams = (person: string) => `
  purchases p join attempts a on a.purchase_id = p.id and a.mode = 'exam' and p.user_id = ${person}`

/** A graded attempt has a result, also before its grading writes down that it is graded. */
const examsWithResult = (person: string) => `
  ${exams(person)} join tests t on t.id = p.test_id where exists (select from results r where r.attempt_id = a.id)`

const percentOfExam = (person: string) => `
  select distinct on (a.id) floor(100.0 * r.correct / nullif(r.total, 0)) as percent
  from ${exams(person)} join results r on r.attempt_id = a.id order by a.id, r.version desc`

/** Each measure of a person's Progress by itself, as SQL of one number. */
export const measures: Record<Measure, (person: string) => string> = {
  trainings,
  exams: (person) => `(select count(*)::int from ${examsWithResult(person)})`,
  examTypes: (person) => `(select count(distinct t.type)::int from ${examsWithResult(person)})`,
  bestExamPercent: (person) => `(select coalesce(max(percent), 0)::int from (${percentOfExam(person)}) as exams)`,
}
