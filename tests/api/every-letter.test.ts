import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { Window } from 'happy-dom'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../server/db/schema/accounts.ts'
import { feedbackMessages } from '../../server/db/schema/catalog.ts'
import { purchases } from '../../server/db/schema/purchases.ts'
import { mails } from '../../server/db/schema/site.ts'
import { closingLetter, welcomeBackLetter } from '../../server/features/account/close-account.ts'
import { changedLetter, newAddressLetter, oldAddressLetter } from '../../server/features/account/email-letters.ts'
import { replacePassword } from '../../server/features/auth/replace-password.ts'
import { sendResetLetter } from '../../server/features/auth/reset-password.ts'
import { sendSignInLetter } from '../../server/features/auth/sign-in-link.ts'
import { voidPassword } from '../../server/features/auth/void-password.ts'
import type { Attempt } from '../../server/features/exams/attempt.ts'
import { queueResultLetter } from '../../server/features/exams/result/result-letter.ts'
import { queueMail } from '../../server/features/mail/queue-mail.ts'
import { notify } from '../../server/features/notifications/notify.ts'
import { answerMessage } from '../../server/features/operator/inbox.ts'
import { refundOrder } from '../../server/features/operator/refund-order.ts'
import { recordPayment } from '../../server/features/purchases/pay/record-payment.ts'
import { inviteByLetter } from '../../server/features/staff/team.ts'
import type { JobQueue } from '../../server/jobs/job-queue.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { until } from '../support/exam-calls.ts'
import { gradedExam } from '../support/graded-exam.ts'
import { partsOf } from '../support/mime.ts'
import { confirmAddress, newcomer, Person } from '../support/person.ts'
import { callBack, order, orderBundle, paymentOf } from '../support/sandbox.ts'

/** A text that breaks HTML and headers unless it is escaped. */
const hostile = `Мова <b>&amp; "слово"</b> 'і' <img src=x>`

/** Every letter of the product: its subject, and what its button says; null if it asks nothing of its reader. */
const kinds: Record<string, string | null> = {
  'Підтвердьте адресу для «Тестування IQ»': 'Підтвердити адресу',
  'Вхід до «Тестування IQ»': 'Увійти',
  'Новий пароль для «Тестування IQ»': 'Задати новий пароль',
  'Ваш пароль змінено': 'Задати новий пароль',
  'Адресу підтверджено: задайте новий пароль': 'Задати новий пароль',
  'Адресу змінено: задайте новий пароль': 'Задати новий пароль',
  'Підтвердьте зміну адреси': 'Погодитися на зміну',
  'Підтвердьте нову адресу для «Тестування IQ»': 'Підтвердити адресу',
  'Адресу вашого облікового запису змінено': null,
  'Ваш обліковий запис закрито': 'Повернути обліковий запис',
  'Ваш обліковий запис знову відкрито': 'Увійти',
  [`Оплату отримано: ${hostile}`]: 'Потренуватися',
  'Оплату отримано: Усі три тести IQ': 'Мої тести',
  'Повертаємо зайвий платіж': null,
  'Повертаємо ваш платіж': null,
  [`Повертаємо кошти: ${hostile}`]: null,
  [`Частину коштів повернено: ${hostile}`]: null,
  [`Кошти повернено: ${hostile}`]: null,
  [`Ваш результат: ${hostile}`]: 'Переглянути результат',
  'Результат екзамену: Логічний тест IQ': 'Переглянути результат',
  'Звернення від olena@person.example': null,
  'Відповідь на ваше звернення': null,
  'Запрошення до робочого кабінету «Тестування IQ»': 'Прийняти запрошення',
}
/** The letter to ourselves quotes: it has no greeting and no signature. */
const isOurs = (subject: string) => subject.startsWith('Звернення від')

/** The header by which a reply reaches a person and not the machine that sends. */
const replyTo = (subject: string) => {
  if (isOurs(subject)) return ['Reply-To: olena@person.example']
  return subject === 'Відповідь на ваше звернення' ? [`Reply-To: ${server.config.seller.email}`] : []
}

/** How often each file queues letters. A new letter belongs into the list above, and has to be sent below. */
const senders: Record<string, number> = {
  'account/change-email.ts': 4,
  'account/close-account.ts': 2,
  'auth/replace-password.ts': 1,
  'auth/reset-password.ts': 1,
  'auth/sign-in-link.ts': 1,
  'auth/verify-email.ts': 1,
  'auth/void-password.ts': 1,
  'certificates/send-result-letter.ts': 1,
  'exams/result/result-letter.ts': 1,
  'feedback/routes.ts': 1,
  'operator/inbox.ts': 1,
  'operator/refund-order.ts': 1,
  'purchases/refund/book-return.ts': 1,
  'purchases/pay/mark-paid.ts': 1,
  'purchases/refund/owe.ts': 1,
  'staff/team.ts': 1,
}

/** Letters that reached the mail server, by their subject. */
const received = new Map<string, string>()
let server: TestServer
const mailServer = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    let letter = ''
    stream.setEncoding('utf8').on('data', (part: string) => {
      letter += part
    })
    stream.on('end', () => {
      received.set(read(letter).document.title, letter)
      done()
    })
  },
})

beforeAll(async () => {
  await new Promise<void>((listening) => mailServer.listen(0, '127.0.0.1', listening))
  const { port } = mailServer.server.address() as AddressInfo
  const mail = { kind: 'smtp', url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, from: 'Тестування IQ <p@iq.example>' }
  server = await startTestServer({ mail: mail as TestServer['config']['mail'], workMode: 'inline' })
  const person = await newcomer(server)
  await askForLettersOfAccount(person)
  await askForLettersOfMoney(person)
  await askForLetterOfResult(person)
  await sendResultToOneself()
  const message = { email: 'olena@person.example', message: hostile }
  expect((await new Person(server).post('/api/feedback/', message)).status).toBe(200)
  await askForLettersOfOffice()
  const all = await server.services.db.select().from(mails)
  await until(async () => all.every(({ subject }) => received.has(subject)))
})
afterAll(async () => {
  await server.close()
  await new Promise<void>((closed) => mailServer.close(closed))
})

async function askForLettersOfAccount({ userId }: Person): Promise<void> {
  const { services } = server
  const { db, jobs, config } = services
  await db.update(users).set({ isVerified: true }).where(eq(users.id, userId!))
  const [account] = await db.select().from(users).where(eq(users.id, userId!))
  const closed = { ...account!, eraseAfter: new Date() }
  const link = `${services.publicOrigin()}/confirm-email/a/b`
  await db.transaction(async (tx) => {
    const request = { email: account!.email, state: 's', code_challenge: 'c', remember_me: false }
    await sendSignInLetter(tx, services, account!, request)
    await sendResetLetter(tx, services, account!)
    await replacePassword(tx, services, userId!, account!.passwordHash)
    await queueMail(tx, jobs, oldAddressLetter(account!, 'new@person.example', link, 24))
    await queueMail(tx, jobs, newAddressLetter(account!, 'new@person.example', link, 24))
    await queueMail(tx, jobs, changedLetter(account!, account!.email, config.seller, true))
    await queueMail(tx, jobs, closingLetter(closed, link))
    await queueMail(tx, jobs, welcomeBackLetter(account!, `${services.publicOrigin()}/login`))
  })
  const [other, third] = [await newcomer(server), await newcomer(server)]
  for (const [{ userId: id }, cause] of [
    [other, 'confirmed'],
    [third, 'changed'],
  ] as const) {
    const [owner] = await db.select().from(users).where(eq(users.id, id!))
    await db.transaction((tx) => voidPassword(tx, services, owner!, cause))
  }
}

async function askForLettersOfMoney(person: Person): Promise<void> {
  const { services } = server
  const { db } = services
  await db.update(users).set({ firstName: hostile }).where(eq(users.id, person.userId!))
  const purchase = await order(person)
  const id: string = purchase.purchase_id
  await db.update(purchases).set({ cardTitle: hostile }).where(eq(purchases.id, id))
  await callBack(server, paymentOf(purchase, { amount: 100, payment_id: 'another sum' }))
  await callBack(server, paymentOf(purchase))
  await callBack(server, paymentOf(purchase, { payment_id: 'second' }))
  const event = { orderId: id, reference: id, paymentId: `payment-of-${id}`, amount: 14_900, currency: 'UAH' }
  const word = { author: 'olena@iq.example', reason: 'лист від 3 березня', isRehearsal: false }
  await refundOrder(services, word, { of: id, lines: [{ purchaseId: id, amount: 900 }], againstTheRule: true })
  await recordPayment(services, 'sandbox', { ...event, outcome: 'paid', status: 'success', returned: 900 })
  await recordPayment(services, 'sandbox', { ...event, outcome: 'refunded', status: 'reversed' })
  const bundle = await orderBundle(await newcomer(server))
  await callBack(server, paymentOf(bundle, { amount: 399 }))
}

async function askForLetterOfResult({ userId }: Person): Promise<void> {
  const { services } = server
  const ids = { purchaseId: crypto.randomUUID(), attemptId: crypto.randomUUID() }
  const attempt = { id: ids.attemptId, purchaseId: ids.purchaseId, userId, mode: 'exam' } as Attempt
  // Without the delay of ten minutes.
  const jobs: JobQueue = { ...services.jobs, add: (tx, name, data) => services.jobs.add(tx, name, data) }
  await services.db.transaction(async (tx) => {
    await notify(tx, userId!, { kind: 'result-ready', title: '', message: '', result: ids })
    await queueResultLetter({ ...services, jobs }, tx, attempt, { title: hostile, closedBy: 'unattended' })
  })
}

/** Requests the letter of a score, as its owner with a confirmed address. */
async function sendResultToOneself(): Promise<void> {
  const person = await newcomer(server)
  await confirmAddress(server, person)
  const { attemptId } = await gradedExam(server, person, { isRight: (place) => place < 20 })
  const { status, body } = await person.post(`/api/result-letter/${attemptId}/`)
  expect([status, body]).toEqual([200, { to: person.email }])
}

/** Answers the message of the stranger, and invites somebody to the back office. */
async function askForLettersOfOffice(): Promise<void> {
  const { services } = server
  const [message] = await services.db.select().from(feedbackMessages)
  const word = { author: 'olena@iq.example', reason: 'лист від 3 березня', isRehearsal: false }
  await answerMessage(services, word, { id: message!.id, answer: 'Дякуємо, що написали.' })
  const invited = { email: 'staff@person.example', name: hostile, role: 'support' } as const
  await services.db.transaction((tx) => inviteByLetter(tx, services, 'https://office.iq.example', invited))
}

function read(letter: string) {
  const { types, text, html } = partsOf(letter)
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } })
  document.write(html)
  const headers = letter.slice(0, letter.indexOf('\r\n\r\n'))
  return { headers, types, text: text.replaceAll('\r\n', '\n').trim(), html, document }
}

const said = (words: string) => words.replaceAll(/\s+/g, ' ').trim()

describe('an e-mail address that a person typed', () => {
  it.each([
    'olena@person.example, all@person.example',
    'olena@person.example; all@person.example',
    'olena@person.example\r\nBcc: all@person.example',
    'Олена <olena@person.example>',
    '"olena" <olena@person.example>',
    'friends:olena@person.example;',
    'olena@person.example (Olena)',
    'olena@person.example@all.example',
  ])('the server refuses a typed address that is not exactly one address: %j', async (email) => {
    const { status, body } = await new Person(server).post('/api/feedback/', { email, message: 'Дякую за тест!' })
    expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'validation_failed', ['email']])
  })
})

describe('every letter of the product', () => {
  it('this test has sent every letter of the product, and knows every file that queues letters', () => {
    expect([...received.keys()].sort()).toEqual(Object.keys(kinds).sort())
    const folder = path.resolve(import.meta.dirname, '../../server/features')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.startsWith('mail'),
    )
    const calls = files.map((file): [string, number] => {
      const code = readFileSync(path.join(folder, file), 'utf8')
      return [file.replaceAll(path.sep, '/'), code.match(/(?:await|return) queue(?:Mail|Unproven)\(/g)?.length ?? 0]
    })
    expect(Object.fromEntries(calls.filter(([, times]) => times > 0))).toEqual(senders)
  })

  it.each(Object.entries(kinds))(
    'the letter «%s» has a text and an HTML form with the same words, and one button at most',
    (subject, button) => {
      const { headers, types, text, html, document } = read(received.get(subject)!)
      for (const name of ['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type']) {
        expect(headers.match(new RegExp(`^${name}:`, 'gim')), name).toHaveLength(1)
      }
      expect(types).toEqual(['text/plain', 'text/html'])
      // The id is of our domain (RFC 5322), no program answers the letter (RFC 3834), and no list sends it (RFC 8058).
      expect(headers).toMatch(/^Message-ID: <[\da-f-]{36}@iq\.example>\r$/m)
      expect(headers.match(/^Auto-Submitted: .*/gim)).toEqual(['Auto-Submitted: auto-generated'])
      expect(headers).toMatch(/^X-Auto-Response-Suppress: OOF, AutoReply\r$/m)
      expect(headers).not.toMatch(/^(?:Precedence|List-|Bcc|Cc|Sender):?/im)
      const answers = headers.match(/^Reply-To: .*/gim) ?? []
      expect(answers).toEqual(replyTo(subject))

      const paragraphs = text.split(/\n{2,}/)
      const shown = Array.from(document.querySelectorAll('.card > p, .card > table'), ({ textContent }) =>
        said(textContent),
      )
      expect(shown[0]).toBe('IQ Тестування IQ')
      const addresses = Array.from(document.querySelectorAll('a'), (link) => link.getAttribute('href'))
      const [address] = /^https?:\S+$/m.exec(text) ?? []
      const expected = paragraphs.flatMap((each) =>
        each === address && button !== null
          ? [button, `Якщо кнопка не працює, скопіюйте адресу:${address}`]
          : [said(each)],
      )
      expect(shown.slice(1).map((each) => each.replaceAll(' ', ''))).toEqual(
        expected.map((each) => each.replaceAll(' ', '')),
      )
      expect(addresses).toEqual(button === null ? [] : [address, address])
      expect(address === undefined).toBe(button === null)

      // A stranger's text stays text, and opening the letter fetches nothing.
      expect(document.querySelectorAll('b, [src], script, link, iframe')).toHaveLength(0)
      expect(html).not.toMatch(/url\(|@import/)
      if (isOurs(subject)) return
      expect(paragraphs[0]).toMatch(/^(?:.+, в|В)італаємо!$|^(?:.+, в|В)ітаємо!$/)
      expect(paragraphs.at(-1)).toBe('«Тестування IQ»')
    },
  )

  it('the letter of a result draws the score with its range and lists facts in rows, as the letter of a payment does', () => {
    const { document } = read(received.get('Результат екзамену: Логічний тест IQ')!)
    const [card, facts] = document.querySelectorAll('.card > table')
    expect(said(card!.textContent)).toMatch(/^IQ \d+ ?Імовірний діапазон: від .+$/)
    // The parts below, in and above the range make up the whole scale.
    const widths = Array.from(card!.outerHTML.matchAll(/width:\s*(\d+)%;\s*height/g), ([, width]) => Number(width))
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeGreaterThanOrEqual(99)
    const rows = Array.from(facts!.querySelectorAll('tr'), ({ textContent }) => said(textContent))
    expect(rows.slice(0, 3)).toEqual([
      'Правильних відповідей: 20 з 30',
      'Котра це спроба: 1-ша спроба',
      'Чи вчасно: Здано вчасно',
    ])
    const receipt = read(received.get('Оплату отримано: Усі три тести IQ')!).document
    expect(receipt.querySelectorAll('.card > table tr').length).toBeGreaterThan(6)
  })
})
