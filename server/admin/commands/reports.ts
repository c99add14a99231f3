import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { actAsOperator } from '../../features/exams/operator-acts/act-on-record.ts'
import { closeReport } from '../../features/operator/close-report.ts'
import { drawReport } from '../../features/operator/draw-report.ts'
import {
  type FoundReport,
  listOpenReports,
  listSuspects,
  requireReport,
  type Suspect,
} from '../../features/operator/list-reports.ts'
import { OperatorMistake } from '../../features/audit/operator-mistake.ts'
import type { Call, Command } from '../command.ts'
import { actLines, age, moment, plural } from '../format.ts'

const greatestLimit = 1000

export const reports: Command = {
  takes: '[REPORT] [--to FOLDER --reason WHY] [--limit 50] [--close --reason "why, in words its author will read"]',
  does: 'Questions that people reported, the oldest first, and the rules that three people or more have reported; --to draws each with its key into a file of FOLDER, which is written down; --close closes one.',
  options: { to: { type: 'string' }, limit: { type: 'string' }, close: { type: 'boolean' } },
  operands: [0, 1],
  async run(call) {
    const { operands, isSet, word, db } = call
    const [id] = operands
    if (isSet('close')) {
      if (id === undefined) throw new OperatorMistake('Which report is to be closed is needed: its id.')
      const { act } = await closeReport(db, word(), id)
      return { facts: act, lines: actLines('Closed. Its author has been told.', act, word().isRehearsal) }
    }
    const list = id === undefined ? await listOpenReports(db, limitOf(call)) : [await requireReport(db, id)]
    const drawn = await drawAll(call, list)
    const suspects = id === undefined ? await listSuspects(db) : []
    return {
      facts: { reports: drawn.map((report) => ({ ...report, item: undefined })), suspects },
      lines: [
        ...(drawn.length === 0 ? ['Nothing is reported.'] : drawn.flatMap(reportLines)),
        ...(suspects.length === 0 ? [] : ['', 'Reported by three people or more:', ...suspects.map(suspectLine)]),
      ],
    }
  },
}

function limitOf({ text }: Call): number {
  const limit = Number(text('limit') ?? 50)
  if (Number.isInteger(limit) && limit >= 1 && limit <= greatestLimit) return limit
  throw new OperatorMistake(`--limit is a whole number from 1 to ${greatestLimit}.`)
}

/** The reports with their files' paths, or null. Keys leave the server in these files, so the act is put on record first. */
async function drawAll(
  { text, word, db }: Call,
  reports: readonly FoundReport[],
): Promise<(FoundReport & { picture: string | null })[]> {
  const folder = text('to')
  if (folder === null || reports.length === 0) return reports.map((report) => ({ ...report, picture: null }))
  const said = word()
  const one = reports.length === 1 ? reports[0] : undefined
  await actAsOperator(db, said, async () => ({
    act: {
      command: 'reports',
      ...(one && { userId: one.userId, attemptId: one.attemptId }),
      before: {},
      after: { drawn: reports.length },
    },
  }))
  const isRehearsal = said.isRehearsal === true
  return Promise.all(
    reports.map(async (report) => ({ ...report, picture: isRehearsal ? null : await draw(folder, report) })),
  )
}

async function draw(folder: string, report: FoundReport): Promise<string> {
  const file = path.resolve(folder, `report-${report.id}.html`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, drawReport(report))
  return file
}

function reportLines(report: FoundReport & { picture: string | null }): string[] {
  const { id, createdAt, closedAt, outcome, number, questionId, mode, attemptId, userId, words, picture } = report
  const { family, radicals, seed } = report
  return [
    `${id}  ${age(createdAt)} ago${closedAt === null ? '' : `, closed ${moment(closedAt)}: ${outcome}`}`,
    `  ${words}`,
    `  question ${questionId} (${number}) of ${mode} ${attemptId}, seed ${seed}, user ${userId}`,
    `  ${family} ${JSON.stringify(radicals)}`,
    ...(picture === null ? [] : [`  ${picture}`]),
  ]
}

function suspectLine({ family, rule, people, reports: count }: Suspect) {
  return `  ${family}, ${rule === null ? 'rule unknown' : `rule ${rule}`}: ${people} people, ${plural(count, 'report')}`
}
