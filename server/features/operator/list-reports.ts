import { asc, countDistinct, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { attempts } from '../../db/schema/attempts.ts'
import { questionReports } from '../../db/schema/question-reports.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../../operator-mistake.ts'
import type { PaperItem } from '../exams/paper-store.ts'

/** A report with what tells where its item came from: the mode of its attempt, and the seed that made the paper. */
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

/** Families with radicals whose items three people or more have reported and nobody has closed, the most reported first. */
export async function listSuspects(queries: Queries) {
  const people = countDistinct(questionReports.userId)
  const { family, radicals } = questionReports
  return queries
    .select({ family, radicals, people, reports: sql<number>`count(*)::int` })
    .from(questionReports)
    .where(isNull(questionReports.closedAt))
    .groupBy(family, radicals)
    .having(sql`${people} >= ${peopleOfSuspect}`)
    .orderBy(desc(people), asc(family), asc(radicals))
    .limit(mostSuspects)
}
