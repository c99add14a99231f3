import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempts } from '../../server/db/schema/attempts.ts'
import { mails } from '../../server/db/schema/site.ts'
import { gradeSubmitted, sweepAttempts } from '../../server/features/exams/exam-jobs.ts'
import { reScore } from '../../server/features/exams/operator-acts/re-score.ts'
import { readFigures } from '../../server/features/operator/figures.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newKey, openExam, until } from '../support/exam-calls.ts'
import { letterTo, lettersTo, linkIn } from '../support/letters.ts'
import { partsOf } from '../support/mime.ts'
import { confirmAddress, givePurchase, newcomer, password, Person } from '../support/person.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const db = () => server.services.db

async function confirmed(): Promise<Person> {
  const person = await newcomer(server)
  await confirmAddress(server, person)
  return person
}

async function begun(person: Person, given?: string) {
  const purchaseId = given ?? (await givePurchase(server, person))
  const { attempt } = await openExam(person, purchaseId, newKey())
  const { id, ticket, submission_key } = attempt
  await person.put(`/api/exam-answers/${purchaseId}/`, { ticket, events: [], begin: true })
  const body = { ticket, submission_key, answers: [] }
  return {
    purchaseId,
    id,
    /** Submits as a worker does, which knows no session. */
    deliver: (more = {}, to = server) => new Person(to).post(`/api/exam-meta/${purchaseId}/`, { ...body, ...more }),
    /** Submits as its owner's window does. */
    submit: () => person.post(`/api/exam-meta/${purchaseId}/`, body),
    /** Lets the exam's time end without a submission, and runs the sweep. */
    async leave() {
      const past = sql`now() - interval '1 second'`
      await db().update(attempts).set({ deadlineAt: past, lateUntil: past }).where(eq(attempts.id, id))
      await sweepAttempts(server.services)
    },
  }
}

const lettersOf = (person: Person) =>
  db().select().from(mails).where(sql`${mails.userId} = ${person.userId} and ${mails.subject} like 'Ваш результат%'`)
/** Ends the letter's delay of ten minutes. */
const tenMinutesPass = () =>
  server.services.pool.query(
    `update pgboss.job set start_after = now() where name = 'send-mail' and state = 'created' and start_after > now()`,
  )
const subject = 'Ваш результат: Логічний тест IQ'

describe('the letter about a result', () => {
  it('a letter about an exam that closed unattended leaves after ten minutes, links to the result, and contains no grade', async () => {
    const person = await confirmed()
    const exam = await begun(person)
    await exam.leave()
    const [letter, ...others] = await lettersOf(person)
    expect([letter, others]).toMatchObject([{ subject, action: 'Переглянути результат', sentAt: null }, []])
    const { rows } = await server.services.pool.query(
      `select extract(epoch from start_after - now()) / 60 as minutes from pgboss.job
       where name = 'send-mail' and data->>'mail_id' = $1`,
      [letter!.id],
    )
    expect(Number(rows[0].minutes)).toBeGreaterThan(9)
    expect(Number(rows[0].minutes)).toBeLessThanOrEqual(10)
    // A delayed letter does not count as one that cannot be sent; the others are on their way.
    await until(async () => (await readFigures(db())).lettersUnsent === 0)
    expect(await readFigures(db())).toMatchObject({ lettersUnsent: 0, lettersOldest: 0 })

    await tenMinutesPass()
    const { text, html } = partsOf(await letterTo(server, person.email!, `Subject: ${subject}`))
    const link = `${server.services.publicOrigin()}/test/test-result/${exam.purchaseId}?attempt=${exam.id}`
    expect(text.split(/(?:\r?\n){2,}/)).toEqual(
      expect.arrayContaining([
        'Екзамен «Логічний тест IQ» оцінено. Його завершили ми, бо час здати роботу минув: пораховано відповіді, які до нас дійшли.',
        link,
      ]),
    )
    for (const form of [text, html]) expect(form).not.toMatch(/IQ \d|\d з \d|\d+ правильних/)
    await until(async () => (await lettersOf(person))[0]!.sentAt !== null)
  })

  it('a person whose worker submitted the exam gets a letter, but not if they have opened the result meanwhile', async () => {
    const [away, back] = [await confirmed(), await confirmed()]
    const [left, seen] = [await begun(away), await begun(back)]
    for (const exam of [left, seen]) expect((await exam.deliver()).status).toBe(200)
    expect([await lettersOf(away), await lettersOf(back)]).toMatchObject([[{ sentAt: null }], [{ sentAt: null }]])
    // As the page of the result does.
    expect((await back.post('/api/notifications/read/', { result: seen.id })).status).toBe(200)
    await tenMinutesPass()
    const { text } = partsOf(await letterTo(server, away.email!, `Subject: ${subject}`))
    expect(text).toContain('Екзамен «Логічний тест IQ» оцінено.\r\n')
    await until(async () => (await lettersOf(back))[0]!.textBody === '')
    expect(await lettersOf(back)).toMatchObject([{ sentAt: null, tries: 0, lastError: 'not needed any more' }])
    // The other letter is in its mailbox a moment before its row says so.
    await until(async () => (await readFigures(db())).lettersUnsent === 0)
  })

  it('a letter about a result goes to its owner’s address at the time of sending, not to the former address', async () => {
    const person = await confirmed()
    const former = person.email!
    await (await begun(person)).leave()
    const next = `next-${former}`
    const asked = await person.post('/api/auth/email/change/', { new_email: next, password })
    expect(asked.status).toBe(200)
    for (const address of [former, next]) {
      const link = await linkIn(server, address, 'confirm-email')
      expect((await person.post('/api/auth/email/change/confirm/', link)).status).toBe(200)
    }
    await tenMinutesPass()
    await letterTo(server, next, `Subject: ${subject}`)
    expect((await lettersTo(server, former)).filter((letter) => letter.includes(`Subject: ${subject}`))).toEqual([])
  })

  it('the server sends no letter about a result that a window shows, about a training, or to an unconfirmed address', async () => {
    const person = await confirmed()
    const first = await begun(person)
    expect((await first.submit()).status).toBe(200)
    const second = await begun(person, first.purchaseId)
    expect((await second.deliver({ watched: true })).status).toBe(200)
    const paper = (await person.get(`/api/test-meta/${first.purchaseId}/`)).body
    const { ticket, submission_key } = paper.attempt
    const submitted = { ticket, submission_key, answers: [] }
    expect((await new Person(server).post(`/api/test-meta/${first.purchaseId}/`, submitted)).status).toBe(200)
    const unproven = await newcomer(server)
    await (await begun(unproven)).leave()
    expect([await lettersOf(person), await lettersOf(unproven)]).toEqual([[], []])
  })

  it('the server sends one letter about a grade of a job, even if the job repeats and the exam is re-scored', async () => {
    const person = await confirmed()
    const exam = await begun(person)
    const leavesIt = await startTestServer({ sharing: server, workMode: 'job' })
    expect((await exam.deliver({}, leavesIt)).body.status).toBe('processing_started')
    await until(async () => (await lettersOf(person)).length === 1)
    await Promise.all([gradeSubmitted(server.services, exam.id), gradeSubmitted(leavesIt.services, exam.id)])
    const word = { reason: 'ключ завдання виправлено', author: 'olena@iq.example', includeLate: false }
    expect(await reScore(server.services, { attemptId: exam.id, ...word })).toMatchObject({ version: 2 })
    await tenMinutesPass()
    // Either server may send it, each into a folder of its own.
    await until(async () => (await lettersOf(person))[0]!.sentAt !== null)
    expect(await lettersOf(person)).toHaveLength(1)
    await leavesIt.close()
  })
})

describe('a letter with a result that its owner requests', () => {
  const ask = (person: Person, attemptId: string) => person.post(`/api/result-letter/${attemptId}/`)
  const sent = (person: Person) =>
    db()
      .select()
      .from(mails)
      .where(sql`${mails.userId} = ${person.userId} and ${mails.subject} like 'Результат екзамену%'`)

  it('the server refuses to send a result to an unconfirmed address, to another person and to a guest', async () => {
    const person = await newcomer(server)
    const exam = await begun(person)
    await exam.leave()
    const refused = await ask(person, exam.id)
    expect([refused.status, refused.body.code]).toEqual([409, 'email_unconfirmed'])
    expect(refused.body.detail).toMatch(/підтвердьте свою адресу/)
    const stranger = await confirmed()
    expect((await ask(stranger, exam.id)).status).toBe(404)
    expect((await ask(new Person(server), exam.id)).status).toBe(401)
    expect([await sent(person), await sent(stranger)]).toEqual([[], []])
  })

  it('a requested letter about a withheld score gives the number of right answers and a link, and no IQ', async () => {
    const person = await confirmed()
    const exam = await begun(person)
    await exam.leave()
    expect((await ask(person, exam.id)).body).toEqual({ to: person.email })
    const [letter] = await sent(person)
    expect(letter!.textBody).toContain('Правильних відповідей: 0 з 30')
    expect(letter!.textBody).not.toMatch(/^IQ /m)
    expect(letter!.textBody).toContain(`/test/test-result/${exam.purchaseId}?attempt=${exam.id}`)
  })

  it('the server refuses to send a result before its grade, and after five requests in an hour', async () => {
    const person = await confirmed()
    const exam = await begun(person)
    const early = await ask(person, exam.id)
    expect([early.status, early.body.code]).toEqual([409, 'result_letter_unavailable'])
    await exam.leave()
    const strict = await startTestServer({ limitFactor: 1, sharing: server })
    const there = Object.assign(new Person(strict), { access: person.access })
    const statuses = []
    for (let time = 0; time < 5; time += 1) statuses.push((await ask(there, exam.id)).status)
    await strict.close()
    // The early letter counts.
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })
})
