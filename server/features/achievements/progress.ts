/** What a person has done so far, counted from graded attempts. */
export interface Progress {
  trainings: number
  exams: number
  /** Different types of tests (verbal, math, logic) among the graded exams. */
  examTypes: number
  /** The greatest share of right answers in one exam, in whole percents. */
  bestExamPercent: number
}

/** The Progress of a person, one row. SQL. A result is there exactly if its attempt has been graded. */
export const progressOf = (person: string) => `
  select
    count(*) filter (where graded.mode <> 'exam')::int as trainings,
    count(*) filter (where graded.mode = 'exam')::int as exams,
    count(distinct graded.type) filter (where graded.mode = 'exam')::int as "examTypes",
    coalesce(max(graded.percent) filter (where graded.mode = 'exam'), 0)::int as "bestExamPercent"
  from (
    select distinct on (attempts.id) attempts.mode, tests.type,
      floor(100.0 * results.correct / nullif(results.total, 0)) as percent
    from attempts
    join results on results.attempt_id = attempts.id
    join purchases on purchases.id = attempts.purchase_id
    join tests on tests.id = purchases.test_id
    where attempts.user_id = ${person}
    order by attempts.id, results.version desc
  ) graded`
