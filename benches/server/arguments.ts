import { parseArgs } from 'node:util'

export const phases = ['e1', 'e2', 'saves', 'count', 'paper', 'floor'] as const
export type Phase = (typeof phases)[number]

export interface Options {
  /** People who take exams in parallel, one exam after another. */
  users: number
  /** Exams of E1; E2 and the saves take twice as many, the floor several times. */
  exams: number
  /** Seconds after which a phase begins no exam. */
  seconds: number
  /** Slugs of the tests, taken in turn; if empty, all tests of 30 questions. */
  tests: string[]
  /** Finished exams to add to the database between two measurements; 0 measures only an empty database. */
  stored: number
  /** People who open their exam within ten seconds; 0 for none. */
  burst: number
  /** Whether papers are drawn ahead, as shipped, or at the start of each exam. */
  ahead: 'ahead' | 'at the start'
  /** Whether saves and submits carry the Bearer besides the ticket. The product's client sends the ticket alone. */
  bearer: boolean
  /** Value of Accept-Encoding, as a browser sends it. */
  encoding: string
  workMode: string
  only: ReadonlySet<Phase>
  /** Whether to print the statements of an exam by their number. */
  statements: boolean
  /** Options of node for the measured server, besides those of `npm start`. */
  node: string[]
  /** Folder for a CPU profile of the measured process. Its dearest functions are printed. */
  profile: string | null
  json: boolean
}

const usage = `npm run bench:server -- [options]
  --users 16        people at once, without a pause between their requests
  --exams 64        exams of E1; E2 and the saves take twice as many
  --seconds 40      no phase begins another exam after so long
  --test SLUG       this test (may be repeated); else those with 30 questions, by turns
  --only PHASE      ${phases.join(', ')} (may be repeated)
  --stored N        measure, fill the database with N finished exams, and measure again
  --burst N         N people open their exam within ten seconds, beside 50 who are in theirs
  --at-the-start    each paper is drawn when its exam begins: as where none has waited
  --bearer          saves and submits carry the Bearer too, not the ticket alone
  --encoding VALUE  Accept-Encoding of the requests (default: as Chromium over TLS; identity: nothing is compressed)
  --work-mode MODE  auto (as shipped), inline or job
  --statements      list the statements of an exam
  --node OPTION     give the server's node this option, too (may be repeated): --node=--max-semi-space-size=16
  --profile FOLDER  write a CPU profile of the server there, and print where its time went
  --json            print the figures as JSON, too
  BENCH_DATABASE_URL: a PostgreSQL of this machine to use in place of a new one; the user must be a superuser.`

/** Reads the command line. Prints the usage and ends the process if it is wrong. */
export function readArguments(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        users: { type: 'string', default: '16' },
        exams: { type: 'string', default: '64' },
        seconds: { type: 'string', default: '40' },
        test: { type: 'string', multiple: true, default: [] },
        only: { type: 'string', multiple: true, default: [] },
        stored: { type: 'string', default: '0' },
        burst: { type: 'string', default: '0' },
        'at-the-start': { type: 'boolean', default: false },
        bearer: { type: 'boolean', default: false },
        encoding: { type: 'string', default: 'gzip, deflate, br, zstd' },
        'work-mode': { type: 'string', default: 'auto' },
        statements: { type: 'boolean', default: false },
        node: { type: 'string', multiple: true, default: [] },
        profile: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    const named = values.only.map(phaseOf)
    return {
      users: whole('users', values.users, 1),
      exams: whole('exams', values.exams, 1),
      seconds: whole('seconds', values.seconds, 1),
      tests: values.test,
      stored: whole('stored', values.stored, 0),
      burst: whole('burst', values.burst, 0),
      ahead: values['at-the-start'] ? 'at the start' : 'ahead',
      bearer: values.bearer,
      encoding: values.encoding,
      workMode: values['work-mode'],
      only: new Set(named.length > 0 ? named : phases),
      statements: values.statements,
      node: values.node,
      profile: values.profile ?? null,
      json: values.json,
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(usage)
    process.exit(2)
  }
}

function whole(name: string, value: string, least: number): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < least) throw new Error(`--${name} must be a whole number from ${least}`)
  return number
}

function phaseOf(name: string): Phase {
  const phase = phases.find((known) => known === name)
  if (phase === undefined) throw new Error(`There is no phase "${name}": ${phases.join(', ')}.`)
  return phase
}
