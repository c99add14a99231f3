/**
 * `npm run exam-day -- --people N`: one exam that all of these people take in the same hour, at one process and one PostgreSQL of
 * this machine. They log in, press "start" and submit, each within seconds, while others keep saving. This process only makes the
 * load. All people are in the database before, with one password hash. Prints a table; asserts nothing.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { hashPassword } from '../../server/features/auth/password-hash.ts'
import { backOff } from '../../src/attempt/sync/back-off.ts'
import { type BenchPostgres, startBenchPostgres } from './bench-postgres.ts'
import { beginAll, goOn } from './burst.ts'
import { ExamTaker, inClosedLoop, type Manner, Refused, takeByOneSubmit } from './exam-taker.ts'
import { Caller, newTrace } from './http-caller.ts'
import { type Buyer, findTests, makeBuyers, untilDrawn } from './people.ts'
import { percentile } from './report.ts'
import { authSecret, type MeasuredServer, startProduct } from './server-under-test.ts'

const usage = `npm run exam-day -- [options]
  --people 2000          who log in, start and hand in
  --log-in-within 120    seconds over which log-ins are spread
  --start-within 10      seconds within which all press "start"
  --hand-in-within 30    seconds within which all hand in: the grace after the end of an exam
  --others 50            people who save all the time
  --json                 print the figures as JSON, too`

const quietSeconds = 15
/** Milliseconds for which a person looks at a waiting page. A delivery continues for longer. */
const patienceMs = 270_000
const password = 'one password of the whole bench'

interface Options {
  people: number
  logInWithin: number
  startWithin: number
  handInWithin: number
  others: number
  json: boolean
}

interface Phase {
  name: string
  asked: number
  /** Milliseconds from a person's request until it was done, retries included. */
  waits: number[]
  /** Calls refused by 503 or 429, and retried when the server had said. */
  putOff: number
  /** Other failed calls, by message. They were retried, too. */
  failed: Record<string, number>
  /** Milliseconds of other people's saves meanwhile. */
  saves: number[]
  failedSaves: number
  /** CPU milliseconds of the phase, including everything that runs at the same time. */
  processMs: number
  postgresMs: number
  /** Greatest number of submitted exams that waited for a grade. */
  mostUngraded: number
}

class ExamDay {
  readonly #server: MeasuredServer
  readonly #postgres: BenchPostgres
  readonly phases: Phase[] = []

  constructor(server: MeasuredServer, postgres: BenchPostgres) {
    this.#server = server
    this.#postgres = postgres
  }

  note(ms: number | null): void {
    const phase = this.phases.at(-1)
    if (phase === undefined) return
    if (ms === null) phase.failedSaves += 1
    else phase.saves.push(ms)
  }

  /** Plays `act` for each of these until it succeeds. Spreads the starts over `within` seconds. */
  async play<T>(name: string, things: readonly T[], within: number, act: (thing: T) => Promise<void>): Promise<Phase> {
    const phase: Phase = {
      name,
      asked: things.length,
      waits: [],
      putOff: 0,
      failed: {},
      saves: [],
      failedSaves: 0,
      processMs: -this.#server.cpu(),
      postgresMs: -this.#postgres.cpu(),
      mostUngraded: 0,
    }
    this.phases.push(phase)
    console.log(`${name}: ${things.length} people`)
    let isOver = false
    const watching = this.#watchGrades(phase, () => isOver)
    const one = async (thing: T, number: number) => {
      await pause((number * within * 1000) / things.length)
      await untilDone(phase, () => act(thing))
    }
    await Promise.all([...things.map(one), ...(things.length === 0 ? [pause(within * 1000)] : [])])
    phase.processMs += this.#server.cpu()
    phase.postgresMs += this.#postgres.cpu()
    isOver = true
    await watching
    return phase
  }

  async #watchGrades(phase: Phase, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const { rows } = await this.#postgres.client.query<{ count: number }>(
        `select count(*)::int as count from attempts where state = 'submitted'`,
      )
      phase.mostUngraded = Math.max(phase.mostUngraded, rows[0]!.count)
      await pause(1000)
    }
  }
}

/** Retries as the product's client does: after the server's Retry-After plus a random pause, so that not all return together. */
async function untilDone(phase: Phase, act: () => Promise<void>): Promise<void> {
  const wanted = performance.now()
  for (let tries = 1; performance.now() - wanted < patienceMs; tries += 1) {
    try {
      await act()
      phase.waits.push(performance.now() - wanted)
      return
    } catch (error) {
      const isPutOff = error instanceof Refused && (error.status === 503 || error.status === 429)
      if (isPutOff) phase.putOff += 1
      else {
        const what = error instanceof Error ? error.message.slice(0, 100) : String(error)
        phase.failed[what] = (phase.failed[what] ?? 0) + 1
      }
      const asked = error instanceof Refused ? (error.retryAfter ?? 0) : 0
      await pause(asked * 1000 + backOff(tries, Math.random))
    }
  }
}

async function main(options: Options): Promise<void> {
  if (process.platform !== 'linux') throw new Error('the bench reads CPU from /proc: it runs on Linux only')
  const postgres = await startBenchPostgres()
  const leave = () => void postgres.stop().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  try {
    const server = await startProduct(postgres.url, { workMode: 'auto', profile: null, node: [] })
    try {
      printDay(await playDay(server, postgres, options), server.peakMemory(), options)
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

async function playDay(server: MeasuredServer, postgres: BenchPostgres, options: Options): Promise<Phase[]> {
  const manner: Manner = { origin: server.origin, encoding: 'gzip, deflate, br, zstd', bearer: false }
  const tests = await findTests(postgres.client, [])
  const warm = await makeBuyers(postgres.client, authSecret, tests, 100)
  const people = await makeBuyers(postgres.client, authSecret, tests, options.people, 'ahead')
  await givePassword(postgres, people)
  await inClosedLoop(warm, { users: 8, seconds: 60 }, async (buyer) => {
    const exam = new ExamTaker(buyer, manner, newTrace())
    await takeByOneSubmit(exam)
    exam.close()
  })
  console.log(`${await untilDrawn(postgres.client)} papers are drawn ahead.`)
  const day = new ExamDay(server, postgres)
  // Made only now: their sessions live for ten minutes, and drawing may take as long.
  const others = await makeBuyers(postgres.client, authSecret, tests, options.others)
  const inExam = await beginAll(others, manner)
  let isOver = false
  const going = Promise.all(
    inExam.map((one) =>
      goOn(
        one,
        () => isOver,
        (ms) => day.note(ms),
      ),
    ),
  )
  await day.play('quiet', [], quietSeconds, async () => undefined)
  const signedIn = new Map<Buyer, string>()
  await day.play('log in', people, options.logInWithin, async (buyer) => {
    signedIn.set(buyer, await logIn(buyer, manner))
  })
  const exams = people.map((buyer) => {
    return new ExamTaker({ ...buyer, bearer: signedIn.get(buyer) ?? buyer.bearer }, manner, newTrace())
  })
  await day.play('start', exams, options.startWithin, async (exam) => {
    if (!exam.isOpen) await exam.open()
    await exam.begin()
  })
  const open = exams.filter((exam) => exam.isOpen)
  const handedIn = performance.now()
  await day.play('hand in', open, options.handInWithin, (exam) => exam.submit())
  await day.play('result', open, 0, (exam) => exam.result())
  console.log(`All graded ${((performance.now() - handedIn) / 1000).toFixed(1)} s after the first hand-in.`)
  isOver = true
  await going
  for (const { exam } of inExam) exam.close()
  for (const exam of exams) exam.close()
  return day.phases
}

/** One hash for all: the bench measures the server's work for a log-in, not this process's. */
async function givePassword({ client }: BenchPostgres, people: readonly Buyer[]): Promise<void> {
  const ids = people.map(({ userId }) => userId)
  await client.query('update users set password_hash = $1 where id = any($2)', [await hashPassword(password), ids])
}

async function logIn({ userId, address }: Buyer, { origin, encoding }: Manner): Promise<string> {
  const caller = new Caller(origin, address, encoding)
  const body = { email: `${userId}@bench.example`, password }
  try {
    const reply = await caller.call(newTrace(), 'log in', { method: 'POST', path: '/api/auth/login/', body })
    if (reply.status !== 200) throw new Refused('log in', reply)
    return (JSON.parse(reply.text()) as { access: string }).access
  } finally {
    caller.close()
  }
}

function printDay(phases: Phase[], memory: number, { json }: Options): void {
  const columns = ['', 'people', 'done', 'p50 s', 'p95 s', 'put off', 'failed', 'CPU ms each', 'PG ms each', 'ungraded']
  const ofOthers = ['saves', 'p50 ms', 'p95 ms', 'failed']
  console.log([...columns, ...ofOthers].map((name) => name.padStart(12)).join(''))
  for (const phase of phases) {
    const { asked, waits, failed, saves } = phase
    const each = (ms: number) => (asked === 0 ? '' : (ms / asked).toFixed(1))
    const at = (values: number[], share: number, unit: number) =>
      values.length === 0 ? '' : (percentile(values, share) / unit).toFixed(1)
    const cells = [
      phase.name,
      asked,
      waits.length,
      at(waits, 0.5, 1000),
      at(waits, 0.95, 1000),
      phase.putOff,
      Object.values(failed).reduce((all, count) => all + count, 0),
      each(phase.processMs),
      each(phase.postgresMs),
      phase.mostUngraded,
      saves.length,
      at(saves, 0.5, 1),
      at(saves, 0.95, 1),
      phase.failedSaves,
    ]
    console.log(cells.map((cell) => String(cell).padStart(12)).join(''))
    for (const [what, count] of Object.entries(failed)) console.log(`    ${count} × ${what}`)
  }
  console.log(`Most memory of the process: ${Math.round(memory)} MiB.`)
  console.log(
    'CPU of a phase is divided by its people; the saves beside it are in it. This process takes its share of the cores, too.',
  )
  if (json) console.log(JSON.stringify({ phases, memory }))
}

function readOptions(): Options {
  try {
    const text = (value: string) => ({ type: 'string', default: value }) as const
    const { values } = parseArgs({
      options: {
        people: text('2000'),
        'log-in-within': text('120'),
        'start-within': text('10'),
        'hand-in-within': text('30'),
        others: text('50'),
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    const whole = (name: 'people' | 'log-in-within' | 'start-within' | 'hand-in-within' | 'others') => {
      const number = Number(values[name])
      if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a whole number from 1`)
      return number
    }
    return {
      people: whole('people'),
      logInWithin: whole('log-in-within'),
      startWithin: whole('start-within'),
      handInWithin: whole('hand-in-within'),
      others: whole('others'),
      json: values.json,
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(usage)
    process.exit(2)
  }
}

await main(readOptions())
