import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { getTableColumns } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { namelessExams } from '../../server/db/schema/nameless.ts'
import { forgetWhatIsOver } from '../../server/features/retention/forget-what-is-over.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'
import { order } from '../support/sandbox.ts'
import { openExam, until } from '../support/exam-calls.ts'

let server: TestServer
let policy: string
let hourly: (() => void)[]
beforeAll(async () => {
  const rounds = vi.spyOn(globalThis, 'setInterval')
  server = await startTestServer({ rounds: 'by hand' })
  hourly = rounds.mock.calls.filter(([, period]) => period === 3_600_000).map(([round]) => round as () => void)
  rounds.mockRestore()
  policy = (await new Person(server).get('/api/privacy-policy/')).body.privacy_policy.content
})
afterAll(() => server.close())

const run = (query: string) => server.services.pool.query(query)
const idsOf = async (table: string) => (await run(`select id from ${table}`)).rows.map(({ id }) => id as string)
const promised = (data: string) => {
  const row = policy.split('<tr>').find((cells) => cells.startsWith(`<td>${data}`))
  return row
    ?.split('<td>')
    .at(-1)
    ?.replace(/<\/td>[\s\S]*$/, '')
}

interface Kept {
  data: string
  says: string | undefined
  table: string
  /** Makes a row that began to age this long ago, an interval of PostgreSQL. */
  make: (age: string) => Promise<unknown>
  stays: string
  goes: string
}

describe('the privacy policy about exams without a name', () => {
  /** The policy's words by column. The id is made for the row alone, and an exam with more time is never kept. */
  const words: Record<keyof typeof namelessExams.$inferSelect, RegExp> = {
    id: /без імені/,
    test: /який тест/,
    month: /місяць/,
    earlier: /котрий за ліком/,
    extraTimeFactor: /^/,
    blueprint: /за яким планом/,
    items: /які завдання.*чи правильні відповіді/,
    timing: /скільки часу/,
  }

  it('the privacy policy names every column that the server keeps of exams without a name', () => {
    const row = policy.split('<tr>').find((cells) => cells.startsWith('<td>Екзамени без імені'))!
    for (const column of Object.keys(getTableColumns(namelessExams))) {
      expect(row).toMatch(words[column as keyof typeof words])
    }
  })
})

describe('data that the privacy policy promises to delete', () => {
  let person: Person
  beforeAll(async () => {
    person = await newcomer(server)
    // An attempt, for rows that refer to one.
    await openExam(person, await givePurchase(server, person))
  })

  const family = (age: string, revoked: string) =>
    run(`insert into refresh_families (user_id, token_hash, remember_me, expires_at, revoked_at)
         values ('${person.userId}', 'x', false, now() - interval '${age}' ${revoked}`)
  it.each<Kept>([
    {
      data: 'Звернення до нас',
      says: '3 роки',
      table: 'feedback_messages',
      make: (age) =>
        run(`insert into feedback_messages (email, message, created_at)
             values ('old@person.example', 'Давнє звернення', now() - interval '${age}')`),
      // Three years without a leap day are 1095 days.
      stays: '1094 days',
      goes: '3 years 1 day',
    },
    {
      data: 'Листи, які ми вам надсилаємо',
      says: '30 днів',
      table: 'mails',
      make: (age) =>
        run(`insert into mails (to_address, subject, text_body, sent_at, created_at)
             values ('old@person.example', 'Давній лист', '', now(), now() - interval '${age}')`),
      stays: '29 days',
      goes: '31 days',
    },
    {
      data: 'Сеанси входу',
      says: '30 днів після завершення',
      table: 'refresh_families',
      make: (age) => family(age, ', null)'),
      stays: '29 days',
      goes: '31 days',
    },
    {
      data: 'Сеанси входу',
      says: '30 днів після завершення',
      table: 'refresh_families',
      make: (age) => family('-60 days', `, now() - interval '${age}')`),
      stays: '29 days',
      goes: '31 days',
    },
    {
      data: 'Сповіщення на сайті',
      says: '1 рік',
      table: 'notifications',
      make: (age) =>
        run(`insert into notifications (user_id, kind, title, message, created_at)
             values ('${person.userId}', 'news', 'Давнє', '', now() - interval '${age}')`),
      stays: '364 days',
      goes: '367 days',
    },
    {
      data: 'Повідомлення про завдання',
      says: '1 рік',
      table: 'question_reports',
      make: (age) =>
        run(`insert into question_reports (user_id, attempt_id, question_id, number, words, family, item, created_at)
             select user_id, id, gen_random_uuid(), 1, 'Давнє', 'math-series', '{}', now() - interval '${age}' from attempts`),
      stays: '364 days',
      goes: '367 days',
    },
    {
      data: 'Хто з наших працівників',
      says: '3 роки',
      table: 'staff_looks',
      make: (age) =>
        run(`insert into staff_looks (staff_id, call, user_id, at)
             values (gen_random_uuid(), 'readPerson', '${person.userId}', now() - interval '${age}')`),
      stays: '1094 days',
      goes: '3 years 1 day',
    },
    {
      data: 'Екзамени без імені',
      says: '5 років',
      table: 'nameless_exams',
      make: (age) =>
        run(`insert into nameless_exams (test, month, earlier, extra_time_factor, blueprint, items)
             values ('verbalnij', now() - interval '${age}', 0, 1, 'x', '[]')`),
      stays: '4 years 11 months',
      goes: '5 years 1 day',
    },
    {
      data: 'Надіслані на пристрій сповіщення',
      says: '7 днів',
      table: 'pushes',
      make: async (age) => {
        await run(`insert into push_subscriptions (user_id, family_id, endpoint, p256dh, auth, server_key, kinds)
                   select user_id, id, 'https://push.example/' || gen_random_uuid(), 'x', 'x', 'x', '{}'
                   from refresh_families where user_id = '${person.userId}' limit 1`)
        await run(`insert into pushes (subscription_id, kind, topic, expires_at, created_at)
                   select id, 'result-ready', gen_random_uuid(), now(), now() - interval '${age}'
                   from push_subscriptions limit 1`)
      },
      stays: '6 days',
      goes: '8 days',
    },
    {
      data: 'Посилання з листів',
      says: undefined,
      table: 'one_time_tokens',
      make: (age) =>
        run(`insert into one_time_tokens (kind, user_id, token_hash, expires_at)
             values ('password-reset', '${person.userId}', gen_random_uuid(), now() - interval '${age}')`),
      stays: '23 hours',
      goes: '25 hours',
    },
  ])(
    'the server deletes rows of $table at the age that the privacy policy promises, and not before: $data',
    async ({ data, says, table, make, stays, goes }) => {
      expect(promised(data)).toBe(says)
      await make(stays)
      const before = await idsOf(table)
      await make(goes)
      expect(await idsOf(table)).toHaveLength(before.length + 1)
      await forgetWhatIsOver(server.services.db)
      expect((await idsOf(table)).toSorted()).toEqual(before.toSorted())
    },
  )

  it('the database refuses to delete or change a look of staff before its three years are over', async () => {
    await run(`insert into staff_looks (staff_id, call, user_id, at)
               values (gen_random_uuid(), 'readPerson', '${person.userId}', now() - interval '1094 days')`)
    await expect(run('delete from staff_looks')).rejects.toThrow()
    await expect(run(`update staff_looks set at = now() - interval '4 years'`)).rejects.toThrow()
    await expect(run('truncate staff_looks')).rejects.toThrow()
  })

  it('the server deletes expired data by itself, every hour', async () => {
    await run(`insert into feedback_messages (email, message, created_at)
               values ('old@person.example', 'Давнє звернення', now() - interval '4 years')`)
    for (const round of hourly) round()
    await until(
      async () =>
        (
          await run(`select 1 from feedback_messages where message = 'Давнє звернення'
                                        and created_at < now() - interval '3 years'`)
        ).rows.length === 0,
    )
  })

  it('three concurrent clean-ups delete a backlog of 1,700 old letters, and nothing else', async () => {
    const before = await idsOf('mails')
    await run(`insert into mails (to_address, subject, text_body, created_at)
               select 'old@person.example', 'Давній лист', '', now() - interval '40 days' from generate_series(1, 1700)`)
    await Promise.all([1, 2, 3].map(() => forgetWhatIsOver(server.services.db)))
    expect((await idsOf('mails')).toSorted()).toEqual(before.toSorted())
  })

  it('the server deletes an unconfirmed account without orders after a year, if nobody is signed in', async () => {
    expect(policy).toContain('не підтверджено і в якому нічого не замовлено, ми видаляємо через рік після реєстрації')
    const people = await Promise.all(Array.from({ length: 6 }, () => newcomer(server)))
    const [unused, young, confirmed, signedIn, buyer, closed] = people as [
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
    ]
    await order(buyer, 'verbalnij')
    await run(`update users set created_at = now() - interval '367 days' where email like '%@person.example'`)
    await run(`update users set created_at = now() - interval '364 days' where id = '${young.userId}'`)
    await run(`update users set is_verified = true where id = '${confirmed.userId}'`)
    await run(`update users set closed_at = now() where id = '${closed.userId}'`)
    await run(`delete from refresh_families where user_id <> '${signedIn.userId}'`)
    await forgetWhatIsOver(server.services.db)
    const left = await idsOf('users')
    expect(people.map(({ userId }) => left.includes(userId!))).toEqual([false, true, true, true, true, true])
    const traces = await run(`select 1 from consents where user_id = '${unused.userId}'`)
    expect(traces.rows).toEqual([])
  })
})

it('the server deletes an unpaid order after a year, but keeps one with money, a hold, an exam or a grant', async () => {
  const givenUp = async (status: 'failed' | 'expired' | 'paid', days: number) => {
    const createdAt = new Date(Date.now() - days * 86_400_000)
    const terms = { paidAt: null, expiresAt: null, live: false, status, createdAt }
    return givePurchase(server, await newcomer(server), 'logichnij', terms)
  }
  const goes = [await givenUp('failed', 367), await givenUp('expired', 367)]
  const [young, paid] = [await givenUp('expired', 364), await givenUp('paid', 367)]
  const [booked, held, granted] = [
    await givenUp('expired', 367),
    await givenUp('expired', 367),
    await givenUp('expired', 367),
  ]
  await run(`insert into ledger (order_id, kind, amount, currency, provider, provider_event_id)
               values ('${booked}', 'mismatch', 100, 'UAH', 'liqpay', gen_random_uuid())`)
  await run(`update orders set held = '[]' where id = '${held}'`)
  await run(`insert into exam_grants (purchase_id) values ('${granted}')`)
  // No code of ours makes such a row: its answers would be lost with it.
  const person = await newcomer(server)
  const examined = await givePurchase(server, person)
  await openExam(person, examined)
  await run(`update orders set status = 'expired', created_at = now() - interval '367 days' where id = '${examined}'`)
  await forgetWhatIsOver(server.services.db)
  const left = await idsOf('orders')
  expect(goes.filter((id) => left.includes(id))).toEqual([])
  for (const id of [young, paid, booked, held, granted, examined]) expect(left).toContain(id)
})

it('the server keeps a paid purchase that is ten years old', async () => {
  const person = await newcomer(server)
  const id = await givePurchase(server, person)
  await run(`update purchases set created_at = now() - interval '10 years', expires_at = now() - interval '9 years'`)
  await run(`update users set created_at = now() - interval '10 years' where id = '${person.userId}'`)
  await forgetWhatIsOver(server.services.db)
  expect(await idsOf('purchases')).toContain(id)
})

it('[S48] the log manual tells operators to keep logs for 30 days, as the privacy policy promises', async () => {
  expect(promised('IP-адреса й номер облікового запису в журналі сервера')).toBe('30 днів')
  const manual = await readFile(path.resolve(import.meta.dirname, '../../docs/log.md'), 'utf8')
  expect(manual).toContain('**30 days**')
  expect(manual).toContain('MaxRetentionSec=30day')
})

it('PostgreSQL can find old rows of five tables by an index instead of reading whole tables', async () => {
  const client = await server.services.pool.connect()
  try {
    await client.query('begin')
    // An empty table is always read whole; what matters is whether an index could be used.
    await client.query('set local enable_seqscan = off')
    for (const [table, since] of [
      ['feedback_messages', 'created_at'],
      ['mails', 'created_at'],
      ['notifications', 'created_at'],
      ['one_time_tokens', 'expires_at'],
      ['refresh_families', 'coalesce(revoked_at, expires_at)'],
    ]) {
      const { rows } = await client.query(
        `explain select id from ${table} where ${since} < now() - interval '1 day' order by ${since} limit 500`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect([table, plan]).toEqual([table, expect.stringMatching(/ Index Scan (using|on) \w+_(old|over)\b/)])
    }
    await client.query('rollback')
  } finally {
    client.release()
  }
})
