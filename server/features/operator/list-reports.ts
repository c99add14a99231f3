import { asc, desc, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Radicals } from '#content/item.ts'
import { ruleOf } from '#content/rule-of.ts'
import type { Queries } from '../../db/connect.ts'
import { attempts } from '../../db/schema/attempts.ts'
import { questionReports } from '../../db/schema/question-reports.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import type { PaperItem } from '../exams/paper/paper-store.ts'

/** A report with the mode and the paper's seed of its attempt. */
export type FoundReport = Awaited<ReturnType<typeof listOpenReports>>[number]

const columns = { ...getTableColumns(questionReports), mode: attempts.mode, seed: attempts.seed }

/** Open reports, the oldest first. */
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

/** So many different people make a rule suspect. */
const peopleOfSuspect = 3
const mostSuspects = 50
/** The newest open reports that are searched for suspects: some megabytes of radicals. */
const reportsLookedAt = 10_000

/** A rule whose items several people reported: `rule` is a name of `content/rule-of.ts`, null for items without radicals. */
export interface Suspect {
  family: string
  rule: string | null
  people: number
  reports: number
}

/**
 * The rules with open reports of three people or more, the most reported first. The rule is counted, not the item: words, numbers
 * and pictures are drawn from thousands, so no two people share them, whatever is wrong with the rule.
 */
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
    const rule = ruleNamed(family, radicals as Radicals | null)
    const name = JSON.stringify([family, rule])
    const own = found.get(name) ?? { family, rule, people: new Set(), reports: 0 }
    found.set(name, { ...own, people: own.people.add(userId), reports: own.reports + 1 })
  }
  return [...found.values()]
    .map((suspect) => ({ ...suspect, people: suspect.people.size }))
    .filter(({ people }) => people >= peopleOfSuspect)
    .sort((one, other) => other.people - one.people || one.family.localeCompare(other.family))
    .slice(0, mostSuspects)
}

/** In a family that this release does not know, all radicals are the rule. */
function ruleNamed(family: string, radicals: Radicals | null): string | null {
  return radicals === null ? null : ruleOf({ family, radicals }) || JSON.stringify(radicals)
}
