/**
 * `npm run bench:server [-- options]`: the cost of an exam for the server and its database, next to the smallest server that does
 * the same work on the same PostgreSQL. Prints tables; asserts nothing. `--help` lists the options. Linux only.
 */
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { type Options, readArguments } from './arguments.ts'
import { type BenchPostgres, startBenchPostgres } from './bench-postgres.ts'
import { measureBurst } from './burst.ts'
import { ExamTaker, inClosedLoop, type Manner, takeByOneSubmit, takeBySaves } from './exam-taker.ts'
import type { Figures, Measured, PaperCost } from './figures.ts'
import { fillStored } from './fill-stored.ts'
import { newTrace, type Trace } from './http-caller.ts'
import { countPhases, growth, measureAhead, measurePhase, tableSizes, untilSteady, withPaper } from './meter.ts'
import { type BoughtTest, findTests, makeBuyers, type PaperTime, untilDrawn } from './people.ts'
import { dearestFunctions } from './profile.ts'
import { printReport } from './report.ts'
import { authSecret, type Fixtures, type MeasuredServer, startFloor, startProduct } from './server-under-test.ts'

interface Extent {
  /** Number of exams of each kind for one of `--exams`. */
  times: { e1: number; e2: number; saves: number }
  counting: { idleMs: number; settleMs: number }
}

/** After three seconds a job builds each paper that nobody else built. Its cost belongs to the exam. */
const extentOfOurs: Extent = { times: { e1: 1, e2: 2, saves: 2 }, counting: { idleMs: 4000, settleMs: 4500 } }
/** The floor is faster, so it plays more exams for an equally long measurement. It has no jobs and no background work. */
const extentOfFloor: Extent = { times: { e1: 4, e2: 8, saves: 8 }, counting: { idleMs: 0, settleMs: 0 } }
/** People who take an exam during a burst. */
const examineesOfBurst = 50

type Scenario = (exam: ExamTaker) => Promise<void>

interface Bench {
  postgres: BenchPostgres
  server: MeasuredServer
  tests: BoughtTest[]
  options: Options
}

async function main(options: Options): Promise<void> {
  if (process.platform !== 'linux') throw new Error('the bench reads CPU from /proc: it runs on Linux only')
  if (options.profile !== null) mkdirSync(options.profile, { recursive: true })
  const measured: Measured = { ours: {}, empty: null, floor: {}, paper: null, fillSeconds: null }
  const postgres = await startBenchPostgres()
  // An interrupted run must not leave a database of 30 GB behind.
  const leave = () => void postgres.stop().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  try {
    const { fixtures, tests } = await measureOurs(postgres, options, measured)
    if (options.only.has('floor')) measured.floor = await measureFloor(postgres, options, tests, fixtures)
    if (options.only.has('paper')) measured.paper = await measurePaper(tests, options)
  } finally {
    await postgres.stop()
  }
  printReport(measured, options)
  if (options.profile !== null) {
    console.log('\nWhere the server spent its CPU, by function, without what it called')
    for (const { percent, name, where } of dearestFunctions(options.profile, 20)) {
      console.log(`  ${percent.toFixed(1).padStart(5)} %  ${name}  ${where}`)
    }
  }
}

async function measureOurs(postgres: BenchPostgres, options: Options, measured: Measured) {
  let server = await startProduct(postgres.url, { ...options, profile: null })
  const tests = await findTests(postgres.client, options.tests)
  const fixtures = await recordFixtures({ postgres, server, tests, options })
  if (options.stored > 0) {
    await server.stop()
    measured.empty = await measureEmpty(postgres, tests, options)
    measured.fillSeconds = await fillStored(postgres, fixtures.buyer, options.stored)
    server = await startProduct(postgres.url, options)
  } else if (options.profile !== null) {
    await server.stop()
    server = await startProduct(postgres.url, options)
  }
  try {
    measured.ours = await measureServer({ postgres, server, tests, options }, extentOfOurs)
    if (options.burst > 0) {
      const people = await makeBuyers(postgres.client, authSecret, tests, options.burst, options.ahead)
      const examinees = await makeBuyers(postgres.client, authSecret, tests, examineesOfBurst)
      await untilPapersWait({ postgres, options })
      measured.ours.burst = await measureBurst(people, examinees, mannerOf(server, options))
      measured.ours.burstMemory = server.peakMemory()
    }
  } finally {
    await server.stop()
  }
  return { fixtures, tests }
}

/** Measures the empty database as the full one will be: with a server that finds its tables made, and without autovacuum. */
async function measureEmpty(postgres: BenchPostgres, tests: BoughtTest[], options: Options): Promise<Figures> {
  if (postgres.canRestart) await postgres.configure({ autovacuum: 'off' }, 'reload')
  const server = await startProduct(postgres.url, { ...options, profile: null })
  try {
    return await measureServer({ postgres, server, tests, options }, extentOfOurs)
  } finally {
    await server.stop()
  }
}

async function measureFloor(postgres: BenchPostgres, options: Options, tests: BoughtTest[], fixtures: Fixtures) {
  const server = await startFloor(postgres.url, fixtures)
  try {
    // The floor draws no papers.
    return await measureServer(
      { postgres, server, tests, options: { ...options, ahead: 'at the start' } },
      extentOfFloor,
    )
  } finally {
    await server.stop()
  }
}

const mannerOf = ({ origin }: MeasuredServer, { encoding, bearer }: Options): Manner => ({ origin, encoding, bearer })

/** Takes one exam of each test. The floor replies with the recorded bytes. */
async function recordFixtures(bench: Bench): Promise<Fixtures & { buyer: Awaited<ReturnType<typeof makeBuyers>>[0] }> {
  const buyers = await makeBuyers(bench.postgres.client, authSecret, bench.tests, bench.tests.length)
  const papers: Fixtures['papers'] = []
  for (const buyer of buyers) {
    const exam = new ExamTaker(buyer, mannerOf(bench.server, bench.options), newTrace())
    await takeBySaves(exam)
    exam.close()
    const { attempt } = JSON.parse(exam.bytes.paper) as { attempt: { id: string; ticket: string } }
    const { paper: reply, submitted, result } = exam.bytes
    papers.push({ reply, attemptId: attempt.id, ticket: attempt.ticket, submitted, result })
  }
  return { papers, buyer: buyers[0]! }
}

async function measureServer(bench: Bench, { times, counting }: Extent): Promise<Figures> {
  const { postgres, server, options } = bench
  const { only, exams } = options
  const figures: Figures = { warmUpRounds: await warmUp(bench) }
  const scenario = async (count: number, take: Scenario) => {
    const exams = await prepare(bench, count, options.ahead)
    const paper = await measureAhead(server, () => untilPapersWait(bench))
    const before = await tableSizes(postgres)
    const phase = withPaper(await measurePhase(postgres, server, (trace) => run(bench, exams(trace), take)), paper)
    return { phase, grown: growth(before, await tableSizes(postgres), phase.done) }
  }
  const e1 = only.has('e1') ? await scenario(exams * times.e1, takeBySaves) : null
  const e2 = only.has('e2') ? await scenario(exams * times.e2, takeByOneSubmit) : null
  if (e1 !== null) figures.e1 = e1.phase
  if (e2 !== null) figures.e2 = e2.phase
  if (e1 !== null && e2 !== null) figures.grown = { e1: e1.grown, e2: e2.grown }
  if (only.has('saves')) Object.assign(figures, await measureSaves(bench, exams * times.saves))
  figures.memory = server.peakMemory()
  if (only.has('count')) {
    const count = Math.min(32, exams)
    const [bySaves, byOneSubmit] = [
      await prepare(bench, count, options.ahead),
      await prepare(bench, count, options.ahead),
    ]
    await untilPapersWait({ postgres, options })
    const [e1, e2] = await countPhases(postgres, counting, [
      () => run(bench, bySaves(newTrace()), takeBySaves),
      () => run(bench, byOneSubmit(newTrace()), takeByOneSubmit),
    ])
    figures.counted = { e1: e1!, e2: e2! }
  }
  return figures
}

/**
 * Warms the server up, because V8 compiles functions after thousands of calls, and a process draws its first papers at twice the
 * cost. Plays short exams until a round is not cheaper than the one before; then, if single saves are measured, exams by saves.
 * Returns the rounds of short exams.
 */
async function warmUp(bench: Bench): Promise<number> {
  const { postgres, server, options } = bench
  const { only, users } = options
  if (!only.has('e1') && !only.has('e2') && !only.has('saves')) return 0
  const count = Math.min(users * 6, options.exams * 2)
  const rounds = await untilSteady(async () => {
    const exams = await prepare(bench, count)
    return (await measurePhase(postgres, server, (trace) => run(bench, exams(trace), takeByOneSubmit))).nodeMs
  })
  if (only.has('e1') || only.has('saves')) await run(bench, (await prepare(bench, count))(newTrace()), takeBySaves)
  return rounds
}

/** Makes the people of a phase before the phase begins. */
async function prepare({ postgres, server, tests, options }: Bench, count: number, paperTime?: PaperTime) {
  const buyers = await makeBuyers(postgres.client, authSecret, tests, count, paperTime)
  return (trace: Trace) => buyers.map((buyer) => new ExamTaker(buyer, mannerOf(server, options), trace))
}

const untilPapersWait = async ({ postgres, options }: Pick<Bench, 'postgres' | 'options'>) =>
  options.ahead === 'ahead' ? untilDrawn(postgres.client) : 0

function run({ options }: Bench, exams: ExamTaker[], take: Scenario): Promise<number> {
  return inClosedLoop(exams, options, async (exam) => {
    await take(exam)
    exam.close()
  })
}

/** Measures the first answer of each exam, then saves all but the last answer by one call, then measures the last answer. */
async function measureSaves(bench: Bench, count: number): Promise<Pick<Figures, 'first' | 'thirtieth'>> {
  const { postgres, server, options } = bench
  const begun: ExamTaker[] = []
  const buyers = await makeBuyers(postgres.client, authSecret, bench.tests, count)
  const traceOf = { current: newTrace() }
  const exams = buyers.map((buyer) => new ExamTaker(buyer, mannerOf(server, options), () => traceOf.current))
  await inClosedLoop(exams, options, async (exam) => {
    await exam.open()
    await exam.begin()
    begun.push(exam)
  })
  const phase = (act: Scenario) =>
    measurePhase(postgres, server, (trace) => {
      traceOf.current = trace
      return inClosedLoop(begun, options, act)
    })
  const first = await phase((exam) => exam.saveOne(0))
  await phase((exam) => exam.saveMany(1, exam.questions.length - 1))
  const thirtieth = await phase((exam) => exam.saveOne(exam.questions.length - 1))
  for (const exam of exams) exam.close()
  return { first, thirtieth }
}

/** Measures in a separate process, as plain JavaScript. */
async function measurePaper(tests: BoughtTest[], { exams }: Options): Promise<PaperCost> {
  const args = ['build/bench-server/paper-cost.js', String(exams), ...tests.map(({ slug }) => slug)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as PaperCost
}

await main(readArguments(process.argv.slice(2)))
