import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attempts, results } from '../../server/db/schema/attempts.ts'
import { feedbackMessages } from '../../server/db/schema/catalog.ts'
import { mails } from '../../server/db/schema/site.ts'
import { notify } from '../../server/features/notifications/notify.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer, Person, registration } from '../support/person.ts'
import { key, order } from '../support/sandbox.ts'
import { answersOf, openExam, someEvents, until } from '../support/exam-calls.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  person = await newcomer(server)
})
afterAll(() => server.close())

async function takeExam(purchaseId: string) {
  const { attempt, questions } = await openExam(person, purchaseId)
  const { ticket, submission_key } = attempt
  const events = someEvents(questions)
  await person.put(`/api/exam-answers/${purchaseId}/`, { ticket, begin: true, events })
  await person.post(`/api/exam-meta/${purchaseId}/`, { answers: answersOf(events), submission_key, ticket, events })
  return attempt
}

describe('the profile', () => {
  it('[S3.01] [S7.18] [S7.19] a person reads and changes the profile', async () => {
    const change = {
      first_name: '  Ґалаґан ',
      last_name: "О'Коннор",
      description: 'Люблю «задачі» <b>',
      gender: 'female',
      phone_number: '+380 44 123 45 67',
    }
    const reply = await person.put('/api/user/profile/', change)
    expect(reply.status).toBe(200)
    expect((await person.get('/api/user/profile/')).body).toMatchObject({
      ...change,
      first_name: 'Ґалаґан',
      id: person.userId,
      is_active: true,
    })
  })

  it('[S3.01] the profile keeps fields that a change leaves out, and empties fields that it sets to null', async () => {
    const whole = { description: ' Про мене ', gender: 'other', phone_number: ' 0441234567 ' }
    await person.put('/api/user/profile/', whole)
    await person.put('/api/user/profile/', { first_name: 'Я'.repeat(100), gender: null })
    expect((await person.get('/api/user/profile/')).body).toMatchObject({
      first_name: 'Я'.repeat(100),
      last_name: 'Коваль',
      description: 'Про мене',
      gender: '',
      phone_number: '0441234567',
    })
    const { body } = await person.put('/api/user/profile/', { description: null, phone_number: null })
    expect([body.description, body.phone_number, body.last_name]).toEqual(['', '', 'Коваль'])
  })

  it('the profile accepts only listed ages and schoolings, returns them, and empties them on null', async () => {
    const known = async () => {
      const { age, schooling } = (await person.get('/api/user/profile/')).body
      return [age, schooling]
    }
    expect(await known()).toEqual(['', ''])
    const { body } = await person.put('/api/user/profile/', { age: 'under-18', schooling: 'basic' })
    expect([body.age, body.schooling]).toEqual(['under-18', 'basic'])
    for (const change of [{ age: '17' }, { age: 35 }, { schooling: 'доктор' }, { schooling: ['higher'] }]) {
      expect((await person.put('/api/user/profile/', change)).status).toBe(400)
    }
    expect(await known()).toEqual(['under-18', 'basic'])
    await person.put('/api/user/profile/', { age: null, schooling: null })
    expect(await known()).toEqual(['', ''])
  })

  it('[S15] the profile ignores fields that a person may not change, such as e-mail and role', async () => {
    const before = (await person.get('/api/user/profile/')).body
    const forged = {
      id: key(),
      email: 'admin@iq.example',
      is_active: false,
      is_verified: true,
      role: 'admin',
      password_hash: 'x',
      created_at: '2000-01-01',
      attempts: 99,
    }
    expect((await person.put('/api/user/profile/', forged)).status).toBe(200)
    expect((await person.get('/api/user/profile/')).body).toEqual(before)
  })

  it.each([
    [{ first_name: '' }],
    [{ first_name: 'я'.repeat(101) }],
    [{ first_name: 7 }],
    [{ gender: 'other-than-that' }],
    [{ phone_number: 'дзвоніть' }],
    [{ description: 'я'.repeat(2001) }],
    [{ last_name: null }],
    [{ last_name: 'Ко\nваль' }],
    [{ first_name: `<b>${'я'.repeat(10_000)}` }],
    [{ phone_number: '+380 44 123 45 67 89 01 23 45' }],
  ])('[S37] the profile refuses %j and names the field', async (change) => {
    const reply = await person.put('/api/user/profile/', change)
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed'])
    expect(Object.keys(reply.body.fields)).toEqual(Object.keys(change))
  })

  const pointOf = (point: string) => String.fromCodePoint(Number.parseInt(point.slice(2), 16))
  it.each(['U+202E', 'U+202A', 'U+2066', 'U+2069', 'U+200F', 'U+061C', 'U+200B', 'U+00AD'])(
    '[S37] the profile removes the invisible character %s from a name',
    async (point) => {
      const name = `${pointOf(point)}Оле${pointOf(point)}на`
      const reply = await person.put('/api/user/profile/', { last_name: name })
      expect([reply.status, reply.body.last_name]).toEqual([200, 'Олена'])
    },
  )

  it.each([
    ['Оле\u2028на', 'Напишіть літерами, в один рядок.'],
    ['Оле\nна', 'Напишіть літерами, в один рядок.'],
    ['\u0301', 'Напишіть літерами, в один рядок.'],
    ['— 7', 'Напишіть літерами, в один рядок.'],
    ['\u200b', 'Вкажіть прізвище.'],
    ['\u3164', 'Вкажіть прізвище.'],
    ['\u2800', 'Вкажіть прізвище.'],
    ['\u00ad\u115f\u1160\u17b4', 'Вкажіть прізвище.'],
  ])(
    '[S37] the profile and the registration refuse a name without letters or with several lines: %#',
    async (name, sentence) => {
      const form = { ...registration(), last_name: name }
      const replies = [
        await person.put('/api/user/profile/', { last_name: name }),
        await new Person(server).post('/api/auth/register/', form),
      ]
      for (const { status, body } of replies) expect([status, body.fields]).toEqual([400, { last_name: sentence }])
    },
  )

  it('[S37] the migration removes invisible characters from stored names and keeps the rest', async () => {
    const { pool } = server.services
    const bad = [`\u202eОл\u200fена\u2069`, `<img src=x onerror=alert(1)>`]
    await pool.query('update users set first_name = $2, last_name = $3 where id = $1', [person.userId, ...bad])
    const migration = path.resolve(import.meta.dirname, '../../server/db/migrations/0011_retention.sql')
    await pool.query((await readFile(migration, 'utf8')).split('--> statement-breakpoint').at(-1)!)
    const { account } = (await person.get('/api/user/export/')).body
    expect([account.first_name, account.last_name]).toEqual(['Олена', bad[1]])
  })

  it('the profile removes a NUL character, which the database cannot store, and saves the rest', async () => {
    const reply = await person.put('/api/user/profile/', { description: 'а\u0000б' })
    expect([reply.status, reply.body.description]).toEqual([200, 'аб'])
  })

  it('a guest can neither read nor change a profile: 401', async () => {
    const guest = new Person(server)
    expect((await guest.get('/api/user/profile/')).status).toBe(401)
    expect((await guest.put('/api/user/profile/', {})).status).toBe(401)
  })
})

describe('the consent to letters', () => {
  const say = (accepted: unknown, who = person, kind = 'newsletter') =>
    who.post('/api/user/consents/', { kind, accepted })
  const wanted = async () => (await person.get('/api/user/profile/')).body.newsletter

  it('[S2.20] [S3.04] a person gives and withdraws the consent to letters, and each change is kept with the version of its text', async () => {
    expect(await wanted()).toBe(false)
    for (const accepted of [true, true, false]) {
      expect((await say(accepted)).status).toBe(200)
      expect(await wanted()).toBe(accepted)
    }
    const { consents } = (await person.get('/api/user/export/')).body
    const said = consents.filter(({ kind }: { kind: string }) => kind === 'newsletter')
    const { version } = (await person.get('/api/newsletter-agreement/')).body.agreement
    expect(said).toMatchObject([
      { version, accepted: true },
      { version, accepted: false },
    ])
    const unheardOf = await person.post('/api/user/consents/', { kind: 'newsletter', version: '2', accepted: true })
    expect([unheardOf.status, unheardOf.body.code]).toEqual([400, 'unknown_edition'])
    expect(await wanted()).toBe(false)
  })

  it('the call for consent to letters refuses a guest, another kind of consent and an answer that is not a boolean', async () => {
    expect((await say(true, new Person(server))).status).toBe(401)
    expect((await say(false, person, 'privacy')).status).toBe(400)
    expect((await say('так')).status).toBe(400)
  })
})

describe('the list of purchases', () => {
  it('[S7.22] the list of purchases shows a paid test and no order that waits for payment', async () => {
    await order(person, 'verbalnij')
    const id = await givePurchase(server, person, 'logichnij')
    const { body } = await person.get('/api/owned-tests/')
    expect(body).toMatchObject({
      count: 1,
      results: [
        {
          id,
          purchase_card_title: 'Логічний тест IQ',
          status: 'paid',
          price: 199_00,
          exam_attempts_left: 2,
          extra_time_factor: 1,
          active_attempt: null,
          last_result: null,
          test: { slug: 'logichnij', owned_purchase_id: id },
        },
      ],
    })
  })

  it('the list of purchases counts an exam as spent when its clock starts, not when its paper is opened, and shows the open attempt', async () => {
    const id = await givePurchase(server, person, 'logichnij')
    const paper = await openExam(person, id)
    const shelf = async () => (await person.get('/api/owned-tests/')).body.results[0]
    expect(await shelf()).toMatchObject({ exam_attempts_left: 2, active_attempt: { id: paper.attempt.id } })
    await person.put(`/api/exam-answers/${id}/`, { ticket: paper.attempt.ticket, begin: true, events: [] })
    expect(await shelf()).toMatchObject({
      exam_attempts_left: 1,
      active_attempt: { id: paper.attempt.id, state: 'open', deadline_at: expect.stringMatching(/Z$/) },
    })
  })

  it('the list of purchases gives back an exam that failed by our fault', async () => {
    const id = await givePurchase(server, person, 'logichnij')
    const paper = await openExam(person, id)
    await person.put(`/api/exam-answers/${id}/`, { ticket: paper.attempt.ticket, begin: true, events: [] })
    await server.services.db
      .update(attempts)
      .set({ state: 'failed', isOpen: false, failure: 'results_expired' })
      .where(eq(attempts.id, paper.attempt.id))
    const { body } = await person.get('/api/owned-tests/')
    expect(body.results[0]).toMatchObject({ exam_attempts_left: 2, active_attempt: null })
  })

  it('the list of purchases shows the newest version of the last result, with its interval', async () => {
    const id = await givePurchase(server, person, 'logichnij')
    const attempt = await takeExam(id)
    const last = async () => (await person.get('/api/owned-tests/')).body.results[0].last_result
    await until(async () => (await last()) !== null)
    expect(await last()).toMatchObject({ attempt_id: attempt.id, total: 30, submitted_at: expect.stringMatching(/Z$/) })
    const { db } = server.services
    const [first] = await db.select().from(results).where(eq(results.attemptId, attempt.id))
    await db.insert(results).values({ ...first!, version: 2, correct: 29, reason: 're-score' })
    expect((await last()).correct).toBe(29)
    // The interval comes with its number: the home page draws both.
    const score = {
      iq: 145,
      iq_open: 'above',
      low: 121,
      high: 145,
      high_open: true,
      theta: 3,
      se: 0.4,
      percentile: 99.9,
    }
    await db.insert(results).values({ ...first!, version: 3, score, reason: 're-score' })
    const iqReply = { iq: 145, iq_open: 'above', low: 121, high: 145, high_open: true }
    // This score is older than the names of rules, so it is shown with their warning.
    expect(await last()).toMatchObject({ ...iqReply, model: '1' })
    await db.insert(results).values({ ...first!, version: 4, score: { ...score, model: '2' }, reason: 're-score' })
    expect(await last()).toMatchObject({ ...iqReply, model: '2' })
  })

  it('the list of purchases shows an expired purchase last and calls it expired', async () => {
    const over = { expiresAt: new Date(Date.now() - 1000), live: false }
    await givePurchase(server, person, 'verbalnij')
    await givePurchase(server, person, 'logichnij', over)
    const { body } = await person.get('/api/owned-tests/')
    expect(body.results.map(({ status }: { status: string }) => status)).toEqual(['paid', 'expired'])
  })

  it('the list of purchases shows no purchase of another person, and a guest gets 401', async () => {
    await givePurchase(server, await newcomer(server), 'logichnij')
    expect((await person.get('/api/owned-tests/')).body).toMatchObject({ count: 0, results: [] })
    expect((await new Person(server).get('/api/owned-tests/')).status).toBe(401)
  })

  it('pages of purchases show each one once in both directions: usable purchases first, then expired ones', async () => {
    const over = { expiresAt: new Date('2025-03-05T10:00:00Z'), live: false }
    const ids = [
      await givePurchase(server, person, 'verbalnij', over),
      await givePurchase(server, person, 'abstraktnij'),
      await givePurchase(server, person, 'logichnij', over),
      await givePurchase(server, person, 'logichnij-proba'),
    ]
    const idsOf = ({ body }: { body: any }) => body.results.map(({ id }: { id: string }) => id)
    const forth = [await person.get('/api/owned-tests/?limit=1')]
    while (forth.at(-1)!.body.next !== null) forth.push(await person.get(forth.at(-1)!.body.next))
    expect(forth.flatMap(idsOf)).toEqual([ids[3], ids[1], ids[2], ids[0]])
    const back = [forth.at(-1)!]
    while (back[0]!.body.previous !== null) back.unshift(await person.get(back[0]!.body.previous))
    expect(back.flatMap(idsOf)).toEqual(forth.flatMap(idsOf))
    const byTitle = await person.get('/api/owned-tests/?limit=2&ordering=title')
    expect([...idsOf(byTitle), ...idsOf(await person.get(byTitle.body.next))]).toEqual([ids[3], ids[1], ids[0], ids[2]])
  })

  it('the list of purchases accepts the type filter of the catalogue and ignores an unknown one', async () => {
    await givePurchase(server, person, 'verbalnij')
    await givePurchase(server, person, 'logichnij')
    const { body } = await person.get('/api/owned-tests/?type=logic&nonsense=1')
    expect(body.results.map(({ test }: any) => test.slug)).toEqual(['logichnij'])
  })
})

describe('notifications', () => {
  it('[S3.14] a notification of a purchase has the purchase id that the training route needs', async () => {
    const purchase = await order(person, 'verbalnij-proba')
    const { body } = await person.get('/api/notifications/')
    expect(body).toMatchObject({
      count: 1,
      unread_count: 1,
      results: [
        {
          kind: 'purchase-paid',
          read_at: null,
          additional_data: {
            purchase_pack_id: purchase.purchase_id,
            purchase_pack_title: 'Вербальний тест: проба',
          },
        },
      ],
    })
  })

  it('notifications come newest first, each once, page after page', async () => {
    for (let number = 1; number <= 5; number += 1) {
      await notify(server.services.db, person.userId!, { kind: 'result-ready', title: String(number), message: '' })
    }
    const seen: string[] = []
    for (let next: string | null = '/api/notifications/?limit=2'; next !== null; ) {
      const { body }: { body: any } = await person.get(next)
      seen.push(...body.results.map(({ title }: { title: string }) => title))
      next = body.next
    }
    expect(seen).toEqual(['5', '4', '3', '2', '1'])
  })

  it('notifications can be paged back, and a new one shifts no page', async () => {
    const tell = (title: string) =>
      notify(server.services.db, person.userId!, { kind: 'result-ready', title, message: '' })
    for (const title of ['1', '2', '3', '4', '5']) await tell(title)
    const read = async (address: string) => {
      const { body } = await person.get(address)
      return { ...body, titles: body.results.map(({ title }: { title: string }) => title) }
    }
    const first = await read('/api/notifications/?limit=2')
    expect([first.titles, first.previous]).toEqual([['5', '4'], null])
    await tell('6')
    const second = await read(first.next)
    expect(second.titles).toEqual(['3', '2'])
    const last = await read(second.next)
    expect([last.titles, last.next]).toEqual([['1'], null])
    const back = await read((await read(last.previous)).previous)
    expect(back.titles).toEqual(['5', '4'])
    expect((await read(back.next)).titles).toEqual(['3', '2'])
    const newest = await read(back.previous)
    expect([newest.titles, newest.previous]).toEqual([['6'], null])
  })

  it('a person marks one or all notifications as read, and only their own', async () => {
    const { db } = server.services
    const other = await newcomer(server)
    for (const { userId } of [person, person, other]) {
      await notify(db, userId!, { kind: 'result-ready', title: 'Готово', message: '' })
    }
    const unread = async (whose: Person) => (await whose.get('/api/notifications/')).body.unread_count
    const [newest] = (await person.get('/api/notifications/')).body.results
    await other.post('/api/notifications/read/', { ids: [newest.id, 'nonsense'] })
    expect([await unread(person), await unread(other)]).toEqual([2, 1])
    await person.post('/api/notifications/read/', { ids: [newest.id] })
    expect(await unread(person)).toBe(1)
    await person.post('/api/notifications/read/', {})
    expect([await unread(person), await unread(other)]).toEqual([0, 1])
  })

  it('notifications that arrive after a list stay unread when a person marks that list as read', async () => {
    const tell = (title: string) =>
      notify(server.services.db, person.userId!, { kind: 'result-ready', title, message: '' })
    const unread = async () => {
      const { results } = (await person.get('/api/notifications/')).body
      return results.filter((row: any) => row.read_at === null).map((row: any) => row.title)
    }
    await tell('first')
    await tell('second')
    const [newest] = (await person.get('/api/notifications/')).body.results
    await tell('third')
    for (const until of ['nonsense', key()]) await person.post('/api/notifications/read/', { until })
    expect(await unread()).toEqual(['third', 'second', 'first'])
    await person.post('/api/notifications/read/', { until: newest.id })
    expect(await unread()).toEqual(['third'])
  })

  it('the list of notifications ignores an invalid cursor, and a guest gets 401', async () => {
    expect((await person.get('/api/notifications/?cursor=999999999999999_x&limit=x')).status).toBe(200)
    expect((await new Person(server).get('/api/notifications/')).status).toBe(401)
  })
})

describe('achievements', () => {
  it('[S1.04] a graded exam earns the achievement for a first exam, which stays unchanged afterwards', async () => {
    const code = async () =>
      (await person.get('/api/achievements/')).body.results.find((row: any) => row.code === 'first-exam')
    expect(await code()).toMatchObject({ progress: 0, goal: 1, earned_at: null })
    const id = await givePurchase(server, person, 'logichnij')
    await takeExam(id)
    await until(async () => (await code()).earned_at !== null)
    const earned = await code()
    expect(earned).toMatchObject({ progress: 1, goal: 1 })
    expect(await code()).toEqual(earned)
  })
})

describe('feedback', () => {
  const letter = { email: 'olena@person.example', message: 'Дякую за тест, але є питання.' }

  it('[S3.13] [S7.35] the server stores the feedback of a person and thanks them', async () => {
    const reply = await person.post('/api/feedback/', { ...letter, type_of_appeal: 'authorized_user_appeal' })
    expect([reply.status, reply.body.detail]).toEqual([200, expect.stringContaining('Дякуємо')])
    const kept = await server.services.db
      .select()
      .from(feedbackMessages)
      .where(eq(feedbackMessages.userId, person.userId!))
    expect(kept).toMatchObject([{ ...letter, typeOfAppeal: 'authorized_user_appeal' }])
  })

  it('[S1.07] a guest can send feedback without a type', async () => {
    expect((await new Person(server).post('/api/feedback/', letter)).status).toBe(200)
  })

  it.each(['general', 'authorized_user_appeal', 'unauthorized_user_appeal'])(
    '[S3.13] a guest can send feedback of the type %s',
    async (type) => {
      const reply = await new Person(server).post('/api/feedback/', {
        ...letter,
        email: `${type}@person.example`,
        type_of_appeal: type,
      })
      expect(reply.status).toBe(200)
      const kept = await server.services.db
        .select()
        .from(feedbackMessages)
        .where(eq(feedbackMessages.typeOfAppeal, type))
      expect(kept).toContainEqual(expect.objectContaining({ email: `${type}@person.example`, userId: null }))
    },
  )

  it.each([
    [{ ...letter, email: 'nobody' }, 'email'],
    [{ ...letter, message: 'коротко' }, 'message'],
    [{ ...letter, message: '         я         ' }, 'message'],
    [{ ...letter, message: 'я'.repeat(5001) }, 'message'],
    [{ ...letter, type_of_appeal: 'praise' }, 'type_of_appeal'],
    [{ ...letter, email: 'a@b.example\r\nBcc: all@person.example' }, 'email'],
  ])('[S7.35] [S9.03] [S38] the feedback call refuses %j, and gives the reason as `message`', async (body, field) => {
    const reply = await person.post('/api/feedback/', body)
    expect([reply.status, Object.keys(reply.body.fields)]).toEqual([400, [field]])
    expect(reply.body.message).toMatch(/[а-яіїєґ]{3}/i)
    expect(reply.body.message).toBe(reply.body.detail)
  })

  it('[S7.35] the feedback call reports broken JSON as `message` too, and the log-in call does not', async () => {
    const broken = async (address: string) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(server.origin + address, { method: 'POST', headers, body: '{' })).json()
    }
    const badJson = { detail: 'Запит пошкоджений: очікувався JSON.', code: 'bad_json', status_code: 400 }
    expect(await broken('/api/feedback/')).toEqual({ ...badJson, message: badJson.detail })
    expect(await broken('/api/auth/login/')).toEqual(badJson)
  })
})

describe('letters', () => {
  it('a letter arrives once as a readable UTF-8 file, and its text does not stay in the database', async () => {
    const { services, config } = server
    const message = `Лист із «лапками» та апострофом: пам'ять, ${key()}`
    await person.post('/api/feedback/', { email: 'olena@person.example', message })
    const folder = (config.mail as { folder: string }).folder
    const found = async () => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
      const letters = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
      return letters.filter((text) => text.includes(message))
    }
    await until(async () => (await found()).length > 0)
    const [text] = await found()
    expect(text).toMatch(
      /^From: Тестування IQ <p@iq\.example>\r\nTo: p@iq\.example\r\nReply-To: olena@person\.example\r\nSubject: Звернення від olena@person\.example\r\n/,
    )
    expect(text).toContain('Від: olena@person.example\r\nОбліковий запис: ')
    expect(text).toContain('\r\nТип: загальне звернення\r\n')
    await until(async () => (await services.db.select().from(mails)).every(({ sentAt }) => sentAt !== null))
    for (const mail of await services.db.select().from(mails)) expect(mail.textBody).toBe('')
    expect(await found()).toHaveLength(1)
  })
})
