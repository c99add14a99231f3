import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Timing } from '#contract/timing.ts'
import { ruleOf } from '#content/rule-of.ts'
import { users } from '../../server/db/schema/accounts.ts'
import { operatorActions } from '../../server/db/schema/operators.ts'
import { eraseAccount } from '../../server/features/account/erase-account.ts'
import { findItems } from '../../server/features/exams/paper/paper-store.ts'
import type { ExamResponse } from '../../server/features/operator/exam-responses.ts'
import { exportResponses } from '../../server/features/operator/export-responses.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { runAdmin } from '../support/run-admin.ts'
import { answersOf } from '../support/exam-calls.ts'
import { gradedExam } from '../support/graded-exam.ts'
import { newcomer } from '../support/person.ts'
import { startedExam } from '../support/started-exam.ts'

type Exam = Awaited<ReturnType<typeof startedExam>>

let server: TestServer
let folder: string
/** An exam with timing, one without, and one of a person who has left. */
let timed: Exam
let untimed: Exam
let left: Exam
const deviceId = 'a-device-of-theirs'
const timing: Timing = [
  { what: 'shown', place: 0, at: 0 },
  { what: 'answered', place: 0, at: 8_400 },
  { what: 'shown', place: 1, at: 9_000 },
  { what: 'shown', place: 0, at: 12_000 },
  { what: 'answered', place: 0, at: 14_000 },
]
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
  folder = await mkdtemp(path.join(tmpdir(), 'responses-'))
  timed = await startedExam(server, 'abstraktnij-proba')
  const given = timed.events.slice(0, 5).map((event) => ({ ...event, device_id: deviceId }))
  const changes = given.flatMap((event) => [event, { ...event, seq: 2 }])
  await timed.save({ events: changes })
  await timed.submit({ answers: answersOf(given), events: changes, timing })
  untimed = await startedExam(server, 'logichnij-proba')
  const { person, purchaseId, ticket, submission_key, events } = untimed
  await person.put('/api/user/profile/', { age: '35-44', schooling: 'higher' })
  person.userAgent =
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
  await person.post(`/api/exam-meta/${purchaseId}/`, { answers: answersOf(events), events, ticket, submission_key })
  left = await startedExam(server)
  await left.submit({ answers: answersOf(left.events), events: left.events, timing })
  const over = { closedAt: sql`now() - interval '8 days'`, eraseAfter: sql`now() - interval '1 minute'` }
  await db().update(users).set(over).where(eq(users.id, left.person.userId!))
  await eraseAccount(server.services, left.person.userId!)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const db = () => server.services.db
const word = { author: 'О. Оператор', reason: 'перше калібрування' }
const fileOf = (name: string) => path.join(folder, name)
const acts = () => db().select().from(operatorActions).where(eq(operatorActions.command, 'responses'))

async function exported(): Promise<{ text: string; rows: ExamResponse[] }> {
  const file = fileOf(`${crypto.randomUUID()}.jsonl`)
  await exportResponses(db(), word, { file, format: 'jsonl' })
  const text = await readFile(file, 'utf8')
  return {
    text,
    rows: text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ExamResponse),
  }
}

describe('the export for calibration', () => {
  it('the calibration export has a line for each question of each graded exam, with its origin, its answer and its times', async () => {
    const { rows } = await exported()
    expect(rows).toHaveLength(18)
    const own = rows.filter(({ test }) => test === 'abstraktnij-proba')
    const items = (await findItems(db(), timed.attemptId))!
    expect(own.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6])
    expect(own.map(({ question_id }) => question_id)).toEqual(items.map(({ question_id }) => question_id))
    for (const [i, { family, radicals, difficulty, generator, options, key }] of own.entries()) {
      const { question, key: stored, ...made } = items[i]!
      expect({ family, radicals, difficulty, generator }).toEqual({
        family: made.family,
        radicals: made.radicals,
        difficulty: made.difficulty,
        generator: made.generator,
      })
      const place = question.options?.findIndex(({ id }) => id === stored.right)
      expect([options, key]).toEqual(
        place === undefined ? [0, String(Number(stored.right))] : [question.options!.length, String(place + 1)],
      )
    }
    expect(own[0]).toMatchObject({
      earlier: 0,
      extra_time_factor: 1,
      withheld: 'sample_too_short',
      given: own[0]!.options === 0 ? '7' : '1',
      changes: 2,
      first_shown_ms: 0,
      first_answered_ms: 8_400,
      last_answered_ms: 14_000,
      shown_for_ms: 11_000,
      visits: [1, 3],
      resumed: 0,
    })
    expect(own.map(({ rule }) => rule)).toEqual(items.map(ruleOf))
    expect(new Set(own.map(({ item }) => item)).size).toBe(6)
    expect(own[0]).toMatchObject({
      item: expect.stringMatching(/^[\w-]{16}$/),
      trainings: 0,
      closed_by: 'person',
      rule_met: false,
      device: null,
      age: null,
      schooling: null,
    })
    expect(own[0]!.month).toMatch(/^\d{4}-\d\d$/)
    expect(own[0]!.blueprint).toMatch(/^[\w-]{16}$/)
    expect(own[0]!.last_arrived_ms).toBeGreaterThanOrEqual(own[0]!.first_arrived_ms!)
    expect(own[5]).toMatchObject({ answer: 'unanswered', given: null, changes: 0, first_arrived_ms: null })
    expect(own.filter(({ answer }) => answer === 'right')).toHaveLength((await timed.result()).correct)
  })

  it('the calibration export includes exams of erased accounts, and exams whose device sent no timing', async () => {
    const { rows } = await exported()
    const gone = rows.filter(({ person }) => person === null)
    expect(gone).toHaveLength(6)
    expect(gone[0]).toMatchObject({ test: 'verbalnij-proba', given: null, first_answered_ms: 8_400, visits: [1, 3] })
    expect(new Set(gone.map(({ exam }) => exam)).size).toBe(1)
    expect(gone[0]).toMatchObject({
      rule: expect.stringMatching(/./),
      item: null,
      rule_met: null,
      trainings: null,
      closed_by: null,
      device: null,
      age: null,
      schooling: null,
    })
    const silent = rows.filter(({ test }) => test === 'logichnij-proba')
    // A wrong figure of a matrix breaks a rule; the right one none.
    const figures = silent.filter(({ family }) => family === 'logic-matrix')
    expect(figures.length).toBeGreaterThan(0)
    for (const { answer, broken } of figures) expect(broken === '').toBe(answer === 'right')
    expect(silent[0]).toMatchObject({ first_shown_ms: null, visits: [], resumed: null, changes: 1 })
  })

  it('the calibration export names an exam’s device, and its person’s age and schooling until the person removes them', async () => {
    const known = async () => {
      const { rows } = await exported()
      const [row] = rows.filter(({ test }) => test === 'logichnij-proba')
      return [row!.device, row!.age, row!.schooling]
    }
    expect(await known()).toEqual(['phone', '35-44', 'higher'])
    const { account, attempts: mine } = (await untimed.person.get('/api/user/export/')).body
    expect([account.age, account.schooling, mine[0].device]).toEqual(['35-44', 'higher', 'phone'])
    await untimed.person.put('/api/user/profile/', { age: null, schooling: '' })
    expect(await known()).toEqual(['phone', null, null])
    await untimed.person.put('/api/user/profile/', { age: '35-44', schooling: 'higher' })
  })

  it('the calibration export identifies nobody: no id, seed, address or day, and its names differ from those of another export', async () => {
    const [first, second] = [await exported(), await exported()]
    const { seed } = (
      await db().execute<{ seed: string }>(sql`select seed from attempts where id = ${timed.attemptId}`)
    ).rows[0]!
    const ids = [timed, untimed, left].flatMap(({ attemptId, purchaseId, person, questions }) => [
      attemptId,
      purchaseId,
      person.userId!,
      person.email!,
      ...questions.flatMap(({ options }) => (options ?? []).map(({ id }) => id)),
    ])
    const secrets = [...ids, seed, deviceId, new Date().toISOString().slice(0, 10)]
    expect(secrets.filter((each) => first.text.includes(each))).toEqual([])
    const names = (rows: ExamResponse[]) => rows.flatMap(({ exam, person }) => [exam, person]).filter(Boolean)
    expect(names(first.rows).filter((name) => names(second.rows).includes(name))).toEqual([])
  })

  it('the calibration export can be a CSV table with the same columns and lines', async () => {
    const file = fileOf('responses.csv')
    const counts = await exportResponses(db(), word, { file, format: 'csv' })
    expect(counts).toEqual({ exams: 3, answers: 18, nameless: 1 })
    const [names, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\r\n')
    const { rows } = await exported()
    expect(names!.split(',')).toEqual(Object.keys(rows[0]!))
    expect(lines).toHaveLength(18)
    const shown = lines.filter((line) => line.includes('abstraktnij-proba'))
    expect(shown[0]).toMatch(/,"\{""[^\r\n]*\}",\d+,\d,/)
    expect(shown[0]).toContain(',0,8400,14000,11000,1 3,0,')
  })
})

describe('the responses command', () => {
  it('the responses command records its author and reason, and writes a file that only its owner can read', async () => {
    const before = await acts()
    const file = fileOf('by-command.jsonl')
    const { code, stdout } = await runAdmin(server, 'responses', file, '--author', word.author, '--reason', word.reason)
    expect([code, stdout]).toEqual([0, expect.stringContaining('18 answers of 3 exams, 1 of them')])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(18)
    const after = await acts()
    expect(after).toHaveLength(before.length + 1)
    expect(after.filter(({ id }) => before.every((act) => act.id !== id))).toMatchObject([
      { ...word, userId: null, after: { format: 'jsonl' } },
    ])
  })

  it('a rehearsed export writes no file and no row, and an export refuses a missing reason and an existing file', async () => {
    const before = await acts()
    const file = fileOf('nothing.jsonl')
    const rehearsed = await exportResponses(db(), { ...word, isRehearsal: true }, { file, format: 'jsonl' })
    expect(rehearsed).toEqual({ exams: 3, answers: 18, nameless: 1 })
    await expect(exportResponses(db(), { ...word, reason: ' ' }, { file, format: 'jsonl' })).rejects.toThrow('reason')
    await expect(stat(file)).rejects.toThrow('ENOENT')
    await writeFile(file, 'something of mine')
    await expect(exportResponses(db(), word, { file, format: 'jsonl' })).rejects.toThrow('is there already')
    expect(await readFile(file, 'utf8')).toBe('something of mine')
    expect(await acts()).toHaveLength(before.length)
  })
})

describe('a second exam of the same test', () => {
  it('the calibration export says of each question of a second exam whether the first had its rule, and null if that paper is gone', async () => {
    const person = await newcomer(server)
    const half = { slug: 'logichnij-proba', isRight: (place: number) => place % 2 === 0 }
    const first = await gradedExam(server, person, half)
    const second = await gradedExam(server, person, { ...half, purchaseId: first.purchaseId })
    const [before, now] = await Promise.all(
      [first, second].map(async ({ attemptId }) => (await findItems(db(), attemptId))!.map(ruleOf)),
    )
    const rowsOfSecond = async () => (await exported()).rows.filter(({ earlier }) => earlier === 1)
    const rows = await rowsOfSecond()
    expect(rows.map(({ rule_met }) => rule_met)).toEqual(now!.map((rule) => before!.includes(rule)))
    await db().execute(sql`delete from papers where attempt_id = ${first.attemptId}`)
    expect((await rowsOfSecond()).map(({ rule_met }) => rule_met)).toEqual(Array(6).fill(null))
  })
})
