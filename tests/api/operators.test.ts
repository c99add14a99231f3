import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshFamilies, users } from '../../server/db/schema/accounts.ts'
import { attempts } from '../../server/db/schema/attempts.ts'
import { operatorActions } from '../../server/db/schema/operators.ts'
import { examGrants, purchases } from '../../server/db/schema/purchases.ts'
import { mails } from '../../server/db/schema/site.ts'
import { eraseAccount } from '../../server/features/account/erase-account.ts'
import { blockAccount, endSessions, unblockAccount } from '../../server/features/operator/block-account.ts'
import { findPerson } from '../../server/features/operator/find-person.ts'
import { grantExam } from '../../server/features/operator/grant-exam.ts'
import { listActions } from '../../server/features/operator/list-actions.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer, Person, password } from '../support/person.ts'
import { runAdmin, runAdminWith } from '../support/run-admin.ts'
import { newKey } from '../support/exam-calls.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'
import { ago, startedExam } from '../support/started-exam.ts'

let server: TestServer
let another: SpawnedServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline' })
  another = await spawnServer(server.config, 'another')
})
afterAll(async () => {
  await another.kill()
  await server.close()
})

const db = () => server.services.db
const word = { author: 'О. Оператор', reason: 'лист до підтримки' }
const actionsOf = (userId: string) => listActions(db(), userId, 10)
const account = async (person: Person) => (await db().select().from(users).where(eq(users.id, person.userId!)))[0]!

/** Makes the same call through both server processes. */
async function everywhere(method: string, path: string, body?: unknown, access: string | null = null) {
  const replies = [server, { ...server, origin: another.origin }].map((where) => {
    const caller = new Person(where)
    caller.access = access
    return caller.call(method, path, body)
  })
  return (await Promise.all(replies)).map(({ status, body: { code } }) => [status, code])
}

describe('a person whom an operator blocks', () => {
  it('[S16] a blocked person is refused by both processes at the next call, keeps acknowledged answers, and is admitted after unblocking', async () => {
    const { person, purchaseId, events, ticket, save, stored } = await startedExam(server)
    const deadline = async () => {
      const { state, epoch, deadlineAt, lateUntil } = attempts
      const found = db().select({ state, epoch, deadlineAt, lateUntil }).from(attempts)
      return (await found.where(eq(attempts.purchaseId, purchaseId)))[0]
    }
    const before = await deadline()
    await save({ events: events.slice(0, 1) })
    const blocked = await runAdmin(server, 'block', person.email!, '--author', word.author, '--reason', word.reason)
    expect([blocked.code, blocked.stdout]).toEqual([0, expect.stringContaining('is_active false, live_sessions 0')])

    const login = { email: person.email, password }
    const answers = { ticket, events: events.slice(1) }
    const both = (status: number, code: string) => [
      [status, code],
      [status, code],
    ]
    expect(await everywhere('GET', '/api/owned-tests/', undefined, person.access)).toEqual(both(401, 'token_revoked'))
    const refresh = { refresh: person.refresh }
    expect(await everywhere('POST', '/api/auth/token/refresh/', refresh)).toEqual(both(401, 'token_revoked'))
    expect(await everywhere('POST', '/api/auth/login/', login)).toEqual(both(403, 'account_inactive'))
    expect(await everywhere('PUT', `/api/exam-answers/${purchaseId}/`, answers)).toEqual(both(403, 'ticket_invalid'))
    const submit = { ticket, answers: [], events: [] }
    expect(await everywhere('POST', `/api/exam-meta/${purchaseId}/`, submit)).toEqual(both(403, 'ticket_invalid'))
    expect((await stored()).map(({ questionId }) => questionId)).toEqual([events[0]!.question_id])

    await unblockAccount(db(), word, person.email!)
    expect(await everywhere('GET', '/api/owned-tests/', undefined, person.access)).toEqual(both(401, 'token_revoked'))
    expect(await everywhere('POST', '/api/auth/login/', login)).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    expect(await save(answers)).toMatchObject({ status: 200 })
    expect(await stored()).toHaveLength(events.length)
    expect(await deadline()).toEqual(before)
  })

  it('an operator can neither block an account twice nor unblock one that is not blocked or is erased', async () => {
    const person = await newcomer(server)
    await expect(unblockAccount(db(), word, person.userId!)).rejects.toThrow('is not blocked')
    await blockAccount(db(), word, person.userId!)
    await expect(blockAccount(db(), word, person.userId!)).rejects.toThrow('blocked already')
    await db().update(users).set({ erasedAt: new Date() }).where(eq(users.id, person.userId!))
    await expect(unblockAccount(db(), word, person.userId!)).rejects.toThrow('is erased')
    expect(await actionsOf(person.userId!)).toHaveLength(1)
  })
})

describe('sessions that an operator ends', () => {
  it('an operator ends a person’s sessions in every browser, and the person can log in again', async () => {
    const person = await newcomer(server)
    await person.post('/api/auth/login/', { email: person.email, password })
    const { act } = await endSessions(db(), word, person.email!.toUpperCase())
    expect([act.before, act.after]).toEqual([{ live_sessions: 2 }, { live_sessions: 0 }])
    expect((await person.get('/api/owned-tests/')).body.code).toBe('token_revoked')
    expect((await person.post('/api/auth/login/', { email: person.email, password })).status).toBe(200)
    const families = await db().select().from(refreshFamilies).where(eq(refreshFamilies.userId, person.userId!))
    expect(families.filter(({ revokedBecause }) => revokedBecause === 'ended by an operator')).toHaveLength(2)
  })
})

describe('one more exam', () => {
  it('an operator’s grant gives exactly one more exam, leaves the bought terms unchanged, and notifies the owner once', async () => {
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person, 'verbalnij-proba', { examAttempts: 1, price: 14_900 })
    const start = () => person.get(`/api/exam-meta/${purchaseId}/?start_key=${newKey()}`)
    const owned = async () => (await person.get('/api/owned-tests/')).body.results[0]
    const left = async () => (await owned()).exam_attempts_left
    const canBuyAgain = async () => (await owned()).can_buy_again
    const take = async () => {
      const { ticket, submission_key } = (await start()).body.attempt
      await person.put(`/api/exam-answers/${purchaseId}/`, { ticket, begin: true, events: [] })
      await person.post(`/api/exam-meta/${purchaseId}/`, { ticket, submission_key, answers: [], events: [] })
    }
    await take()
    expect([await left(), (await start()).body.code]).toEqual([0, 'no_attempts_left'])

    const { act } = await grantExam(db(), word, purchaseId)
    expect([act.before, act.after]).toEqual([
      { terms: 1, granted: 0, spent: 1, left: 0 },
      { terms: 1, granted: 1, spent: 1, left: 1 },
    ])
    expect([await left(), await canBuyAgain()]).toEqual([1, false])
    await take()
    expect(await canBuyAgain()).toBe(true)
    expect([await left(), (await start()).body.code]).toEqual([0, 'no_attempts_left'])
    const [purchase] = await db().select().from(purchases).where(eq(purchases.id, purchaseId))
    expect(purchase!.examAttempts).toBe(1)
    const news = (await person.get('/api/notifications/')).body.results.map(({ title }: { title: string }) => title)
    expect(news.filter((title: string) => title === 'Вам надано ще одну спробу')).toHaveLength(1)
  })

  it('a grant of an exam is refused if the purchase is refunded, over or unknown', async () => {
    const person = await newcomer(server)
    const refunded = await givePurchase(server, person, 'logichnij', { status: 'refunded', live: false })
    const over = await givePurchase(server, person, 'logichnij', { expiresAt: ago(60) })
    await expect(grantExam(db(), word, refunded)).rejects.toThrow('is refunded')
    await expect(grantExam(db(), word, over)).rejects.toThrow('time of this purchase is over')
    await expect(grantExam(db(), word, newKey())).rejects.toThrow('There is no purchase')
    await expect(grantExam(db(), word, 'x')).rejects.toThrow('no purchase’s id')
    expect(await actionsOf(person.userId!)).toEqual([])
  })
})

describe('the record of operators’ acts', () => {
  it('an operator’s act is rolled back if its record is refused, and otherwise has one record', async () => {
    const person = await newcomer(server)
    const live = { isActive: true }
    // The refusal of the record comes after the act.
    const named = blockAccount(db(), { ...word, reason: `просила ${person.email}` }, person.userId!)
    await expect(named).rejects.toThrow('holds an e-mail address')
    await expect(blockAccount(db(), { ...word, reason: 'просить Оксана' }, person.userId!)).rejects.toThrow('name')
    await expect(blockAccount(db(), { ...word, author: ' ' }, person.userId!)).rejects.toThrow('--author')
    await expect(blockAccount(db(), { ...word, reason: ' ' }, person.userId!)).rejects.toThrow('--reason')
    await db().transaction(async (tx) => {
      await tx.execute(
        sql`alter table operator_actions add constraint nobody check (author <> 'О. Оператор') not valid`,
      )
    })
    await expect(blockAccount(db(), word, person.userId!)).rejects.toThrow()
    await db().execute(sql`alter table operator_actions drop constraint nobody`)
    expect(await account(person)).toMatchObject(live)
    expect(await actionsOf(person.userId!)).toEqual([])

    await blockAccount(db(), word, person.userId!)
    expect(await actionsOf(person.userId!)).toMatchObject([
      { ...word, command: 'block', before: { is_active: true, live_sessions: 1 }, after: { is_active: false } },
    ])
  })

  it('the rehearsal of a grant shows its outcome, changes nothing and writes no record', async () => {
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person)
    const { allowance } = await grantExam(db(), { ...word, isRehearsal: true }, purchaseId)
    expect(allowance.left).toBe(3)
    expect((await person.get('/api/owned-tests/')).body.results[0].exam_attempts_left).toBe(2)
    expect(await actionsOf(person.userId!)).toEqual([])
    expect((await person.get('/api/notifications/')).body.results).toEqual([])
  })

  it('the record of operators’ acts can be neither changed, deleted nor emptied', async () => {
    const person = await newcomer(server)
    await blockAccount(db(), word, person.userId!)
    const cause = expect.objectContaining({ message: 'operator_actions is append-only' })
    await expect(db().update(operatorActions).set({ author: 'хтось' })).rejects.toMatchObject({ cause })
    await expect(db().delete(operatorActions)).rejects.toMatchObject({ cause })
    await expect(db().execute(sql`truncate operator_actions`)).rejects.toMatchObject({ cause })
    expect(await actionsOf(person.userId!)).toHaveLength(1)
  })

  it('the record of an act stays when its person is erased, without their e-mail address', async () => {
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person)
    await grantExam(db(), word, purchaseId)
    await db()
      .update(users)
      .set({ closedAt: ago(9), eraseAfter: ago(1) })
      .where(eq(users.id, person.userId!))
    await eraseAccount(server.services, person.userId!)
    expect(await account(person)).toBeUndefined()
    expect(await db().select().from(examGrants).where(eq(examGrants.purchaseId, purchaseId))).toEqual([])
    const [kept, ...others] = await actionsOf(person.userId!)
    expect([kept, others]).toEqual([expect.objectContaining({ ...word, userId: person.userId, purchaseId }), []])
    expect(JSON.stringify(kept)).not.toContain(person.email)
  })
})

// Each test starts processes, which take a second each on an idle machine.
describe('npm run admin', { timeout: 180_000 }, () => {
  it('`admin find` finds a person by address, purchase or attempt, shows no answers or secrets, and escapes control characters @full', async () => {
    const { person, purchaseId, attemptId, events, ticket, save } = await startedExam(server)
    await save({ events: [{ ...events[0]!, value: events[0]!.value }] })
    await grantExam(db(), word, purchaseId)
    const ran = await runAdmin(server, 'find', person.email!, '--json')
    expect([ran.code, ran.stderr]).toEqual([0, ''])
    const found = JSON.parse(ran.stdout)
    expect(found).toMatchObject({
      account: { id: person.userId, email: person.email, isActive: true },
      purchases: [{ id: purchaseId, status: 'paid', exams: { terms: 2, granted: 1, spent: 1, left: 2 } }],
      attempts: [{ id: attemptId, mode: 'exam', state: 'open', result: null }],
      sessions: [{ endedAt: null, rememberMe: false }],
      letters: [{ subject: 'Підтвердьте адресу для «Тестування IQ»' }],
      actions: [{ command: 'attempt', author: word.author }],
    })
    const [owner] = await db().select().from(users).where(eq(users.id, person.userId!))
    for (const secret of [owner!.passwordHash, ticket, person.refresh!, events[0]!.question_id, '/verify-email/']) {
      expect(ran.stdout).not.toContain(secret)
    }
    for (const id of [person.userId!, purchaseId, attemptId]) {
      expect((await findPerson(db(), id)).account.email).toBe(person.email)
    }
    const lastError = 'refused: 550 \u001b[2J\u009b31m no\r\n✓ paid \u202e'
    await db().update(mails).set({ lastError }).where(eq(mails.userId, person.userId!))
    const [shown, again] = await Promise.all([
      runAdmin(server, 'find', attemptId),
      runAdmin(server, 'find', ` \u2068${person.email!}\u2069`, '--json'),
    ])
    expect(shown.stdout).toContain(String.raw`(refused: 550 \u001b[2J\u009b31m no ✓ paid \u202e)`)
    expect(again.stdout).not.toMatch(/[\u0080-\u009f\u202e]/)
    expect(JSON.parse(again.stdout).letters[0].lastError).toBe(lastError)
    expect(shown.stdout).toContain(`exams: 1 begun of 2 and 1 granted, 2 left`)
  })

  it('`admin sessions --end` changes nothing with --dry-run, ends sessions without it, and is in the history once @full', async () => {
    const person = await newcomer(server)
    const end = ['sessions', person.email!, '--end', '--author', word.author, '--reason', word.reason]
    const rehearsed = await runAdmin(server, ...end, '--dry-run')
    expect(rehearsed.stdout).toContain('before: live_sessions 1\n  after:  live_sessions 0\nOnly rehearsed')
    expect((await person.get('/api/owned-tests/')).status).toBe(200)
    expect((await runAdmin(server, ...end, '--json')).stdout).toContain('"command": "sessions"')
    expect((await person.get('/api/owned-tests/')).status).toBe(401)
    const printed = await runAdmin(server, 'history', person.email!)
    expect(printed.stdout).toContain(`sessions  by ${word.author}: ${word.reason}\n  user ${person.userId}`)
    expect(printed.stdout.match(/sessions {2}by/g)).toHaveLength(1)
    expect((await runAdmin(server, 'sessions', person.email!)).stdout).toContain('(ended by an operator)')
  })

  it.each<[what: string, extent: '' | ' @full', args: string[], told: string]>([
    ['an unknown command', ' @full', ['prune'], '✗ There is no command prune: '],
    ['a missing author', '', ['block', 'x', '--reason', 'why'], '✗ Who acts is needed'],
    ['an unknown person', ' @full', ['find', 'no@body.example'], '✗ There is no account no@body.example.'],
  ])('`npm run admin` reports %s in one line and ends with code 2%s', async (_what, _extent, args, told) => {
    const { code, stdout, stderr } = await runAdmin(server, ...args)
    expect([code, stdout, stderr.trim().split('\n')]).toEqual([2, '', [expect.stringContaining(told)]])
  })

  it('`npm run admin` refuses to write to the database of a later release, in one line, and still finds a person there @full', async () => {
    const person = await newcomer(server)
    const ofLater = sql`drizzle.__drizzle_migrations where hash = 'of a later release'`
    await db().execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later release', 2e12)`,
    )
    try {
      const refused = await runAdmin(server, 'block', person.email!, '--author', word.author, '--reason', word.reason)
      expect(refused).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^✗ The database is of a later release[^\n]+\n$/),
      })
      expect((await account(person)).isActive).toBe(true)
      expect((await runAdmin(server, 'find', person.email!)).stdout).toContain('may log in')
    } finally {
      await db().execute(sql`delete from ${ofLater}`)
    }
  })

  it('`npm run admin` reports an unreachable database and a missing AUTH_SECRET in one line each', async () => {
    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing', AUTH_SECRET: server.config.authSecret }
    const [unreachable, without] = await Promise.all([
      runAdminWith(away, 'history'),
      runAdminWith({ DATABASE_URL: server.config.databaseUrl }, 'history'),
    ])
    expect(unreachable).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^✗ The database does not .*\n$/),
    })
    expect(without).toEqual({ code: 2, stdout: '', stderr: '✗ AUTH_SECRET of the servers is needed as well.\n' })
  })
})
