import { rangeNamed } from '#contract/iq-named.ts'
import { eq, sql } from 'drizzle-orm'
import { CompactSign } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../server/db/schema/accounts.ts'
import { attempts, certificates, results } from '../../server/db/schema/attempts.ts'
import { purchases } from '../../server/db/schema/purchases.ts'
import { signingKeys } from '../../server/db/schema/site.ts'
import { eraseAccount } from '../../server/features/account/erase-account.ts'
import { openCertificate } from '../../server/features/certificates/set-certificate.ts'
import { sweepAttempts } from '../../server/features/exams/exam-jobs.ts'
import { reScore } from '../../server/features/exams/operator-acts/re-score.ts'
import { blockAccount, unblockAccount } from '../../server/features/operator/block-account.ts'
import { ed25519PrivateKey } from '../../server/signing/ed25519-key.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { openExam } from '../support/exam-calls.ts'
import { answersWith, gradedExam, givenOutAgo } from '../support/graded-exam.ts'
import { holdRow } from '../support/held-row.ts'
import { linkIn } from '../support/letters.ts'
import { givePurchase, newcomer, Person, password } from '../support/person.ts'
import { callBack, order, paymentOf } from '../support/sandbox.ts'
import { ago } from '../support/started-exam.ts'
import { verifyBadge } from '../support/verify-badge.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline' })
})
afterAll(() => server.close())

const db = () => server.services.db

async function holder(work: { right?: number; purchaseId?: string; person?: Person } = {}) {
  const person = work.person ?? (await newcomer(server))
  const { right = 20, purchaseId } = work
  const exam = await gradedExam(server, person, {
    isRight: (place) => place < right,
    ...(purchaseId !== undefined && { purchaseId }),
  })
  const path = `/api/certificate/${exam.attemptId}/`
  return {
    ...exam,
    person,
    path,
    view: async () => (await person.get(path)).body,
    open: async () => {
      const { status, body, text } = await person.put(path, { open: true })
      expect([status, text]).toEqual([200, expect.any(String)])
      return body
    },
    close: async () => (await person.put(path, { open: false })).body,
  }
}

/** Removes the name of the rules, which an earlier release did not store. The product never changes a grade. */
async function scoreByEarlierRules(attemptId: string) {
  await db().transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = 'replica'`)
    await tx.execute(sql`update results set score = score - 'model' - 'reliability' where attempt_id = ${attemptId}`)
  })
}

async function pausedFor(attemptId: string, seconds: number) {
  const pauses = JSON.stringify([{ cause: 'alarm', seconds }])
  await db().transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = 'replica'`)
    await tx.execute(sql`update results set pauses = ${pauses}::jsonb where attempt_id = ${attemptId}`)
  })
}

/** An exam of forty days ago that nobody submitted; the sweep closed it a month later. */
async function examLeftOpen(person: Person) {
  const purchaseId = await givePurchase(server, person, 'logichnij')
  const { attempt, questions } = await openExam(person, purchaseId)
  const save = (body: object) =>
    person.put(`/api/exam-answers/${purchaseId}/`, { ticket: attempt.ticket, events: [], ...body })
  await save({ begin: true })
  await givenOutAgo(server, attempt.id, 1800)
  const answers = await answersWith(server, attempt.id, questions, (place) => place < 20)
  const events = answers.map((answer) => ({ ...answer, epoch: 1, seq: 1, device_id: 'phone' }))
  expect((await save({ events })).status).toBe(200)
  const startedAt = ago(40 * 86_400)
  const clock = { startedAt, deliveredAt: startedAt, deadlineAt: ago(39 * 86_400), lateUntil: ago(5 * 86_400) }
  await db().update(attempts).set(clock).where(eq(attempts.id, attempt.id))
  await sweepAttempts(server.services)
  return { attemptId: attempt.id, purchaseId, startedAt }
}

const visit = async (address: string) => {
  const response = await fetch(address)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
async function credentialOn(address: string) {
  const { text } = await visit(address)
  const path = /href="([^"]+\.json)" download/.exec(text)![1]!
  return JSON.parse((await visit(server.origin + path)).text)
}

/** Address of the picture that messengers show for this credential's page. */
const pictureOf = (credential: any) => String(credential.id).replace(/\.json$/, '.png')

const revocationsOf = async (credential: any) => JSON.parse((await visit(credential.credentialStatus.id)).text)

/** Expects a page that says why and shows nothing of its owner, and that kept copies are revoked. */
async function expectWithdrawn(address: string, credential: any, said: RegExp, status = 410) {
  const page = await visit(address)
  expect([page.status, page.text]).toEqual([status, expect.stringMatching(said)])
  expect(page.text).not.toMatch(/Коваль|<dd>/)
  const judged = await verifyBadge(server.origin, credential)
  expect(judged.verified).toBe(false)
  expect((await visit(credential.id)).status).toBe(404)
  expect((await visit(pictureOf(credential))).status).toBe(404)
  expect((await revocationsOf(credential)).revokedCredential).toMatchObject([{ id: credential.id, revoked: true }])
}

describe('a certificate', () => {
  it('a certificate shows outside its details why and how long the exam was paused', async () => {
    const { attemptId, open } = await holder()
    await pausedFor(attemptId, 2_570)
    const { text } = await visit((await open()).address)
    expect(text.slice(0, text.indexOf('<details>'))).toMatch(/Паузи.{0,40}43 хв \(повітряна тривога\)/)
  })

  it('only its owner opens a certificate; anybody with the address can read its page, and search engines may not index it', async () => {
    const { person, path, purchaseId, open, view } = await holder()
    expect(await view()).toEqual({
      available: true,
      open: false,
      address: null,
      issued_at: null,
      outdated: false,
      name: 'Оксана Коваль',
    })
    const stranger = await newcomer(server)
    for (const other of [stranger, new Person(server)]) {
      for (const body of [{ open: true }, { open: false }]) {
        expect([401, 404]).toContain((await other.put(path, body)).status)
      }
    }
    expect((await view()).open).toBe(false)

    const { address } = await open()
    expect(address).toMatch(new RegExp(`^${server.origin}/sertyfikat/[\\w-]{22}\\.html$`))
    expect(await open()).toMatchObject({ address, open: true })
    const page = await visit(address)
    const { score } = (await person.get(`/api/test-results/${purchaseId}/`)).body.results[0]
    expect(page.status).toBe(200)
    for (const said of [
      'Логічний тест IQ',
      'Оксана Коваль',
      `<dd>${score.iq}</dd>`,
      `<dd>${rangeNamed(score)}</dd>`,
      '<dd>20 з 30</dd>',
      'Здано вчасно',
      'не вибірка населення',
      'без нагляду',
    ]) {
      expect(page.text).toContain(said)
    }
    expect(page.headers.get('x-robots-tag')).toContain('noindex')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.text).not.toContain('<script')
  })

  it('a certificate has its own picture of 1200 by 630 pixels for messengers, the same for 20 requests', async () => {
    const { open } = await holder()
    const { address } = await open()
    const picture = pictureOf(await credentialOn(address))
    expect((await visit(address)).text).toContain(`<meta property="og:image" content="${picture}">`)
    const looks = await Promise.all(Array.from({ length: 20 }, () => fetch(picture)))
    const drawn = await Promise.all(looks.map(async (look) => Buffer.from(await look.arrayBuffer())))
    for (const { status, headers } of looks) {
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        'image/png',
        'no-store',
      ])
    }
    expect(new Set(drawn.map((bytes) => bytes.toString('base64'))).size).toBe(1)
    expect(drawn[0]!.subarray(1, 4).toString()).toBe('PNG')
    expect([drawn[0]!.readUInt32BE(16), drawn[0]!.readUInt32BE(20)]).toEqual([1200, 630])
    expect((await fetch(picture.replace('.1.png', '.2.png'))).status).toBe(404)
  })

  it('a library verifies a certificate as an Open Badge by what the server publishes, and rejects a changed result or name', async () => {
    const { open } = await holder()
    const { address } = await open()
    const credential = await credentialOn(address)
    expect(credential.type).toEqual(['VerifiableCredential', 'OpenBadgeCredential'])
    // The schema of Open Badges requires a list.
    expect(credential.proof).toHaveLength(1)
    expect(await verifyBadge(server.origin, credential)).toEqual({ verified: true, why: '' })

    const values = credential.credentialSubject.result.map(({ value }: { value: string }) => value)
    expect(values).toContain('Здано вчасно')
    for (const place of values.keys()) {
      const forged = structuredClone(credential)
      forged.credentialSubject.result[place].value += '0'
      expect((await verifyBadge(server.origin, forged)).verified).toBe(false)
    }
    const renamed = structuredClone(credential)
    renamed.credentialSubject.identifier[0].identityHash = 'Хтось Інший'
    expect((await verifyBadge(server.origin, renamed)).verified).toBe(false)
    const { identifier: _gone, ...nameless } = credential.credentialSubject
    expect((await verifyBadge(server.origin, { ...credential, credentialSubject: nameless })).verified).toBe(false)
  })

  it('the key of certificates signs no valid receipt, and is not among the published keys of receipts', async () => {
    const { open } = await holder()
    const credential = await credentialOn((await open()).address)
    const kid = credential.proof[0].verificationMethod.split('#')[1]
    const guest = new Person(server)
    const { keys } = (await guest.get('/api/receipts/keys/')).body
    expect(keys).toHaveLength(1)
    expect(keys[0].kid).not.toBe(kid)
    const signedWith = async (seed: Buffer, header: { alg: string; kid: string }) => {
      const claim = new CompactSign(Buffer.from('{"kind":"graded"}')).setProtectedHeader(header)
      const { body } = await guest.post('/api/receipts/verify/', {
        receipt: await claim.sign(ed25519PrivateKey(seed)),
      })
      return body.valid
    }
    const { receiptSeed, certificateSeed } = server.services.secrets
    expect(await signedWith(receiptSeed, { alg: 'EdDSA', kid: keys[0].kid })).toBe(true)
    expect(await signedWith(certificateSeed, { alg: 'EdDSA', kid })).toBe(false)
  })

  it('a certificate says on its page and under its signature which attempt at the test it is, counted over all purchases', async () => {
    const first = await holder()
    const { person, purchaseId } = first
    const second = await holder({ person, purchaseId })
    // The third exam belongs to another purchase.
    await db()
      .update(purchases)
      .set({ live: false, examAttempts: 3, superseded: true })
      .where(eq(purchases.id, purchaseId))
    const third = await holder({ person })
    const stranger = await holder()
    const said = async ({ open }: typeof first) => {
      const { address } = await open()
      const { credentialSubject } = await credentialOn(address)
      const values = credentialSubject.result.map(({ value }: { value: string }) => value)
      return [
        values.find((value: string) => value.endsWith(' спроба')),
        /\d+-[а-я]+ спроба(?=<)/.exec((await visit(address)).text)?.[0],
      ]
    }
    expect(await said(first)).toEqual(['1-ша спроба', '1-ша спроба'])
    expect(await said(second)).toEqual(['2-га спроба', '2-га спроба'])
    expect(await said(third)).toEqual(['3-тя спроба', '3-тя спроба'])
    expect(await said(stranger)).toEqual(['1-ша спроба', '1-ша спроба'])
  })

  it('a person’s list has their valid certificates, the newest first, and none of another person', async () => {
    const first = await holder()
    const { person } = first
    const listOf = async (who: Person) => (await who.get('/api/certificates/')).body.results
    expect(await listOf(person)).toEqual([])
    const { address, issued_at } = await first.open()
    const second = await holder({ person, purchaseId: first.purchaseId })
    const { address: other } = await second.open()
    const { score } = (await person.get(`/api/test-results/${first.purchaseId}/`)).body.results.at(-1)
    const [newest, oldest, ...rest] = await listOf(person)
    expect([newest.address, newest.which, rest]).toEqual([other, '2-га спроба', []])
    expect(oldest).toEqual({
      attempt_id: first.attemptId,
      address,
      issued_at,
      taken_at: expect.any(String),
      test: 'Логічний тест IQ',
      name: 'Оксана Коваль',
      iq: String(score.iq),
      interval: rangeNamed(score),
      which: '1-ша спроба',
    })
    await second.close()
    expect((await listOf(person)).map((one: { address: string }) => one.address)).toEqual([address])
    await reScore(server.services, { attemptId: first.attemptId, reason: 'ключ', author: 'olena', includeLate: false })
    expect(await listOf(person)).toEqual([])
    expect(await listOf((await holder()).person)).toEqual([])
    expect((await new Person(server).get('/api/certificates/')).status).toBe(401)
  })

  it('a certificate says on its page and under its signature that the work came late', async () => {
    const { attemptId, open } = await holder()
    // Results are never changed: the lateness comes in a new version.
    const [first] = await db().select().from(results).where(eq(results.attemptId, attemptId))
    await db()
      .insert(results)
      .values({ ...first!, version: 2, late: { seconds: 130, in_time: 12 } })
    const { address } = await open()
    const said = 'Здано із запізненням на 3 хв; відповідей, що надійшли вчасно: 12'
    expect((await visit(address)).text).toContain(said)
    expect(JSON.stringify((await credentialOn(address)).credentialSubject.result)).toContain(said)
  })

  it('a certificate says that the work came in time if only the submission came late', async () => {
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person, 'logichnij')
    const { attempt, questions } = await openExam(person, purchaseId)
    const { id: attemptId, ticket, submission_key } = attempt
    const save = (body: object) => person.put(`/api/exam-answers/${purchaseId}/`, { ticket, events: [], ...body })
    await save({ begin: true })
    await givenOutAgo(server, attemptId, 1800)
    const answers = await answersWith(server, attemptId, questions, (place) => place < 20)
    await save({ events: answers.map((answer, n) => ({ ...answer, epoch: 1, seq: n + 1, device_id: 'phone' })) })
    await db()
      .update(attempts)
      .set({ startedAt: ago(7200), deadlineAt: ago(3600) })
      .where(eq(attempts.id, attemptId))
    await person.post(`/api/exam-meta/${purchaseId}/`, { ticket, submission_key, answers })
    const { address } = (await person.put(`/api/certificate/${attemptId}/`, { open: true })).body
    expect((await visit(address)).text).toContain('Здано вчасно')
    expect(JSON.stringify((await credentialOn(address)).credentialSubject.result)).toContain('Здано вчасно')
  })

  it.each([
    ['a withheld score', async () => holder({ right: 3 })],
    [
      'a training',
      async () => {
        const exam = await holder()
        await db().update(attempts).set({ mode: 'training' }).where(eq(attempts.id, exam.attemptId))
        return exam
      },
    ],
  ])('the server gives no certificate for %s', async (_what, take) => {
    const { person, path, view } = await take()
    expect(await view()).toMatchObject({ available: false, open: false })
    const refused = await person.put(path, { open: true })
    expect([refused.status, refused.body.code]).toEqual([409, 'certificate_unavailable'])
  })

  it('a certificate of a score by earlier rules is withdrawn, and the renewed one warns that the interval is too narrow', async () => {
    const { attemptId, open, view } = await holder()
    const { address } = await open()
    const present = await credentialOn(address)
    expect((await visit(address)).text).not.toContain('завузький')
    await scoreByEarlierRules(attemptId)
    // An earlier release signed it without this warning, so the old certificate must not stay valid.
    await expectWithdrawn(address, present, /її діапазон завузький, а старий сертифікат цього не каже/)
    expect(await view()).toMatchObject({ open: false, outdated: true, available: true })
    expect(await open()).toMatchObject({ open: true, outdated: false, address })
    const said = 'Її діапазон завузький: у ньому майже не враховано'
    expect((await visit(address)).text).toContain(said)
    const credential = await credentialOn(address)
    expect(JSON.stringify(credential)).toContain(said)
    expect(await verifyBadge(server.origin, credential)).toMatchObject({ verified: true })
  })

  it('a certificate names the day of the exam, even if nobody submitted it and it was closed weeks later', async () => {
    const person = await newcomer(server)
    const exam = await examLeftOpen(person)
    const { address } = (await person.put(`/api/certificate/${exam.attemptId}/`, { open: true })).body
    const { awardedDate, credentialSubject } = await credentialOn(address)
    expect(awardedDate).toBe(exam.startedAt.toISOString())
    expect(JSON.stringify(credentialSubject)).toContain('Здано вчасно')
  })

  it('a certificate is signed with the visible name, without hidden characters that an earlier release stored', async () => {
    const person = await newcomer(server)
    const kept = { firstName: '\u202eОк\u200bсана\u202c', lastName: '\u3164\u2800' }
    await db().update(users).set(kept).where(eq(users.id, person.userId!))
    const { open } = await holder({ person })
    const { address, name } = await open()
    expect(name).toBe('Оксана')
    expect((await credentialOn(address)).credentialSubject.identifier[0].identityHash).toBe('Оксана')
  })

  it('a certificate shows a name with HTML in it as text', async () => {
    const person = await newcomer(server)
    await db().update(users).set({ firstName: '<img src=x onerror=alert(1)>' }).where(eq(users.id, person.userId!))
    const { open } = await holder({ person })
    const { address } = await open()
    const { text } = await visit(address)
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt; Коваль')
    expect(text).not.toContain('<img src=x')
    expect(await verifyBadge(server.origin, await credentialOn(address))).toMatchObject({ verified: true })
  })
})

describe('a certificate that is no longer valid', () => {
  it('every request for a certificate after its closing gets 410, however many people are reading it', async () => {
    const { open, close } = await holder()
    const { address } = await open()
    let isClosed = false
    const looks: Promise<{ status: number; asked: boolean; text: string }>[] = []
    const look = async (asked: boolean) => ({ ...(await visit(address)), asked })
    const looking = (async () => {
      while (!isClosed) {
        for (let one = 0; one < 20; one += 1) looks.push(look(false))
        await looks.at(-1)
      }
    })()
    await looks[0]
    await close()
    for (let one = 0; one < 50; one += 1) looks.push(look(true))
    isClosed = true
    await looking
    const seen = await Promise.all(looks)
    expect(new Set(seen.filter(({ asked }) => asked).map(({ status }) => status))).toEqual(new Set([410]))
    expect(new Set(seen.filter(({ text }) => text.includes('Коваль')).map(({ status }) => status))).toEqual(
      new Set([200]),
    )
  })

  it('an owner closes a certificate and opens it again at the same address, and the old document stays revoked', async () => {
    const { open, close, attemptId } = await holder()
    const { address } = await open()
    const old = await credentialOn(address)
    expect(await close()).toMatchObject({ open: false, address: null, available: true })
    await expectWithdrawn(address, old, /Власник результату закрив цю сторінку/)
    const [row] = await db().select().from(certificates).where(eq(certificates.attemptId, attemptId))
    expect(row!.credential).toBeNull()

    expect((await open()).address).toBe(address)
    expect((await visit(address)).status).toBe(200)
    expect(await verifyBadge(server.origin, await credentialOn(address))).toMatchObject({ verified: true })
    expect(await verifyBadge(server.origin, old)).toMatchObject({ verified: false })
  })

  it('a certificate is closed if its owner closes it while an earlier opening still waits', async () => {
    const { attemptId, open, close, view } = await holder()
    const held = await holdRow(server, 'attempts', attemptId)
    const opening = open()
    await held.until(1)
    const closing = close()
    await Promise.race([closing, held.until(2)])
    await held.letGo()
    await opening
    expect(await closing).toMatchObject({ open: false, address: null })
    expect(await view()).toMatchObject({ open: false })
  })

  it('a re-score withdraws a certificate, and its owner renews it with the new version of the result', async () => {
    const { attemptId, open, view } = await holder()
    const { address } = await open()
    const old = await credentialOn(address)
    const word = { attemptId, reason: 'перевірка ключа', author: 'О. Оператор', includeLate: false }
    await reScore(server.services, word)
    await expectWithdrawn(address, old, /Результат цього екзамену перераховано/)
    expect(await view()).toMatchObject({ open: false, outdated: true, available: true })

    expect(await open()).toMatchObject({ open: true, outdated: false, address })
    expect((await visit(address)).text).toContain('<dt>Версія результату</dt><dd>2</dd>')
    expect(await verifyBadge(server.origin, await credentialOn(address))).toMatchObject({ verified: true })
  })

  it('a certificate is withdrawn when the money of its purchase goes back', async () => {
    const person = await newcomer(server)
    const bought = await order(person, 'logichnij')
    const [row] = await db().select().from(purchases).where(eq(purchases.id, bought.purchase_id))
    const payment = paymentOf(bought, { amount: row!.price / 100 })
    expect((await callBack(server, payment)).status).toBe(200)
    const { open, view } = await holder({ person, purchaseId: bought.purchase_id })
    const { address } = await open()
    const old = await credentialOn(address)
    expect((await callBack(server, { ...payment, status: 'reversed' })).status).toBe(200)
    await expectWithdrawn(address, old, /Покупку цього екзамену скасовано/)
    expect(await view()).toMatchObject({ available: false, open: false, outdated: false })
  })

  it('a certificate is withdrawn when its owner closes the account, returns with the account, and is gone after the erasure', async () => {
    const { person, open, attemptId } = await holder()
    const { address } = await open()
    const old = await credentialOn(address)
    const exported = (await person.get('/api/user/export/')).body
    expect(exported.attempts[0].certificate.credential).toEqual(old)

    expect((await person.post('/api/user/delete/', { password })).status).toBe(200)
    await expectWithdrawn(address, old, /Обліковий запис власника закрито/)
    await new Person(server).post('/api/user/keep/', await linkIn(server, person.email!, 'keep-account'))
    expect((await visit(address)).status).toBe(200)
    expect(await verifyBadge(server.origin, old)).toMatchObject({ verified: true })

    await db()
      .update(users)
      .set({ closedAt: sql`now() - interval '8 days'`, eraseAfter: sql`now() - interval '1 minute'` })
      .where(eq(users.id, person.userId!))
    await eraseAccount(server.services, person.userId!)
    expect(await db().select().from(certificates).where(eq(certificates.attemptId, attemptId))).toEqual([])
    await expectWithdrawn(address, old, /Такого сертифіката немає/, 404)
  })

  it('a certificate is 410 while an operator blocks its owner, and is shown again afterwards', async () => {
    const { person, open } = await holder()
    const { address } = await open()
    const word = { author: 'О. Оператор', reason: 'чужий екзамен' }
    await blockAccount(db(), word, person.email!)
    expect((await visit(address)).status).toBe(410)
    await unblockAccount(db(), word, person.email!)
    expect((await visit(address)).status).toBe(200)
  })
})

describe('the key of certificates', () => {
  it('a certificate verifies after another key has taken the place of the one that signed it', async () => {
    const { open } = await holder()
    const credential = await credentialOn((await open()).address)
    const next = await startTestServer({ sharing: server, authSecret: 'another secret of the tests, long enough' })
    try {
      const document = (await (await fetch(`${next.origin}/.well-known/did.json`)).json()) as any
      expect(document.verificationMethod).toHaveLength(2)
      // The next server is named by its own port; its keys are the same.
      const kids = document.assertionMethod.map((id: string) => id.split('#')[1])
      expect(kids).toContain(credential.proof[0].verificationMethod.split('#')[1])
      expect(await verifyBadge(server.origin, credential)).toEqual({ verified: true, why: '' })
    } finally {
      await next.close()
    }
  })

  it('deleting a signing key withdraws its certificates, and their owners open them again under the next key', async () => {
    const exam = await holder()
    const { address } = await exam.open()
    const old = await credentialOn(address)
    const isOld = eq(signingKeys.kid, old.proof[0].verificationMethod.split('#')[1])
    const [row] = await db().select().from(signingKeys).where(isOld)
    const next = await startTestServer({
      sharing: server,
      authSecret: 'a secret after the one that leaked, long enough',
    })
    await db().delete(signingKeys).where(isOld)
    try {
      await expectWithdrawn(address, old, /Ключ, яким підписано цей сертифікат, більше не діє/)
      expect(await exam.view()).toMatchObject({ open: false, outdated: true, available: true })
      const list = await revocationsOf(old)
      expect(list.revokedCredential[0].revocationReason).toBe('Ключ, яким підписано сертифікат, більше не діє.')

      // A process that still has the old secret cannot sign. It says so and changes nothing.
      const refused = await exam.person.put(exam.path, { open: true })
      expect([refused.status, refused.body.code]).toEqual([409, 'certificate_unavailable'])
      expect(await exam.view()).toMatchObject({ open: false, outdated: true })

      const services = { ...server.services, credentials: next.services.credentials }
      const reopened = await openCertificate(services, exam.attemptId, exam.person.userId!)
      expect(reopened).toMatchObject({ open: true, outdated: false, address })
      expect((await visit(address)).status).toBe(200)
    } finally {
      await db().insert(signingKeys).values(row!).onConflictDoNothing()
      await next.close()
    }
  })

  it('the server publishes the key of certificates with its DID for pages of any site', async () => {
    const { status, headers, text } = await visit(`${server.origin}/.well-known/did.json`)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const document = JSON.parse(text)
    expect(document.id).toBe(`did:web:${new URL(server.origin).host.replace(':', '%3A')}`)
    expect(document.verificationMethod[0]).toMatchObject({
      type: 'Multikey',
      controller: document.id,
      publicKeyMultibase: expect.stringMatching(/^z6Mk/),
    })
  })
})

it('an address under /sertyfikat/ that belongs to no certificate is 404', async () => {
  for (const file of ['x.html', `${'a'.repeat(22)}`, `${'a'.repeat(22)}.0.json`, `${'a'.repeat(22)}.1.svg`, '..%2f']) {
    expect((await visit(`${server.origin}/sertyfikat/${file}`)).status).toBe(404)
  }
  for (const file of [`${'a'.repeat(22)}.html`, 'x.html']) {
    const { status, text } = await visit(`${server.origin}/sertyfikat/${file}`)
    expect([status, text]).toEqual([404, expect.stringContaining('<h1 class="why">Такого сертифіката немає</h1>')])
  }
})
