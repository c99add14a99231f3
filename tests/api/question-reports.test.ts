import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { desc, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assembleExam } from '#content/assemble-exam.ts'
import { logicTest, mathTest, verbalTest } from '#content/blueprints.ts'
import type { Family } from '#content/families.ts'
import { type Item, keyMarker } from '#content/item.ts'
import { ruleOf } from '#content/rule-of.ts'
import type { Question } from '#contract/question.ts'
import { attempts, paperKeys, papers, results } from '../../server/db/schema/attempts.ts'
import { operatorActions } from '../../server/db/schema/operators.ts'
import { questionReports } from '../../server/db/schema/question-reports.ts'
import { shapeOfQuestion } from '../../server/features/exams/paper/paper-formats/paper-format.ts'
import { findItems, type PaperItem, replaceKeys } from '../../server/features/exams/paper/paper-store.ts'
import { reScore } from '../../server/features/exams/operator-acts/re-score.ts'
import { closeReport } from '../../server/features/operator/close-report.ts'
import { listActions } from '../../server/features/operator/list-actions.ts'
import { listOpenReports, listSuspects } from '../../server/features/operator/list-reports.ts'
import { mendKey } from '../../server/features/operator/mend-key.ts'
import { fileReport } from '../../server/features/question-reports/file-report.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { allAtOnce } from '../support/crowd.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'
import { runAdmin } from '../support/run-admin.ts'
import { openExam } from '../support/exam-calls.ts'
import { startedExam } from '../support/started-exam.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline' })
})
afterAll(() => server.close())

const db = () => server.services.db
const word = { author: 'О. Оператор', reason: 'Обидві відповіді правильні.' }
const tell = (person: Person, attemptId: string, body: object) =>
  person.post(`/api/question-reports/${attemptId}/`, body)
const reportsOf = (attemptId: string) =>
  db().select().from(questionReports).where(eq(questionReports.attemptId, attemptId))
/** The notifications of a person, without achievements. */
const newsOf = async (person: Person) => {
  const { results: news } = (await person.get('/api/notifications/')).body
  const replies = news.filter(({ kind }: { kind: string }) => kind !== 'achievement')
  return replies.map(({ title, message }: { title: string; message: string }) => [title, message])
}

/** Submits a training without an answer. */
async function training(slug = 'verbalnij-proba') {
  const person = await newcomer(server)
  return nextTraining(person, await givePurchase(server, person, slug))
}

async function nextTraining(person: Person, purchaseId: string) {
  const paper = (await person.get(`/api/test-meta/${purchaseId}/`)).body
  await person.post(`/api/test-meta/${purchaseId}/`, { answers: [] })
  return { person, purchaseId, attemptId: paper.attempt.id as string, questions: paper.questions as Question[] }
}

/** Finds real items of a family that go by one rule and differ in their radicals. */
function itemsOfOneRule(family: Family, count: number): { rule: string; items: Item[] } {
  const byRule = new Map<string, Item[]>()
  for (let seed = 0; seed < 40; seed += 1) {
    for (const blueprint of [verbalTest, mathTest, logicTest]) {
      if (!blueprint.parts.some((part) => part.family === family)) continue
      for (const item of assembleExam({ blueprint, seed: `reported/${seed}`, partition: 'exam' })) {
        if (item.family !== family) continue
        const own = byRule.get(ruleOf(item)) ?? []
        if (own.some(({ radicals }) => isDeepStrictEqual(radicals, item.radicals))) continue
        byRule.set(ruleOf(item), [...own, item])
      }
    }
    const [rule, items] = [...byRule].find(([, own]) => own.length >= count) ?? []
    if (rule !== undefined) return { rule, items: items! }
  }
  throw new Error(`No rule of ${family} has ${count} items`)
}

describe('a question report', () => {
  it('a question report is stored with its words, item, key, family, radicals and seed, and the reply contains no key', async () => {
    const { person, attemptId, questions } = await training('logichnij-proba')
    const { status, body, text } = await tell(person, attemptId, {
      question_id: questions[2]!.id,
      words: '  Дві відповіді ',
    })
    expect([status, body]).toEqual([
      200,
      { id: expect.any(String), question_id: questions[2]!.id, reported_at: expect.any(String) },
    ])
    expect(text).not.toContain(keyMarker)
    const item = (await findItems(db(), attemptId))![2]!
    const [kept] = await listOpenReports(db(), 10)
    const [attempt] = await db().select().from(attempts).where(eq(attempts.id, attemptId))
    expect(kept).toMatchObject({
      id: body.id,
      userId: person.userId,
      number: 3,
      words: 'Дві відповіді',
      family: item.family,
      radicals: item.radicals,
      seed: attempt!.seed,
      mode: 'training',
    })
    expect(kept!.item).toEqual(item)
  })

  it('a person reports a question of a submitted exam by its number, because an exam shows no question again', async () => {
    const { person, attemptId, questions, submit } = await startedExam(server)
    await submit({ answers: [], events: [] })
    const { body } = await tell(person, attemptId, { number: 4, words: 'Умова незрозуміла' })
    expect(body.question_id).toBe(questions[3]!.id)
  })

  it('a question report that is sent 26 times stays one report with the newest words', async () => {
    const { person, attemptId, questions } = await training()
    const report = { question_id: questions[0]!.id, words: 'Дві відповіді' }
    const filed = await allAtOnce([server], () => tell(person, attemptId, report))
    expect(new Set(filed.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const renewed = await tell(person, attemptId, { number: 1, words: 'Навіть три відповіді' })
    expect(renewed.text).toBe(filed[0]!.text)
    expect((await reportsOf(attemptId)).map(({ words }) => words)).toEqual(['Навіть три відповіді'])
  })

  it('a person may file 20 question reports a day; a report that was filed before still gets its reply over the limit', async () => {
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person)
    const { attempt } = await openExam(person, purchaseId)
    const strict = { db: db(), config: { ...server.config, limitFactor: 1 } }
    const report = (number: number) => fileReport(strict, attempt.id, person.userId!, { number, words: 'Не те' })
    await Promise.all(Array.from({ length: 15 }, (_, place) => report(place + 1)))
    const rest = await Promise.allSettled(Array.from({ length: 10 }, (_, place) => report(place + 16)))
    const refused = rest.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused).toHaveLength(5)
    expect(refused[0]).toMatchObject({
      statusCode: 429,
      code: 'rate_limited',
      message: expect.stringContaining('24\u00a0год'),
      extras: { retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 86_000 && seconds <= 86_400) },
    })
    expect(await reportsOf(attempt.id)).toHaveLength(20)
    await expect(report(1)).resolves.toMatchObject({ reported_at: expect.any(String) })
    await db()
      .update(questionReports)
      .set({ createdAt: sql`created_at - interval '1 day'` })
      .where(eq(questionReports.attemptId, attempt.id))
    await Promise.all(Array.from({ length: 5 }, (_, place) => report(place + 26)))
    expect(await reportsOf(attempt.id)).toHaveLength(25)
  })

  it('the server refuses a report of an unknown question, of another person’s attempt or of a deleted paper, with a Ukrainian sentence', async () => {
    const { person, attemptId, purchaseId, questions } = await training()
    const stranger = await newcomer(server)
    const words = 'Дві відповіді'
    const one = { question_id: questions[0]!.id, words }
    const fileAs = async (by: Person, id: string, body: object) => {
      const { status, body: reply } = await tell(by, id, body)
      expect(reply.detail).toMatch(/[а-яіїє]{3}/)
      return [status, reply.code]
    }
    expect(await fileAs(stranger, attemptId, one)).toEqual([403, 'foreign_purchase'])
    expect(await fileAs(new Person(server), attemptId, one)).toEqual([401, 'not_authenticated'])
    expect(await fileAs(person, purchaseId, one)).toEqual([404, 'not_found'])
    expect(await fileAs(person, 'x', one)).toEqual([404, 'not_found'])
    expect(await fileAs(person, attemptId, { question_id: 'q99', words })).toEqual([400, 'unknown_question'])
    expect(await fileAs(person, attemptId, { number: 7, words })).toEqual([400, 'unknown_question'])
    expect(await fileAs(person, attemptId, { words })).toEqual([400, 'validation_failed'])
    expect(await fileAs(person, attemptId, { ...one, number: 1 })).toEqual([400, 'validation_failed'])
    expect(await fileAs(person, attemptId, { number: 1, words: ' ї ' })).toEqual([400, 'validation_failed'])
    expect(await fileAs(person, attemptId, { number: 1, words: 'ї'.repeat(1001) })).toEqual([400, 'validation_failed'])
    await db().delete(paperKeys).where(eq(paperKeys.attemptId, attemptId))
    await db().delete(papers).where(eq(papers.attemptId, attemptId))
    expect(await fileAs(person, attemptId, one)).toEqual([400, 'unknown_question'])
    expect(await reportsOf(attemptId)).toEqual([])
  })
})

describe('an operator’s work on question reports', () => {
  it('an operator closes a report with a reason that its author reads; the act is recorded, and later words change nothing', async () => {
    const { person, attemptId } = await training()
    const { id } = (await tell(person, attemptId, { number: 2, words: 'Дві відповіді' })).body
    const { act } = await closeReport(db(), { ...word, isRehearsal: true }, id)
    expect([(await reportsOf(attemptId))[0]!.closedAt, await newsOf(person)]).toEqual([null, []])
    await closeReport(db(), word, id)
    expect(await newsOf(person)).toEqual([['Завдання перевірено', `Ви повідомили про завдання 2. ${word.reason}`]])
    expect(await listActions(db(), person.userId!, 10)).toMatchObject([{ ...word, ...act, attemptId }])
    await expect(closeReport(db(), word, id)).rejects.toThrow('closed already')
    await expect(closeReport(db(), word, attemptId)).rejects.toThrow('There is no report')
    expect((await tell(person, attemptId, { number: 2, words: 'Ні, три' })).body.id).toBe(id)
    expect(await reportsOf(attemptId)).toMatchObject([{ words: 'Дві відповіді', outcome: word.reason }])
  })

  it.each([
    ['math-table', ''],
    ['math-series', ' @full'],
    ['logic-matrix', ' @full'],
    ['logic-ordering', ' @full'],
    ['verbal-analogy', ' @full'],
  ] as const)(
    'a rule that three different people have reported is listed as suspect until one of their reports is closed: %s%s',
    async (family, _extent) => {
      // Closes what other tests have reported.
      await db()
        .update(questionReports)
        .set({ closedAt: sql`now()`, outcome: 'не тут' })
        .where(isNull(questionReports.closedAt))
      const { rule, items } = itemsOfOneRule(family, 4)
      const holders = await Promise.all([1, 2, 3].map(() => training('abstraktnij-proba')))
      const hold = async (attemptId: string, item: Item) => {
        const { family, radicals } = item
        const own = (await findItems(db(), attemptId))!
        await replaceKeys(
          db(),
          attemptId,
          own.map((each, place) => (place === 0 ? { ...each, family, radicals } : each)),
        )
      }
      for (const [i, { attemptId }] of holders.entries()) await hold(attemptId, items[i]!)
      const isListed = async () => (await listSuspects(db())).filter((each) => each.family === family)
      const [first, second, third] = holders as [(typeof holders)[0], (typeof holders)[0], (typeof holders)[0]]
      const kindsOfNews = async (holder: Pick<typeof first, 'person' | 'attemptId'>) =>
        (await tell(holder.person, holder.attemptId, { number: 1, words: 'Є друге правило' })).body.id as string
      const reports = [await kindsOfNews(first), await kindsOfNews(second)]
      // The same person again is no third one.
      const again = await nextTraining(second.person, second.purchaseId)
      await hold(again.attemptId, items[3]!)
      reports.push(await kindsOfNews(again))
      expect(await isListed()).toEqual([])
      reports.push(await kindsOfNews(third))
      expect(await isListed()).toEqual([{ family, rule, people: 3, reports: 4 }])
      await closeReport(db(), word, reports[3]!)
      expect(await isListed()).toEqual([])
    },
  )

  it('the reports command lists open reports, draws each with its key into a folder, and closes one @full', {
    timeout: 60_000,
  }, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'iq-reports-'))
    try {
      const { person, attemptId } = await training('logichnij-proba')
      const words = 'Дві <b>відповіді</b>\u001b[2J\nточно'
      const { id } = (await tell(person, attemptId, { number: 1, words })).body
      const item = (await findItems(db(), attemptId))![0]!
      const list = ['reports', '--to', folder, '--limit', '1000', '--author', word.author]
      const ran = await runAdmin(server, ...list, '--reason', 'Щотижневий перегляд')
      const file = path.join(folder, `report-${id}.html`)
      expect([ran.code, ran.stderr]).toEqual([0, ''])
      expect(ran.stdout).toContain(
        `\n  Дві <b>відповіді</b>[2J точно\n  question ${item.question_id} (1) of training ${attemptId}`,
      )
      expect(ran.stdout).toContain(`\n  ${file}\n`)
      const [row] = await db().select().from(operatorActions).orderBy(desc(operatorActions.doneAt)).limit(1)
      const open = await listOpenReports(db(), 1000)
      expect(row).toMatchObject({ command: 'reports', author: word.author, reason: 'Щотижневий перегляд' })
      expect(row!.after).toEqual({ drawn: open.length })
      const drawn = await readFile(file, 'utf8')
      expect(drawn).toContain('Дві &lt;b&gt;відповіді&lt;/b&gt;')
      expect(drawn).toContain(item.key.explanation.slice(0, 20).replaceAll('"', '&quot;'))
      const close = ['reports', id, '--close', '--author', word.author, '--reason', word.reason]
      expect((await runAdmin(server, ...close)).stdout).toContain('Closed. Its author has been told.')
      expect((await runAdmin(server, ...close)).stderr).toBe('✗ This report is closed already.\n')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('a mended key', () => {
  /** The reason has the names of all newcomers by chance, and is about none of them. */
  const word = { author: 'О. Оператор', reason: 'Підходять обидва імена: «Оксана» і «Коваль».' }

  /** Gives a paper the questions of another one, with options in another order under other ids. */
  async function givePaperOf(from: string, to: string): Promise<void> {
    const items = (await findItems(db(), from))!.map(({ question, key, ...rest }) => ({
      ...rest,
      question: {
        ...question,
        options: question.options!.toReversed().map((option) => ({ ...option, id: `b${option.id}` })),
      },
      key: { ...key, right: `b${key.right as string}` },
    }))
    const questions = items.map(({ question }) => question)
    await db().update(papers).set({ questions, packed: null }).where(eq(papers.attemptId, to))
    await replaceKeys(db(), to, items)
    const [attempt] = await db().select().from(attempts).where(eq(attempts.id, to))
    server.services.answerShapes.keep(attempt!.ticketHash, questions.map(shapeOfQuestion))
  }

  const byPhone = { epoch: 1, seq: 1, device_id: 'phone' }

  /** An answer to the first question that the key calls wrong. */
  async function secondAnswer(attemptId: string) {
    const [{ question, key }] = (await findItems(db(), attemptId)) as [PaperItem]
    const options = question.options!
    const right = options.findIndex(({ id }) => id === key.right)
    const place = (right + 1) % options.length
    return { right, place, answer: { question_id: question.id, value: options[place]!.id, ...byPhone } }
  }

  const versionsOf = async (attemptId: string) =>
    (await db().select().from(results).where(eq(results.attemptId, attemptId)).orderBy(results.version)).map(
      ({ correct, reason }) => [correct, reason],
    )

  it('the server grades every exam with a mended item again, gives each person the reason, closes the report, and changes no other exam', async () => {
    const [one, other, stranger] = await Promise.all([1, 2, 3].map(() => startedExam(server)))
    await givePaperOf(one!.attemptId, other!.attemptId)
    const { right, place, answer } = await secondAnswer(one!.attemptId)
    await one!.submit({ answers: [], events: [answer] })
    await other!.submit({ answers: [], events: [{ ...answer, value: `b${answer.value}` }] })
    await stranger!.submit({ answers: [], events: [] })
    expect(await versionsOf(other!.attemptId)).toEqual([[0, 'graded']])
    const { id } = (await tell(one!.person, one!.attemptId, { number: 1, words: 'Дві відповіді' })).body
    const before = await findItems(db(), one!.attemptId)

    const mending = { reportId: id, right: [String(right + 1), String(place + 1)], explanation: 'Підходять обидві.' }
    const mended = { papers: 2, graded: 2, changed: 2 }
    expect(await mendKey(server.services, { ...word, isRehearsal: true }, mending)).toEqual(mended)
    expect(await versionsOf(one!.attemptId)).toHaveLength(1)
    expect(await mendKey(server.services, word, mending)).toEqual(mended)

    for (const { attemptId, person } of [one!, other!]) {
      expect(await versionsOf(attemptId)).toEqual([
        [0, 'graded'],
        [1, word.reason],
      ])
      expect((await newsOf(person))[0]).toEqual(['Результат переглянуто', expect.stringContaining(word.reason)])
      expect(await listActions(db(), person.userId!, 10)).toMatchObject([{ ...word, command: 'mend', attemptId }])
    }
    expect(await versionsOf(stranger!.attemptId)).toEqual([[0, 'graded']])
    expect(await reportsOf(one!.attemptId)).toMatchObject([{ outcome: word.reason, closedAt: expect.any(Date) }])
    const after = await findItems(db(), one!.attemptId)
    expect(after!.slice(1)).toEqual(before!.slice(1))
    expect(after![0]).toEqual({
      ...before![0],
      key: { right: [before![0]!.key.right, answer.value], explanation: 'Підходять обидві.', marker: keyMarker },
    })
    // Repeated, it finds nothing to do.
    expect(await mendKey(server.services, word, mending)).toEqual({ papers: 0, graded: 0, changed: 0 })
  })

  it('a mended key corrects a training’s review and the grade of an open exam, and late answers that were counted still count', async () => {
    const { person, attemptId, purchaseId } = await training()
    const late = await startedExam(server)
    const open = await startedExam(server)
    await givePaperOf(attemptId, late.attemptId)
    await givePaperOf(attemptId, open.attemptId)
    const { place, answer } = await secondAnswer(attemptId)
    await late.submit({ answers: [], events: [] })
    const theirs = { ...answer, value: `b${answer.value}` }
    await late.save({ events: [theirs] })
    await reScore(server.services, { ...word, reason: 'Зв’язок підвів', attemptId: late.attemptId, includeLate: true })
    const { id } = (await tell(person, attemptId, { number: 1, words: 'Ключ не той' })).body
    const mending = { reportId: id, right: [String(place + 1)], explanation: 'Ось чому.' }
    expect(await mendKey(server.services, word, mending)).toEqual({ papers: 3, graded: 2, changed: 1 })
    expect((await versionsOf(late.attemptId)).map(([correct]) => correct)).toEqual([0, 0, 1])
    const { review, version } = (await person.get(`/api/test-results/${purchaseId}/`)).body.results[0]
    expect([version, review[0]]).toEqual([
      2,
      expect.objectContaining({ right: answer.value, explanation: 'Ось чому.' }),
    ])
    expect((await open.submit({ answers: [], events: [theirs] })).body).toMatchObject({ correct: 1, version: 1 })
  })

  it('an operator may mend a typed answer’s key to several numbers; mending refuses a value that is no number or no option', async () => {
    const typed = await training('abstraktnij-proba')
    const [{ question, ...key }, ...rest] = (await findItems(db(), typed.attemptId)) as [PaperItem, ...PaperItem[]]
    const number = { id: question.id, kind: 'number' as const, prompt: 'Яке число йде далі? 1, 2, …' }
    const questions = [number, ...rest.map((item) => item.question)]
    await db().update(papers).set({ questions, packed: null }).where(eq(papers.attemptId, typed.attemptId))
    const keyOfNumber = { ...key, question: number, key: { ...key.key, right: '3' } }
    await replaceKeys(db(), typed.attemptId, [keyOfNumber, ...rest])
    const reportId = (await tell(typed.person, typed.attemptId, { number: 1, words: 'Не те' })).body.id
    const mend = (right: string[], explanation = 'Є друге правило.', id = reportId) =>
      mendKey(server.services, word, { reportId: id, right, explanation })
    await expect(mend(['сім'])).rejects.toThrow('a number')
    await expect(mend([])).rejects.toThrow('--right')
    await expect(mend(['1'], ' ')).rejects.toThrow('--explanation')
    const chosen = await training('logichnij-proba')
    const ofOptions = (await tell(chosen.person, chosen.attemptId, { number: 1, words: 'Не те' })).body.id
    for (const wrong of ['0', '99', 'А'])
      await expect(mend([wrong], 'Ось', ofOptions)).rejects.toThrow('place of an option')
    expect(await mend(['3', '−7,5'])).toMatchObject({ papers: 1, graded: 1 })
    expect((await findItems(db(), typed.attemptId))![0]!.key.right).toEqual(['3', '−7,5'])
  })
})
