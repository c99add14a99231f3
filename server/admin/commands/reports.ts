import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { closeReport } from '../../features/operator/close-report.ts'
import { drawReport } from '../../features/operator/draw-report.ts'
import { type FoundReport, listOpenReports, listSuspects, requireReport } from '../../features/operator/list-reports.ts'
import { OperatorMistake } from '../../operator-mistake.ts'
import type { Call, Command } from '../command.ts'
import { actLines, age, moment, plural } from '../told.ts'

const greatestLimit = 1000

export const reports: Command = {
  takes: '[REPORT] [--to FOLDER] [--limit 50] [--close --reason "why, in words its author will read"]',
  does: 'Questions that people reported, the oldest first, and what three people or more have reported; --to draws each with its key into a file of FOLDER; --close closes one.',
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
    const drawn = await Promise.all(list.map(async (report) => ({ ...report, picture: await draw(call, report) })))
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

/** The path of the file; null where no folder was given. */
async function draw({ text }: Call, report: FoundReport): Promise<string | null> {
  const folder = text('to')
  if (folder === null) return null
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
    `  ${plain(words)}`,
    `  question ${questionId} (${number}) of ${mode} ${attemptId}, seed ${seed}, user ${userId}`,
    `  ${family} ${JSON.stringify(radicals)}`,
    ...(picture === null ? [] : [`  ${picture}`]),
  ]
}

function suspectLine({ family, radicals, people, reports: count }: Awaited<ReturnType<typeof listSuspects>>[number]) {
  return `  ${family} ${JSON.stringify(radicals)}: ${people} people, ${plural(count, 'report')}`
}

/** On one line, without what would command a terminal or turn the direction of writing. */
const plain = (words: string) => words.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
