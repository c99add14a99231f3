import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { guessingOf } from '#content/score/guessing.ts'
import { ruleOf } from '#content/rule-of.ts'

/** One answer of one exam. Unknown values are null. */
export interface Response {
  exam: string
  person: string
  test: string
  /** Number of earlier exams of the same test by the same person. */
  earlier: number
  /** Name of what recurs. Its difficulty is estimated by itself where enough people had it, else with its group. */
  item: string
  /** Features that explain the difficulty, with how often or how much of each. */
  features: Readonly<Record<string, number>>
  /** Name shared by items that are made alike. */
  group: string
  right: boolean
  /** c of the three-parameter model; 0 where nothing can be guessed. */
  guessing: number
  /** The supposed difficulty, in logits. */
  prior: number | null
  given: string | null
  /** Groups of the person that are compared with all others: device, month, age and schooling. */
  groups: Readonly<Record<GroupKind, string | null>>
}

export const groupKinds = ['device', 'month', 'age', 'schooling'] as const
export type GroupKind = (typeof groupKinds)[number]

/** Lines count from 1. */
export interface BadRow {
  line: number
  why: string
}

export interface ReadResponses {
  responses: Response[]
  bad: BadRow[]
}

/** In characters. A line of the export has some 600. */
const longestLine = 20_000

/**
 * Reads the export of answers (a JSON object a line) or a CSV whose first line names its columns: `person`, `item`, `right` (0 or
 * 1), and perhaps `exam`, `test`, `earlier`, `group`, `c`, `b`, `given`, `device`, `month`, `age`, `schooling`. Every other
 * column is a feature: a number, or a name, whose values but the most frequent are features. Names bad rows. Throws if no line
 * can be read.
 */
export async function readResponses(file: string, onProgress: (lines: number) => void): Promise<ReadResponses> {
  const bad: BadRow[] = []
  const rows: { line: number; cells: Record<string, string> }[] = []
  const responses: Response[] = []
  let header: string[] | null = null
  let divider = ','
  let line = 0
  for await (const text of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    line += 1
    if (line % 100_000 === 0) onProgress(line)
    if (text.trim() === '') continue
    if (text.length > longestLine) bad.push({ line, why: `longer than ${longestLine} characters` })
    else if (text.startsWith('{')) addExported(() => JSON.parse(text), line, { responses, bad })
    else if (header === null) {
      divider = dividerOf(text)
      header = cellsOf(text, divider).map((name) => name.trim().toLowerCase())
    } else rows.push({ line, cells: namedCells(header, cellsOf(text, divider)) })
  }
  if (header !== null && isExport(header)) {
    for (const row of rows) addExported(() => parsedCells(row.cells), row.line, { responses, bad })
  } else if (header !== null) addTable({ header, rows }, { responses, bad })
  return { responses, bad }
}

const namedCells = (header: readonly string[], cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(cells.map((cell, i) => [header[i] ?? `column ${i + 1}`, cell.trim()]))

function addExported(parse: () => Record<string, unknown>, line: number, { responses, bad }: ReadResponses): void {
  try {
    const response = exported(parse())
    if (typeof response === 'string') bad.push({ line, why: response })
    else if (response !== null) responses.push(response)
  } catch (error) {
    bad.push({ line, why: (error as Error).message })
  }
}

/** Whether a table is the export: it then has the same columns as the export's lines of JSON. */
const isExport = (header: readonly string[]) => ['exam', 'family', 'answer'].every((name) => header.includes(name))

/** An empty cell is null; numbers and radicals are JSON. */
const parsedCells = (cells: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => {
      const isJson = /^[{]|^-?\d+(\.\d+)?$/.test(cell) && !['exam', 'person'].includes(name)
      return [name, cell === '' ? null : isJson ? JSON.parse(cell) : cell]
    }),
  )

/** Reads a line of `npm run admin -- responses`. Null for a question that tells nothing, a sentence for a damaged line. */
function exported(row: Record<string, unknown>): Response | string | null {
  const { exam, person, test, family, difficulty, radicals, answer } = row
  if (typeof exam !== 'string' || typeof family !== 'string') return 'no exam or no family'
  if (typeof difficulty !== 'number') return 'no difficulty'
  if (answer !== 'right' && answer !== 'wrong' && answer !== 'unanswered') return `answer is ${String(answer)}`
  // Withheld exams were guessed or hurried. An unanswered question is left out, also in the middle of a paper.
  if (row.withheld != null || answer === 'unanswered') return null
  const options = typeof row.options === 'number' ? row.options : 0
  const rule = ruleOf({ family, radicals: (radicals ?? {}) as Record<string, string | number> })
  const group = `${family}/${rule}/${difficulty}`
  const names = rule === '' ? [] : rule.split('+').map((name) => `${family}:${name}`)
  const features: Record<string, number> = { [family]: 1 }
  for (const name of names) features[name] = (features[name] ?? 0) + 1
  const question = { kind: options > 0 ? ('single' as const) : ('number' as const), options: choices(options) }
  return {
    exam: exam,
    person: typeof person === 'string' ? person : exam,
    test: String(test),
    earlier: typeof row.earlier === 'number' ? row.earlier : 0,
    item: group,
    features,
    group,
    right: answer === 'right',
    guessing: guessingOf({ family, difficulty, question, generator: Number(row.generator ?? 1) }),
    prior: difficulty,
    given: null,
    groups: groupsIn(row),
  }
}

function groupsIn(row: Record<string, unknown>): Response['groups'] {
  const named = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return { device: named(row.device), month: named(row.month), age: named(row.age), schooling: named(row.schooling) }
}

const choices = (count: number) => Array.from({ length: count }, (_, i) => ({ id: String(i) }))

const known = ['person', 'item', 'right', 'exam', 'test', 'earlier', 'group', 'c', 'b', 'given', ...groupKinds]

interface Table {
  header: readonly string[]
  rows: readonly { line: number; cells: Record<string, string> }[]
}

function addTable({ header, rows }: Table, { responses, bad }: ReadResponses): void {
  const missing = ['person', 'item', 'right'].filter((name) => !header.includes(name))
  if (missing.length > 0)
    throw new Error(`The table has no column ${missing.join(', ')}: its first line is ${header.join(', ')}.`)
  const readers = header.filter((name) => !known.includes(name)).map((name) => featureReader(name, rows))
  const seen = new Set<string>()
  for (const { line, cells } of rows) {
    const why = faultOf(cells, header)
    const exam = cells.exam || cells.person!
    const once = `${exam} ${cells.item}`
    if (why !== null) bad.push({ line, why })
    else if (seen.has(once)) bad.push({ line, why: `item ${cells.item} comes twice in exam ${exam}` })
    else {
      seen.add(once)
      responses.push(tabled(cells, readers))
    }
  }
}

/** Reason why a row cannot be used, or null. */
function faultOf(cells: Record<string, string>, header: readonly string[]): string | null {
  const extra = Object.keys(cells).length - header.length
  if (extra !== 0) return `${Object.keys(cells).length} cells where the first line has ${header.length}`
  if (cells.person === '' || cells.item === '') return 'person or item is empty'
  if (cells.right !== '0' && cells.right !== '1') return `right is «${cells.right}», not 0 or 1`
  const c = Number(cells.c || 0)
  if (!(c >= 0 && c < 1)) return `c is «${cells.c}», not a share`
  return Number.isFinite(Number(cells.b || 0)) ? null : `b is «${cells.b}», not a number`
}

type ReadFeature = (cells: Record<string, string>) => [string, number] | null

/** A column of numbers is one feature. In a column of names each value but the most frequent is a feature. */
function featureReader(name: string, rows: Table['rows']): ReadFeature {
  const isNumber = rows.every(({ cells }) => Number.isFinite(Number(cells[name] ?? '')))
  if (isNumber) return (cells) => [name, Number(cells[name])]
  const counts = new Map<string, number>()
  for (const { cells } of rows) counts.set(cells[name] ?? '', (counts.get(cells[name] ?? '') ?? 0) + 1)
  const usual = [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
  return (cells) => (cells[name] === usual ? null : [`${name}=${cells[name]}`, 1])
}

function tabled(cells: Record<string, string>, readers: readonly ReadFeature[]): Response {
  const features = Object.fromEntries(readers.map((read) => read(cells)).filter((found) => found !== null))
  return {
    exam: cells.exam || cells.person!,
    person: cells.person!,
    test: cells.test ?? '',
    earlier: Number(cells.earlier || 0),
    item: cells.item!,
    features,
    group: cells.group || cells.item!,
    right: cells.right === '1',
    guessing: Number(cells.c || 0),
    prior: cells.b ? Number(cells.b) : null,
    given: cells.given || null,
    groups: groupsIn(cells),
  }
}

/** The divider of cells: the character that is most frequent in the first line. */
function dividerOf(header: string): string {
  const [divider] = [',', ';', '\t'].toSorted((a, b) => header.split(b).length - header.split(a).length)
  return divider!
}

/** The cells of a line of CSV (RFC 4180; no line breaks within a cell). */
function cellsOf(text: string, divider: string): string[] {
  // A quoted part ends at a quote that is not doubled. Only text outside of quotes is divided.
  const parts = text.split('"')
  const cells = ['']
  for (const [i, part] of parts.entries()) {
    const isQuoted = i % 2 === 1
    const isDoubled = i > 0 && !isQuoted && part === '' && i < parts.length - 1
    const [first, ...others] = isQuoted ? [part] : part.split(divider)
    cells.push(`${cells.pop()}${isDoubled ? '"' : first}`, ...others)
  }
  return cells
}
