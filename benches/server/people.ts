import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { mintAccessToken } from '../../server/features/auth/access-token.ts'
import { deriveSecrets } from '../../server/config/secrets.ts'

/** A signed-in person who has bought one test and taken none of its exams. */
export interface Buyer {
  userId: string
  purchaseId: string
  /** Lives for ten minutes. */
  bearer: string
  /** A separate address, so that nobody meets the limits of an address. */
  address: string
}

export interface BoughtTest {
  id: string
  slug: string
  question_count: number
}

/** Whether the exam's paper is drawn before it begins (decision 0121: `untilDrawn`), or when it does. */
export type PaperTime = 'ahead' | 'at the start'

let made = 0

/** Makes people with a session and a paid purchase, in the database: an exam's cost excludes registration and payment. */
export async function makeBuyers(
  client: pg.Client,
  authSecret: string,
  tests: BoughtTest[],
  count: number,
  paperTime: PaperTime = 'at the start',
): Promise<Buyer[]> {
  const { accessTokenKey } = deriveSecrets(authSecret)
  const rows = Array.from({ length: count }, (_, n) => ({
    user: crypto.randomUUID(),
    family: crypto.randomUUID(),
    purchase: crypto.randomUUID(),
    test: tests[n % tests.length]!.id,
  }))
  await client.query('begin')
  await client.query(
    `create temp table buyers on commit drop as
     select * from jsonb_to_recordset($1) as x("user" uuid, family uuid, purchase uuid, test uuid)`,
    [JSON.stringify(rows)],
  )
  await client.query(
    `insert into users (id, email, password_hash, first_name, last_name, is_verified)
     select "user", "user" || '@bench.example', 'nobody logs in by it', 'Оксана', 'Коваль', true from buyers`,
  )
  // The people have used their token on other pages: an exam's cost excludes its first use either.
  await client.query(
    `insert into refresh_families (id, user_id, token_hash, remember_me, expires_at, successor_used)
     select family, "user", md5(family::text), true, now() + interval '30 days', true from buyers`,
  )
  await client.query(
    `insert into orders (id, user_id, status, price, currency, idempotency_key, provider)
     select purchase, "user", 'paid', t.price, t.currency, purchase::text, 'sandbox'
     from buyers join tests t on t.id = test`,
  )
  await client.query(
    `insert into purchases (id, order_id, user_id, test_id, status, live, card_title, price, currency, exam_attempts,
       validity_days, duration_minutes, question_count, blueprint, paid_at, expires_at)
     select purchase, purchase, "user", t.id, 'paid', true, t.title, t.price, t.currency, t.exam_attempts,
       t.validity_days, t.duration_minutes, t.question_count, t.blueprint, now(), now() + interval '1 year'
     from buyers join tests t on t.id = test`,
  )
  if (paperTime === 'ahead') await client.query('insert into waiting_papers (purchase_id) select purchase from buyers')
  await client.query('commit')
  return Promise.all(
    rows.map(async ({ user, family, purchase }) => {
      // Read before any await: otherwise all of one call would get the last address, and share its limit of calls.
      const number = (made += 1)
      return {
        userId: user,
        purchaseId: purchase,
        bearer: await mintAccessToken(accessTokenKey, { userId: user, familyId: family, generation: 1 }),
        address: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
      }
    }),
  )
}

/** Waits for the server's job, which looks every half a minute and draws when the server is idle. Returns the papers' number. */
export async function untilDrawn(client: pg.Client): Promise<number> {
  const left = async () => (await client.query('select from waiting_papers where drawn_at is null')).rowCount ?? 0
  const wanted = await left()
  while ((await left()) > 0) await pause(500)
  return wanted
}

/** Published tests of these slugs, or those with 30 questions. Throws if there is none. */
export async function findTests(client: pg.Client, slugs: string[]): Promise<BoughtTest[]> {
  const { rows } = await client.query<BoughtTest>(
    `select id, slug, question_count from tests
     where is_published and (slug = any($1) or (cardinality($1) = 0 and question_count = 30)) order by position, slug`,
    [slugs],
  )
  if (rows.length === 0) throw new Error(`There is no test ${slugs.join(', ')}.`)
  return rows
}
