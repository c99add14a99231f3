import { asc, desc, eq, getTableColumns, isNull } from 'drizzle-orm'
import { Family } from '#content/families.ts'
import type { Radicals } from '#content/item.ts'
import type { Queries } from '../../db/connect.ts'
import { attempts } from '../../db/schema/attempts.ts'
import { questionReports } from '../../db/schema/question-reports.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../../operator-mistake.ts'
import type { PaperItem } from '../exams/paper-store.ts'

/** A report with where its item came from: the mode of its attempt, and the seed that made the paper. */
export type FoundReport = Awaited<ReturnType<typeof listOpenReports>>[number]

const columns = { ...getTableColumns(questionReports), mode: attempts.mode, seed: attempts.seed }

/** What people have reported and no operator has closed, the oldest first. */
export async function listOpenReports(queries: Queries, limit: number) {
  const rows = await queries
    .select(columns)
    .from(questionReports)
    .innerJoin(attempts, eq(attempts.id, questionReports.attemptId))
    .where(isNull(questionReports.closedAt))
    .orderBy(asc(questionReports.createdAt))
    .limit(limit)
  return rows.map(withItem)
}

/** One report, open or closed. Throws OperatorMistake. */
export async function requireReport(queries: Queries, id: string): Promise<FoundReport> {
  if (!isUuid(id)) throw new OperatorMistake(`${id} is no report’s id.`)
  const [row] = await queries
    .select(columns)
    .from(questionReports)
    .innerJoin(attempts, eq(attempts.id, questionReports.attemptId))
    .where(eq(questionReports.id, id))
  if (row === undefined) throw new OperatorMistake(`There is no report ${id}.`)
  return withItem(row)
}

const withItem = <Row extends { item: unknown }>(row: Row) => ({ ...row, item: row.item as PaperItem })

/** So many different people make a suspect of what an item was made by. */
const peopleOfSuspect = 3
const mostSuspects = 50
/** Of so many open reports, the newest, suspects are made: some megabytes of radicals. */
const reportsLookedAt = 10_000

/**
 * Of each family the radicals by which an item was made. The rest are its own words, numbers and pictures, drawn of
 * thousands: no two people have these in common, whatever is wrong with the rule.
 */
const makers: Record<Family, readonly string[]> = {
  'verbal-analogy': ['relation', 'asked'],
  'verbal-odd-one-out': ['kind'],
  'math-series': ['rule', 'complexity'],
  'math-table': ['rule', 'complexity'],
  'logic-matrix': ['layout', 'rules'],
  'logic-overlay': ['rule'],
  'logic-ordering': ['story'],
}

/** What made items that several people reported: the radicals are those by which they were made alone, null where none are known. */
export interface Suspect {
  family: string
  radicals: Radicals | null
  people: number
  reports: number
}

/** What made the items that three people or more have reported and nobody has closed, the most reported first. */
export async function listSuspects(queries: Queries): Promise<Suspect[]> {
  const rows = await queries
    .select({
      family: questionReports.family,
      radicals: questionReports.radicals,
      userId: questionReports.userId,
    })
    .from(questionReports)
    .where(isNull(questionReports.closedAt))
    .orderBy(desc(questionReports.createdAt))
    .limit(reportsLookedAt)
  const found = new Map<string, Omit<Suspect, 'people'> & { people: Set<string> }>()
  for (const { family, radicals, userId } of rows) {
    const made = makersOf(family, radicals as Radicals | null)
    const name = JSON.stringify([family, made])
    const own = found.get(name) ?? { family, radicals: made, people: new Set(), reports: 0 }
    found.set(name, { ...own, people: own.people.add(userId), reports: own.reports + 1 })
  }
  return [...found.values()]
    .map((suspect) => ({ ...suspect, people: suspect.people.size }))
    .filter(({ people }) => people >= peopleOfSuspect)
    .sort((one, other) => other.people - one.people || one.family.localeCompare(other.family))
    .slice(0, mostSuspects)
}

/** All radicals of a family that this release does not know. */
function makersOf(family: string, radicals: Radicals | null): Radicals | null {
  const known = Family.safeParse(family)
  if (radicals === null || !known.success) return radicals
  return Object.fromEntries(makers[known.data].flatMap((name) => (name in radicals ? [[name, radicals[name]!]] : [])))
}
