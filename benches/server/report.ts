import { heading } from '../table.ts'
import type { Options } from './arguments.ts'
import type { Burst } from './burst.ts'
import type { Sample } from './http-caller.ts'
import type { Counted, Grown, Phase } from './meter.ts'
import type { Figures, Measured } from './figures.ts'

export function printReport(measured: Measured, options: Options): void {
  const { ours, floor, paper, fillSeconds } = measured
  console.log(
    `\n${options.users} users without a pause; saves carry the ticket${options.bearer ? ' and the Bearer' : ' alone'}; ` +
      `WORK_MODE=${options.workMode}; Accept-Encoding: ${options.encoding}`,
  )
  if (fillSeconds !== null)
    console.log(`${options.stored} finished exams stored before, in ${Math.round(fillSeconds)} s`)
  const rounds = ({ warmUpRounds = Number.NaN }: Figures) => shownCount(warmUpRounds)
  console.log(`warmed up by rounds of short exams: the product by ${rounds(ours)}, the floor by ${rounds(floor)}`)
  printCosts(measured)
  printLatencies('E1: a save for each answer', ours.e1, floor.e1)
  printLatencies('E2: one submit', ours.e2, floor.e2)
  if (ours.grown) printGrowth(ours.grown.e1, ours.grown.e2)
  if (options.statements && ours.counted) {
    printStatements('Statements of an exam, E1', ours.counted.e1)
    printStatements('Statements of an exam, E2', ours.counted.e2)
  }
  if (ours.burst) printBurst(ours.burst, ours.burstMemory ?? Number.NaN)
  const aims = aimsOf(measured)
  if (aims.length > 0) heading('Aims')
  for (const aim of aims) console.log(`  ${verdictOn(aim)}`)
  printGrowthWithStored(aims, options.stored)
  console.log(
    '\nThe papers of E1 and E2 are drawn and packed before these exams begin, and measured within the server; their cost is in the sums.',
  )
  if (paper !== null) console.log(`"Drawn alone": ${paper.papers} of them, without packing, in a process of its own.`)
  if (options.json) console.log(JSON.stringify(figuresOf(measured)))
}

const columns = [9, 9, 9, 9, 9, 9, 9, 9, 9]

function line(name: string, cells: (string | number)[]): void {
  console.log(`  ${name.padEnd(26)}${cells.map((cell, n) => shown(cell).padStart(columns[n] ?? 9)).join('')}`)
}

function shown(cell: string | number): string {
  if (typeof cell === 'string') return cell
  if (Number.isNaN(cell)) return '–'
  return cell < 10 ? cell.toFixed(2) : cell < 100 ? cell.toFixed(1) : String(Math.round(cell))
}

const shownCount = (count: number) => (Number.isNaN(count) ? '–' : String(count))

function printCosts({ ours, floor, paper }: Measured): void {
  heading('What one takes (CPU in ms of server and database; WAL and sent in kB; peak memory of the server in MiB)')
  line('', ['done', 'CPU', 'node', 'postgres', '× floor', 'stmts', 'trans.', 'WAL', 'sent'])
  for (const [name, key] of [
    ['E1', 'e1'],
    ['E2', 'e2'],
  ] as const) {
    const [our, its] = [ours[key], floor[key]]
    if (our) {
      const { statements = Number.NaN, transactions = Number.NaN } = ours.counted?.[key] ?? {}
      line(`${name} without its paper`, [
        our.done,
        our.cpuMs - our.paperMs,
        our.nodeMs - our.paperMs,
        our.postgresMs,
        ratio(our.cpuMs - our.paperMs, its?.cpuMs),
      ])
      line(`${name}, its paper`, [our.done, our.paperMs, our.paperMs, 0, ratio(our.paperMs, its?.cpuMs)])
      line(`${name}, sum`, [...cost(our, its), statements, transactions, our.walBytes / 1000, our.sentBytes / 1000])
    }
    if (its) {
      const { statements = Number.NaN, transactions = Number.NaN } = floor.counted?.[key] ?? {}
      line(`${name}, floor`, [...cost(its), '', statements, transactions, its.walBytes / 1000, its.sentBytes / 1000])
    }
  }
  const save = floor.first
  for (const [name, phase] of [
    ['a save, the first', ours.first],
    ['a save, the thirtieth', ours.thirtieth],
    ['a save, floor', save],
  ] as const) {
    if (phase)
      line(name, [
        ...cost(phase, phase === save ? undefined : save),
        '',
        '',
        phase.walBytes / 1000,
        phase.sentBytes / 1000,
      ])
  }
  for (const [slug, ms] of Object.entries(paper?.bySlug ?? {})) line(`${slug}, drawn alone`, ['', ms, ms])
  if (ours.memory !== undefined) line('peak memory', [ours.memory])
  if (floor.memory !== undefined) line('peak memory, floor', [floor.memory])
}

const cost = ({ done, cpuMs, nodeMs, postgresMs }: Phase, beside?: Phase) => [
  done,
  cpuMs,
  nodeMs,
  postgresMs,
  ...(beside === undefined ? [] : [ratio(cpuMs, beside.cpuMs)]),
]

const ratio = (value: number, beside: number | undefined) =>
  beside === undefined ? '' : `${(value / beside).toFixed(1)} ×`

export function percentile(values: number[], share: number): number {
  if (values.length === 0) return Number.NaN
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!
}

const times = (samples: Sample[], kind?: string) =>
  samples.filter((sample) => kind === undefined || sample.kind === kind).map(({ ms }) => ms)

function printLatencies(title: string, ours: Phase | undefined, floor: Phase | undefined): void {
  if (ours === undefined) return
  heading(
    `${title}: a request, ms (${(ours.done / ours.seconds).toFixed(1)} exams a second${floor ? `, floor ${(floor.done / floor.seconds).toFixed(0)}` : ''})`,
  )
  line('', ['times', 'p50', 'p95', 'fl. p50', 'fl. p95', 'p95'])
  const kinds = [...new Set(ours.trace.samples.map(({ kind }) => kind))]
  for (const kind of [...kinds, undefined]) {
    const [our, its] = [times(ours.trace.samples, kind), times(floor?.trace.samples ?? [], kind)]
    const p95 = percentile(our, 0.95)
    const reference = percentile(its, 0.95)
    line(kind ?? 'all', [
      String(our.length),
      percentile(our, 0.5),
      p95,
      percentile(its, 0.5),
      reference,
      Number.isNaN(reference) ? '' : ratio(p95, reference),
    ])
  }
}

function printGrowth(e1: Grown[], e2: Grown[]): void {
  heading('What an exam leaves in the database, kB')
  line('', ['E1', 'table', 'indexes', 'E2'])
  const other = new Map(e2.map((grown) => [grown.name, grown.table + grown.indexes]))
  const isShown = ({ name, table, indexes }: Grown) => table + indexes > 20 || (other.get(name) ?? 0) > 20
  for (const grown of e1.filter(isShown)) {
    const { name, table, indexes } = grown
    line(name, [(table + indexes) / 1000, table / 1000, indexes / 1000, (other.get(name) ?? 0) / 1000])
  }
  line('all', [atRest(e1) / 1000, sum(e1, 'table') / 1000, sum(e1, 'indexes') / 1000, atRest(e2) / 1000])
}

const sum = (grown: Grown[], of: 'table' | 'indexes') => grown.reduce((all, one) => all + one[of], 0)
/** Bytes an exam, job queues included. */
const atRest = (grown: Grown[]) => sum(grown, 'table') + sum(grown, 'indexes')

function printStatements(title: string, { list }: Counted): void {
  heading(title)
  for (const { calls, text } of list) {
    console.log(`  ${calls.toFixed(1).padStart(6)}  ${text.replaceAll(/\s+/g, ' ').slice(0, 150)}`)
  }
}

function printBurst(burst: Burst, memory: number): void {
  heading(`A burst: ${burst.asked} people open their exam within ten seconds`)
  line('have their paper', [String(burst.waits.length)])
  line('wait p50, p95, longest, s', [
    percentile(burst.waits, 0.5) / 1000,
    percentile(burst.waits, 0.95) / 1000,
    percentile(burst.waits, 1) / 1000,
  ])
  line('put off by 503 or 429', [String(burst.putOff)])
  line('polls', [String(burst.polls)])
  const failed = [...burst.failed.values()].reduce((all, one) => all + one, 0)
  line('failed calls', [String(failed)])
  for (const [what, count] of burst.failed) console.log(`    ${count} × ${what}`)
  line('saves before: p50, p95, ms', [percentile(burst.quietSaves, 0.5), percentile(burst.quietSaves, 0.95)])
  line('saves meanwhile: p50, p95', [
    percentile(burst.saves, 0.5),
    percentile(burst.saves, 0.95),
    `of ${burst.saves.length}`,
  ])
  line('saves that failed', [String(burst.failedSaves)])
  line('peak memory, MiB', [memory])
}

interface Aim {
  name: string
  value: number
  /** Null for a figure without an aim, which is there for comparison. */
  most: number | null
  unit: string
}

function aimsOf({ ours, empty, floor }: Measured): Aim[] {
  const aims: Aim[] = []
  const add: Add = (name, value, most, unit) => {
    if (value !== undefined && !Number.isNaN(value)) aims.push({ name, value, most, unit })
  }
  const over = (our: Phase | undefined, its: Phase | undefined, less = 0) =>
    our && its && (our.cpuMs - less) / its.cpuMs
  add('E1 in sum, CPU', over(ours.e1, floor.e1), 5, '× floor')
  add('  without its paper', over(ours.e1, floor.e1, ours.e1?.paperMs), null, '× floor')
  add('E2 in sum, CPU', over(ours.e2, floor.e2), 12, '× floor')
  add('  without its paper', over(ours.e2, floor.e2, ours.e2?.paperMs), null, '× floor')
  add('a paper of E1, drawn and packed, CPU', ours.e1?.paperMs, 6, 'ms')
  add('E1, transactions', ours.counted?.e1.transactions, 45, '')
  add('E2, transactions', ours.counted?.e2.transactions, 8, '')
  add('a save at the first answer, CPU', over(ours.first, floor.first), 3, '× floor')
  add('a save at the thirtieth answer, CPU', over(ours.thirtieth, floor.first), 3, '× floor')
  add('p95 of a request, E1', slowest(ours.e1, floor.e1), 4, '× floor')
  add('p95 of a request, E2', slowest(ours.e2, floor.e2), 4, '× floor')
  add('peak memory of the server', ours.memory, 200, 'MiB')
  add('an exam at rest, E1', ours.grown && atRest(ours.grown.e1) / 1000, 16, 'kB')
  if (empty !== null) addGrowth(ours, empty, add)
  addBurst(ours, add)
  return aims
}

type Add = (name: string, value: number | undefined, most: number | null, unit: string) => void

/** Greatest ratio of a cost in the full database to the cost in the empty one. */
const mostGrowth = 1.15
const isOfStored = ({ name }: Aim) => name.startsWith('stored: ')

/** Adds aims for the growth of costs with the stored exams. */
function addGrowth(ours: Figures, empty: Figures, add: Add): void {
  const phases = [
    ['E1', 'e1'],
    ['E2', 'e2'],
    ['a save at the first answer', 'first'],
    ['a save at the thirtieth answer', 'thirtieth'],
  ] as const
  for (const [name, key] of phases) {
    const [our, its] = [ours[key], empty[key]]
    add(`stored: ${name}, CPU`, our && its && our.cpuMs / its.cpuMs, mostGrowth, '× empty')
    add(`stored: ${name}, p95`, slowest(our, its), mostGrowth, '× empty')
  }
}

function printGrowthWithStored(aims: Aim[], stored: number): void {
  const compared = aims.filter(isOfStored)
  if (compared.length === 0) return
  const dearest = compared.reduce((most, aim) => (aim.value > most.value ? aim : most))
  const percent = (dearest.value - 1) * 100
  const verdict = dearest.value <= mostGrowth ? 'met' : 'MISSED'
  const aim = `within ${Math.round((mostGrowth - 1) * 100)} %: ${verdict}`
  const what = `${dearest.name.replace('stored: ', '')}, ${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(0)} %`
  console.log(`  next to ${stored} stored exams, at most dearer than in an empty database: ${what}; ${aim}`)
}

function addBurst({ burst }: Figures, add: Add): void {
  if (burst === undefined) return
  const failed = [...burst.failed.values()].reduce((all, one) => all + one, 0)
  add('burst: without a paper', burst.asked - burst.waits.length, 0, 'people')
  add('burst: p95 of the wait', percentile(burst.waits, 0.95) / 1000, 30, 's')
  add('burst: failed calls', failed + burst.failedSaves, 0, '')
  add('burst: p95 of a save', percentile(burst.saves, 0.95) / percentile(burst.quietSaves, 0.95), 10, '× quiet')
}

const slowest = (our: Phase | undefined, its: Phase | undefined) =>
  our && its && percentile(times(our.trace.samples), 0.95) / percentile(times(its.trace.samples), 0.95)

function verdictOn({ name, value, most, unit }: Aim): string {
  const said = `${shown(value)}${unit === '' ? '' : ` ${unit}`}`
  const measured = `${name.padEnd(38)} ${said.padStart(14)}`
  if (most === null) return measured
  const is = `${measured}   aim ≤ ${most}`
  if (value <= most) return `${is.padEnd(68)} met`
  const by = most === 0 ? `by ${shown(value)}` : `by ${(value / most).toFixed(1)} ×`
  return `${is.padEnd(68)} MISSED ${by}`
}

function figuresOf(measured: Measured) {
  return JSON.parse(
    JSON.stringify(measured, (key: string, value: unknown) => (key === 'trace' || key === 'list' ? undefined : value)),
  ) as unknown
}
