import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database, Queries } from '../../db/connect.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import type { OperatorWord } from '../audit/act-as-operator.ts'
import { actAsOperator } from '../exams/operator-acts/act-on-record.ts'
import { eachExamResponse, type ExamResponse } from './exam-responses.ts'

/** `jsonl`: one JSON object a line. `csv`: RFC 4180 with a line of names; radicals as JSON, visits divided by spaces. */
export const responseFormats = ['jsonl', 'csv'] as const
export type ResponseFormat = (typeof responseFormats)[number]

export interface Exported {
  exams: number
  answers: number
  /** Exams whose people have left. */
  nameless: number
}

/**
 * Writes the questions and answers of all graded exams into `file`. The file must not exist; it appears when it is whole, and
 * only its owner may read it. The act is recorded before the first line is written: the person who takes data out is on record
 * even if the writing breaks off. A rehearsal counts and writes neither. Throws OperatorMistake.
 */
export async function exportResponses(
  db: Database,
  word: OperatorWord,
  { file, format }: { file: string; format: ResponseFormat },
): Promise<Exported> {
  await requireFree(file)
  await actAsOperator(db, word, async () => ({
    act: { command: 'responses', before: {}, after: { format } },
  }))
  const exported: Exported = { exams: 0, answers: 0, nameless: 0 }
  if (word.isRehearsal === true) {
    for await (const _ of counted(db, exported));
    return exported
  }
  const unfinished = `${file}.part`
  try {
    const lines = Readable.from(linesOf(counted(db, exported), format))
    await pipeline(lines, createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }))
    await rename(unfinished, file)
  } catch (error) {
    if (!isThere(error)) await rm(unfinished, { force: true })
    throw isThere(error)
      ? new OperatorMistake(`${unfinished} is there already: another export writes it, or was killed.`)
      : error
  }
  return exported
}

const isThere = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST'

async function requireFree(file: string): Promise<void> {
  const known = await stat(file).catch(() => null)
  if (known !== null) throw new OperatorMistake(`${file} is there already.`)
}

async function* counted(queries: Queries, exported: Exported): AsyncGenerator<ExamResponse> {
  for await (const response of eachExamResponse(queries)) {
    exported.answers += 1
    if (response.place === 1) {
      exported.exams += 1
      exported.nameless += response.person === null ? 1 : 0
    }
    yield response
  }
}

async function* linesOf(responses: AsyncIterable<ExamResponse>, format: ResponseFormat): AsyncGenerator<string> {
  let isFirst = true
  for await (const response of responses) {
    if (format === 'csv' && isFirst) yield csvLine(Object.keys(response))
    isFirst = false
    yield format === 'csv' ? csvLine(Object.values(response).map(cellOf)) : `${JSON.stringify(response)}\n`
  }
}

function cellOf(value: ExamResponse[keyof ExamResponse]): string {
  if (Array.isArray(value)) return value.join(' ')
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
}
