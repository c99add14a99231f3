import { createHmac, randomBytes } from 'node:crypto'
import type { Blueprint } from '#content/blueprint.ts'
import { wrongAttributes } from '#content/explanations/explain-analogy.ts'
import { rulesOfChoice } from '#content/explanations/explain-matrix.ts'
import type { Radicals } from '#content/item.ts'
import { ruleOf } from '#content/rule-of.ts'
import { type AnswerScore } from '#content/score/answer-score.ts'
import { scoreAnswer } from '#content/score/score-answer.ts'
import { readNumber } from '#contract/number-answer.ts'
import type { AnswerValue } from '#contract/question.ts'
import { digest } from '../../config/secrets.ts'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { isKnownTiming, readTiming } from '../../db/stored-timing.ts'
import { findAgesAndSchoolings } from '../auth/own-account.ts'
import { examTimeAt, type Span } from '../exams/exam-time.ts'
import { blueprintDigest, type NamelessItem } from '../exams/result/nameless-exams.ts'
import { findItems, type PaperItem } from '../exams/paper/paper-store.ts'
import { contentOf } from '../exams/answers/submission-store.ts'
import { type QuestionVisits, visitsByPlace } from './question-visits.ts'

/**
 * One question of a graded exam and its answer, for the calibration of items. Nothing identifies the person: no id of ours, no
 * seed, no day, no words. Null means not known, as for most values of an exam whose person has left.
 */
export interface ExamResponse extends QuestionVisits {
  /** The same for all questions of an exam. Each export draws new names, also for `person`. */
  exam: string
  /** The same for all exams of a person; null if the person has left. */
  person: string | null
  test: string
  /** The month of the submission, as 2026-11. */
  month: string
  /** How many exams of this test the person had been graded before. */
  earlier: number
  extra_time_factor: number
  /** Seconds of its pauses, which no other figure counts; null (not kept) if the person has left. */
  paused_seconds: number | null
  /** The digest of the blueprint that the paper was assembled by. */
  blueprint: string
  /** The code of why the exam has no score; null if it has one, or its test has none. */
  withheld: string | null
  /** The place of the question in its paper, from 1. */
  place: number
  question_id: string | null
  family: string
  difficulty: number
  radicals: Radicals | null
  generator: number | null
  /** How many options there were, 0 for a typed answer. */
  options: number | null
  /** The right option's place from 1, or the right number; several are divided by «|». */
  key: string | null
  /** The place of the chosen option, or the typed number. */
  given: string | null
  answer: AnswerScore['type']
  /** Changes of the answer that the server received; ms of the exam's time from giving out the paper to the first and last. */
  changes: number | null
  first_arrived_ms: number | null
  last_arrived_ms: number | null
  /** The rule of the item, as in calibration; '' if it is not known. */
  rule: string
  /** The digest of what the question asks and offers, in whatever order. */
  item: string | null
  /** The rules of a matrix that the chosen figure breaks, or an analogy's wrong attributes, divided by spaces; '' for none. */
  broken: string | null
  /** Whether an earlier attempt at this test had an item of the same rule; null if its rule or an earlier paper is not known. */
  rule_met: boolean | null
  /** How many trainings of this test the person had finished before. */
  trainings: number | null
  /** `person`, or `unattended` if nobody submitted in time. */
  closed_by: string | null
  /** The device of the submission by its User-Agent: `phone`, `tablet` or `computer`. */
  device: string | null
  /** What the person has said of themselves by now (`ageBands`, `schoolings`). */
  age: string | null
  schooling: string | null
}

/** Exams with papers and answers in memory at the same time. */
const examsAtOnce = 50
/** Rows of one query. */
const rowsAtOnce = 500
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Yields every question of every graded exam, those of people who have left first: a person who leaves meanwhile is in neither
 * part rather than in both. Holds a bounded number of exams in memory.
 */
export async function* eachExamResponse(queries: Queries): AsyncGenerator<ExamResponse> {
  const key = randomBytes(32)
  const nameOf = (id: string) => createHmac('sha256', key).update(id).digest('hex').slice(0, 16)
  for await (const row of eachRow(queries, namelessBehind)) yield* namelessResponses(row, nameOf)
  let graded: string[] = []
  for await (const { id, isGradedExam } of eachRow(queries, attemptsBehind)) {
    if (isGradedExam) graded.push(id)
    if (graded.length < examsAtOnce) continue
    yield* examResponses(queries, graded, nameOf)
    graded = []
  }
  yield* examResponses(queries, graded, nameOf)
}

type NameOf = (id: string) => string
type NamelessRow = Pick<ExamResponse, 'test' | 'month' | 'earlier' | 'extra_time_factor' | 'blueprint'> & {
  id: string
  items: NamelessItem[]
  timing: Buffer | null
}

const namelessBehind = prepared<NamelessRow>(
  'read_nameless_behind',
  `select id, test, to_char(month, 'YYYY-MM') as month, earlier, extra_time_factor, blueprint, items, timing
   from nameless_exams where id > $1 order by id limit $2`,
)
const attemptsBehind = prepared<{ id: string; isGradedExam: boolean }>(
  'read_attempts_behind',
  `select id, mode = 'exam' and state = 'graded' as "isGradedExam" from attempts where id > $1 order by id limit $2`,
)

async function* eachRow<Row extends { id: string }>(
  queries: Queries,
  behind: (queries: Queries, last: string, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last = firstId
  for (;;) {
    const rows = await behind(queries, last, rowsAtOnce)
    yield* rows
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)!.id
  }
}

/** Null if the device said nothing, or a later release stored it. */
const stepsIn = (timing: Buffer | null) => (timing === null || !isKnownTiming(timing) ? null : readTiming(timing))

function* namelessResponses({ id, items, timing, ...exam }: NamelessRow, nameOf: NameOf): Generator<ExamResponse> {
  const timesAt = visitsByPlace(stepsIn(timing))
  for (const [place, { family, difficulty, radicals = null, generator = null, answer }] of items.entries()) {
    yield {
      exam: nameOf(id),
      person: null,
      ...exam,
      paused_seconds: null,
      withheld: null,
      place: place + 1,
      question_id: null,
      family,
      difficulty,
      radicals,
      generator,
      options: null,
      key: null,
      given: null,
      answer,
      ...timesAt(place),
      changes: null,
      first_arrived_ms: null,
      last_arrived_ms: null,
      rule: ruleOf(items[place]!),
      item: null,
      broken: null,
      rule_met: null,
      trainings: null,
      closed_by: null,
      device: null,
      age: null,
      schooling: null,
    }
  }
}

type Submitted = Parameters<typeof contentOf>[0]
type ExamRow = Pick<
  ExamResponse,
  'test' | 'month' | 'earlier' | 'extra_time_factor' | 'withheld' | 'trainings' | 'closed_by' | 'device'
> & {
  userId: string
  /** Attempts of the same test before it, the latest first. */
  before: string[]
  blueprint: Blueprint
  timing: Buffer | null
  givenOutAt: Date | null
  pauses: Span[]
} & Submitted

/** `takenAt` of attempt-clock.ts in SQL: an exam that nobody submitted may have been closed in a later month. */
const takenAt = `case when s.closed_by = 'unattended' then coalesce(a.started_at, a.submitted_at) else a.submitted_at end`

/** Earlier papers that are searched for a rule. */
const mostBefore = 30

/** Months are in UTC, as in the exams that are kept of people who have left. */
const gradedExams = prepared<ExamRow>(
  'read_graded_exams',
  `select a.id as "attemptId", a.user_id as "userId", t.slug as test, p.blueprint, s.timing,
     to_char(${takenAt} at time zone 'UTC', 'YYYY-MM') as month, p.extra_time_factor,
     coalesce(a.delivered_at, a.started_at) as "givenOutAt",
     (select coalesce(jsonb_agg(jsonb_build_object(
        'from', extract(epoch from ended.at) * 1000 - ended.milliseconds, 'to', extract(epoch from ended.at) * 1000)), '[]')
      from attempt_pauses ended where ended.attempt_id = a.id and ended.what = 'ended') as pauses,
     s.answers, s.receipt, s.reply_bytes as "replyBytes", s.packed,
     (select r.score_withheld->>'code' from results r where r.attempt_id = a.id order by r.version desc limit 1) as withheld,
     (select count(*)::int from attempts b join purchases q on q.id = b.purchase_id
      where b.user_id = a.user_id and b.mode = 'exam' and b.state = 'graded' and q.test_id = p.test_id
        and b.created_at < a.created_at) as earlier,
     (select count(*)::int from attempts b join purchases q on q.id = b.purchase_id
      where b.user_id = a.user_id and b.mode <> 'exam' and b.state = 'graded' and q.test_id = p.test_id
        and b.created_at < a.created_at) as trainings, s.closed_by, s.device_kind as device,
     (select coalesce(jsonb_agg(id), '[]') from (
        select b.id from attempts b join purchases q on q.id = b.purchase_id
        where b.user_id = a.user_id and b.state = 'graded' and q.test_id = p.test_id and b.created_at < a.created_at
        order by b.created_at desc limit ${mostBefore}) earlier_ones) as before
   from attempts a join submissions s on s.attempt_id = a.id join purchases p on p.id = a.purchase_id
     join tests t on t.id = p.test_id
   where a.id = any($1)`,
)

type Arrivals = { attemptId: string; questionId: string; changes: number; first: Date; last: Date }

const arrivalsOfExams = prepared<Arrivals>(
  'read_arrivals',
  `select "attemptId", "questionId", sum(changes)::int as changes, min(first) as first, max(last) as last
   from (
     select attempt_id as "attemptId", question_id as "questionId", 1 as changes, received_at as first, received_at as last
     from answer_events where attempt_id = any($1) and phase not in ('after_end', 'after_close')
     union all
     select attempt_id, question_id, changes, first_at, last_at from collapsed_answers where attempt_id = any($1)) every
   group by "attemptId", "questionId"`,
)

async function* examResponses(queries: Queries, ids: readonly string[], nameOf: NameOf): AsyncGenerator<ExamResponse> {
  if (ids.length === 0) return
  const arrivals = new Map<string, Arrivals>()
  for (const row of await arrivalsOfExams(queries, ids)) arrivals.set(`${row.attemptId} ${row.questionId}`, row)
  const rows = await gradedExams(queries, ids)
  const people = await findAgesAndSchoolings(
    queries,
    rows.map(({ userId }) => userId),
  )
  for (const row of rows) {
    const items = await findItems(queries, row.attemptId)
    // The paper has been erased meanwhile.
    if (items === undefined) continue
    const hasMet = await rulesMet(queries, row.before)
    const { age = '', schooling = '' } = people.get(row.userId) ?? {}
    const known = { age: age || null, schooling: schooling || null }
    const arrivalsOf = (questionId: string) => arrivals.get(`${row.attemptId} ${questionId}`)
    for (const response of responsesOf(row, items, arrivalsOf, hasMet, nameOf)) yield { ...response, ...known }
  }
}

type HasMet = (item: PaperItem) => boolean | null

/** Tells whether the papers of these attempts, as far as they are kept, had an item's rule; null if that is not known. */
async function rulesMet(queries: Queries, before: readonly string[]): Promise<HasMet> {
  const rules = new Set<string>()
  let isWhole = before.length < mostBefore
  for (const id of before) {
    const items = await findItems(queries, id)
    if (items === undefined) isWhole = false
    for (const item of items ?? []) rules.add(`${item.family} ${ruleOf(item)}`)
  }
  return (item) => {
    const rule = ruleOf(item)
    if (rule === '') return null
    return rules.has(`${item.family} ${rule}`) ? true : isWhole ? false : null
  }
}

function* responsesOf(
  row: ExamRow,
  items: readonly PaperItem[],
  arrivalsOf: (questionId: string) => Arrivals | undefined,
  hasMet: HasMet,
  nameOf: NameOf,
): Generator<Omit<ExamResponse, 'age' | 'schooling'>> {
  const { attemptId, userId, test, month, earlier, extra_time_factor, withheld, givenOutAt, pauses } = row
  const { trainings, closed_by, device } = row
  const timesAt = visitsByPlace(stepsIn(row.timing))
  const values = new Map(contentOf(row).answers.map(({ question_id, value }) => [question_id, value]))
  const exam = {
    exam: nameOf(attemptId),
    person: nameOf(userId),
    test,
    month,
    earlier,
    extra_time_factor,
    paused_seconds: Math.round(pauses.reduce((sum, { from, to }) => sum + to - from, 0) / 1000),
    blueprint: blueprintDigest(row.blueprint),
    withheld,
  }
  for (const [place, item] of items.entries()) {
    const { question, key, family, difficulty, radicals = null, generator = null } = item
    const value = values.get(question.id)
    const arrived = arrivalsOf(question.id)
    const since = (at: Date | undefined) =>
      at === undefined || givenOutAt === null ? null : examTimeAt(pauses, at) - examTimeAt(pauses, givenOutAt)
    yield {
      ...exam,
      place: place + 1,
      question_id: question.id,
      family,
      difficulty,
      radicals,
      generator,
      options: question.options?.length ?? 0,
      key: placesOf(item, key.right),
      given: value === undefined ? null : placesOf(item, value),
      answer: scoreAnswer(question, value, key).type,
      ...timesAt(place),
      changes: arrived?.changes ?? 0,
      first_arrived_ms: since(arrived?.first),
      last_arrived_ms: since(arrived?.last),
      rule: ruleOf(item),
      item: itemDigest(item),
      broken: value === undefined ? null : brokenRules(item, value),
      rule_met: hasMet(item),
      trainings,
      closed_by,
      device,
    }
  }
}

/** The same question has the same digest in two papers: its id and the order of its options do not count. */
function itemDigest({ question: { id: _id, options, ...asked } }: PaperItem): string {
  const offered = (options ?? []).map(({ id: _own, ...option }) => JSON.stringify(option)).toSorted()
  return digest(JSON.stringify([asked, offered])).slice(0, 16)
}

function brokenRules({ question, family, radicals }: PaperItem, value: AnswerValue): string {
  const chosen = question.options?.find(({ id }) => id === value)?.figure?.alt
  if (radicals === undefined || chosen === undefined) return ''
  if (family === 'logic-analogy') return wrongAttributes(radicals, chosen).join(' ')
  if (family !== 'logic-matrix') return ''
  const rules = rulesOfChoice({ question, radicals }, chosen)
  return rules.flatMap(({ rule, isKept }) => (isKept ? [] : [rule])).join(' ')
}

/** Options by their places, without an id of the attempt. A typed answer only if it is a number: people may type anything. */
function placesOf({ question }: PaperItem, value: AnswerValue): string | null {
  const said = [value].flat().map((each) => {
    if (!question.options) return readNumber(each)
    const place = question.options.findIndex(({ id }) => id === each)
    return place < 0 ? undefined : place + 1
  })
  return said.includes(undefined) || said.length === 0 ? null : said.join('|')
}
