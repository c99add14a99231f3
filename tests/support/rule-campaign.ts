import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { expect, it } from 'vitest'
import type { Queries } from '../../server/db/connect.ts'
import { sqlStateOf } from '../../server/db/sql-state.ts'
import { Chance } from '../money/chance.ts'
import type { TestServer } from './build-server.ts'

/** One rule that is written in TypeScript and in SQL, checked on random states. */
export interface RuleCampaign<Facts extends object> {
  /** The plainest state. The report of a difference names only the facts that are not as in this state. */
  ordinary: Facts
  draw(chance: Chance): Facts
  /** Writes the facts to the database and asks both: how their answers differ, or null. Its writes are rolled back. */
  differ(facts: Facts, stage: Stage): Promise<string | null>
}

/** A text to replace in statements: a planted bug. */
export interface Otherwise {
  find: string
  replace: string
}

/** The fixed time of every stage's database clock, to which a case adds microseconds. */
export const noon = new Date('2026-03-01T12:00:00.000Z')

/** Formats `noon` plus `micros` for PostgreSQL: its clock has six digits where a Date has three. */
export function momentAt(micros: number): string {
  const whole = Math.floor(micros / 1000)
  const rest = micros - whole * 1000
  return new Date(noon.getTime() + whole).toISOString().replace('Z', `${String(rest).padStart(3, '0')}Z`)
}

export const [millisecond, second] = [1000, 1_000_000]

/**
 * One connection in whose transactions the database's clock is fixed, so that two rules are asked at the same microsecond. A
 * schema of the test that is searched first defines `now()`, `statement_timestamp()` and `clock_timestamp()`.
 */
export class Stage {
  readonly db: NodePgDatabase
  readonly #client: pg.Client
  readonly #ask: (...given: unknown[]) => Promise<pg.QueryResult>
  /** Rows by the name of a statement. They answer it, and it is not sent. */
  #answers = new Map<string, object[]>()
  #otherwise: Otherwise | null = null
  #asksOtherwise = 0
  #plants = 0

  private constructor(client: pg.Client) {
    this.#client = client
    this.#ask = client.query.bind(client) as never
    client.query = this.#query.bind(this) as never
    this.db = drizzle(client)
  }

  static async open({ config }: TestServer): Promise<Stage> {
    const client = new pg.Client({ connectionString: config.databaseUrl })
    await client.connect()
    await client.query('create schema if not exists stage')
    for (const clock of ['now', 'statement_timestamp', 'clock_timestamp']) {
      await client.query(
        `create or replace function stage.${clock}() returns timestamptz language sql stable
         as $$ select current_setting('stage.now')::timestamptz $$`,
      )
    }
    await client.query('set search_path = stage, pg_catalog, public')
    await client.query(`set stage.now = '${momentAt(0)}'`)
    return new Stage(client)
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  /** Replaces this text in every statement from now on. */
  plant(otherwise: Otherwise): void {
    this.#otherwise = otherwise
  }

  /** Ends the replacement. Throws if no statement had the text: such a planted bug proves nothing. */
  unplant(): void {
    const wasAsked = this.#asksOtherwise > 0
    const find = this.#otherwise?.find
    this.#otherwise = null
    this.#asksOtherwise = 0
    this.#plants += 1
    if (!wasAsked) throw new Error(`no statement has «${find}»`)
  }

  /** Queries on this connection, within the transaction that is played on it. */
  ask(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    return this.#client.query(text, values)
  }

  /** Runs `work` at this moment, in microseconds after noon, and returns its result. All its writes are rolled back. */
  async play<T>(micros: number, work: (tx: Queries) => Promise<T>): Promise<T> {
    let played: { value: T } | undefined
    try {
      await this.db.transaction(async (tx) => {
        await this.#client.query(`set local stage.now = '${momentAt(micros)}'`)
        played = { value: await work(tx) }
        throw new TakenBack()
      })
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error
    }
    return played!.value
  }

  /** Runs `work` in a savepoint of `tx`, rolls it back, and returns its result. */
  async attempt<T>(tx: Queries, work: (tx: Queries) => Promise<T>): Promise<T> {
    let done: { value: T } | undefined
    try {
      await tx.transaction(async (savepoint) => {
        done = { value: await work(savepoint) }
        throw new TakenBack()
      })
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error
    }
    return done!.value
  }

  /** Like `attempt`, but `answers` gives rows by the name of a statement. They answer it, and it is not sent. */
  async attemptWithout<T>(
    tx: Queries,
    answers: Record<string, object[]>,
    work: (tx: Queries) => Promise<T>,
  ): Promise<T> {
    this.#answers = new Map(Object.entries(answers))
    try {
      return await this.attempt(tx, work)
    } finally {
      this.#answers = new Map()
    }
  }

  #query(...given: unknown[]): Promise<pg.QueryResult> {
    const [query, ...rest] = given as [pg.QueryConfig | string, ...unknown[]]
    if (typeof query === 'string') return this.#ask(query, ...rest)
    const answered = query.name === undefined ? undefined : this.#answers.get(query.name)
    if (answered !== undefined) return Promise.resolve({ rows: answered } as pg.QueryResult)
    const otherwise = this.#otherwise
    if (otherwise === null || !query.text.includes(otherwise.find)) return this.#ask(query, ...rest)
    this.#asksOtherwise += 1
    const name = query.name === undefined ? {} : { name: `${query.name}_${this.#plants}` }
    const text = query.text.replaceAll(otherwise.find, otherwise.replace)
    return this.#ask({ ...query, ...name, text }, ...rest)
  }
}

class TakenBack extends Error {}

/** The first case in which the two differ, reduced as far as possible. */
export interface Found {
  case: number
  words: string
  /** The facts that differ from the ordinary state. */
  facts: object
}

interface Extent {
  seed: number
  cases: number
}

export async function lookForDifference<Facts extends object>(
  campaign: RuleCampaign<Facts>,
  stage: Stage,
  { seed, cases }: Extent,
): Promise<Found | null> {
  for (let index = 0; index < cases; index += 1) {
    const facts = campaign.draw(new Chance(seed, index))
    const words = await differenceIn(campaign, facts, stage)
    if (words !== null) return { case: index, ...(await smallest(campaign, stage, facts, words)) }
  }
  return null
}

/** Returns how the answers differ, or null. A refusal by the database counts as a difference; other errors are thrown. */
async function differenceIn<Facts extends object>(
  { differ }: RuleCampaign<Facts>,
  facts: Facts,
  stage: Stage,
): Promise<string | null> {
  try {
    return await differ(facts, stage)
  } catch (error) {
    const state = sqlStateOf(error)
    if (state === '') throw error
    const { cause = error } = error as Error
    return `refused by the database (${state}): ${String(cause)}`
  }
}

/** Throws with the seed and the smallest facts if the two differ. */
export async function expectOneRule<Facts extends object>(
  campaign: RuleCampaign<Facts>,
  stage: Stage,
  extent: Extent,
): Promise<void> {
  const found = await lookForDifference(campaign, stage, extent)
  if (found === null) return
  const where = `seed ${extent.seed}, case ${found.case}`
  throw new Error(`${where}: ${found.words}\nthe smallest facts: ${JSON.stringify(found.facts)}`)
}

/** Simplifies the facts one after the other, as long as a difference remains. */
async function smallest<Facts extends object>(
  campaign: RuleCampaign<Facts>,
  stage: Stage,
  facts: Facts,
  words: string,
): Promise<Omit<Found, 'case'>> {
  const { ordinary } = campaign
  let [small, said] = [facts, words]
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const smaller of simplerOnes(small, ordinary)) {
      const stillDiffers = await differenceIn(campaign, smaller, stage)
      if (stillDiffers === null) continue
      ;[small, said, isSmaller] = [smaller, stillDiffers, true]
      break
    }
  }
  const differing = Object.entries(small).filter(([key, value]) => !isSame(value, ordinary[key as keyof Facts]))
  return { words: said, facts: Object.fromEntries(differing) }
}

/** Yields simpler facts: each time one fact is made ordinary, or one list loses one of its items. */
function* simplerOnes<Facts extends object>(facts: Facts, ordinary: Facts): Generator<Facts> {
  for (const key of Object.keys(ordinary) as (keyof Facts)[]) {
    const value = facts[key]
    if (isSame(value, ordinary[key])) continue
    yield { ...facts, [key]: ordinary[key] }
    if (!Array.isArray(value)) continue
    for (const place of value.keys()) yield { ...facts, [key]: value.toSpliced(place, 1) }
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const ordinaryOf = <Facts extends object>(values: Values<Facts>) =>
  Object.fromEntries(Object.entries<readonly unknown[]>(values).map(([key, [first]]) => [key, first])) as Facts

type Values<Facts> = { [Key in keyof Facts]: readonly Facts[Key][] }

/** Draws a random state, most facts ordinary (their first value): one condition of a rule matters only while all others hold. */
export function drawFacts<Facts extends object>(chance: Chance, values: Values<Facts>): Facts {
  const each = Object.entries<readonly unknown[]>(values)
  const strangeness = (1 + chance.below(4)) / each.length
  const drawn = each.map(([key, those]) => [key, chance.is(strangeness) ? chance.pick(those) : those[0]])
  return Object.fromEntries(drawn) as Facts
}

/** Draws up to `most` items, most often few. */
export function drawSome<T>(chance: Chance, most: number, draw: (place: number) => T): T[] {
  return Array.from({ length: Math.min(chance.below(most + 1), chance.below(most + 1)) }, (_, place) => draw(place))
}

/** The seed of `npm test`, the same at each run. */
export const seed = 20_261_126

/** Defines the tests of a rule with two implementations: they agree on `cases` random states and on 90 times as many, and the
 * comparison finds each planted bug. */
export function itIsOneRule<Facts extends object>(
  stage: () => Stage,
  campaign: () => RuleCampaign<Facts>,
  { cases, bugs }: { cases: number; bugs: readonly (Otherwise & { name: string })[] },
): void {
  it('both implementations decide alike in random states', () => expectOneRule(campaign(), stage(), { seed, cases }))

  it('both implementations decide alike in ninety times as many random states @full', { timeout: 600_000 }, () =>
    expectOneRule(campaign(), stage(), { seed: seed + 1, cases: 90 * cases }),
  )

  for (const [place, bug] of bugs.entries()) {
    const full = place === 0 ? '' : ' @full'
    it(`the comparison of both implementations finds a planted bug: ${bug.name}${full}`, {
      timeout: 240_000,
    }, async () => {
      stage().plant(bug)
      const found = await lookForDifference(campaign(), stage(), { seed, cases: 60 * cases })
      stage().unplant()
      expect(found).not.toBeNull()
    })
  }
}
