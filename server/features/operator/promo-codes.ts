import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { spokenSecret } from '../../config/spoken-secret.ts'
import type { Queries } from '../../db/connect.ts'
import { promoCodes } from '../../db/schema/purchases.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import type { Act } from '../audit/act-as-operator.ts'

export interface NewCodes {
  /** Its letters and digits; null: made by chance, for codes that nobody shall guess. */
  code: string | null
  /** How many codes: more than one only if they are made by chance. */
  count: number
  /** So many percent (1 to 100), or so many kopiykas less. */
  off: { percent: number } | { sum: number }
  /** Null: all tests. */
  testIds: readonly string[] | null
  isForBundles: boolean
  beginsAt: Date | null
  endsAt: Date | null
  /** Of each code; null: any number. */
  usesMost: number | null
  onceAPerson: boolean
  note: string
}

const mostAtOnce = 1_000

/** Makes promo or gift codes. Returns them with the act. Throws OperatorMistake for a taken code, or values out of bounds. */
export async function createCodes(tx: Queries, codes: NewCodes): Promise<{ codes: string[]; act: Act }> {
  const { code, count, off, testIds, isForBundles, beginsAt, endsAt, usesMost, onceAPerson, note } = codes
  if (count < 1 || count > mostAtOnce) throw new OperatorMistake(`1 to ${mostAtOnce} codes are made at a time.`)
  if (code !== null && count > 1) throw new OperatorMistake('Several codes are made by chance: leave the code out.')
  if (code !== null && !/^[\p{L}\d-]{3,40}$/u.test(code)) {
    throw new OperatorMistake('A code is 3 to 40 letters, digits and dashes.')
  }
  if (endsAt !== null && endsAt.getTime() <= (beginsAt?.getTime() ?? Date.now())) {
    throw new OperatorMistake('It would end before it begins.')
  }
  const rows = Array.from({ length: count }, () => ({
    code: code ?? spokenSecret(10),
    percent: 'percent' in off ? off.percent : null,
    sum: 'sum' in off ? off.sum : null,
    testIds: testIds === null ? null : [...testIds],
    isForBundles,
    ...(beginsAt !== null && { beginsAt }),
    endsAt,
    usesMost,
    onceAPerson,
    note,
  }))
  const made = await tx.insert(promoCodes).values(rows).onConflictDoNothing().returning({ code: promoCodes.code })
  if (made.length < count) throw new OperatorMistake('This code exists already.')
  const after = { codes: count, ...off, uses: usesMost ?? 'any', ends_at: endsAt?.toISOString() ?? null }
  return { codes: made.map((each) => each.code), act: { command: 'promo', before: {}, after } }
}

/** Ends a code: no further order gets its price. Orders that have it keep it. Throws OperatorMistake. */
export async function endCode(tx: Queries, id: string): Promise<{ act: Act }> {
  const isLive = isUuid(id) ? and(eq(promoCodes.id, id), isNull(promoCodes.endedAt)) : sql`false`
  const ended = await tx.update(promoCodes).set({ endedAt: sql`now()` }).where(isLive).returning({ id: promoCodes.id })
  if (ended.length === 0) throw new OperatorMistake('No code of this id is in use.')
  return { act: { command: 'promo-end', before: { promo: id, state: 'live' }, after: { promo: id, state: 'ended' } } }
}

/** The newest 500 codes, with their orders that were paid, and what these brought in kopiykas. */
export function listCodes(queries: Queries) {
  // In plain SQL: drizzle writes a column of a select from one table without its table.
  const paid = sql`from orders o where o.promo_code_id = promo_codes.id and o.status = 'paid'`
  return queries
    .select({
      promo: promoCodes,
      paid: sql<number>`(select count(*)::int ${paid})`,
      brought: sql<number>`(select coalesce(sum(o.price), 0)::float8 ${paid})`,
    })
    .from(promoCodes)
    .orderBy(desc(promoCodes.createdAt), desc(promoCodes.id))
    .limit(500)
}
