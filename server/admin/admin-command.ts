import { connect } from '../db/connect.ts'
import { laterReleaseOf } from '../db/migrate.ts'
import { harmless, harmlessLine } from '../log/for-terminal.ts'
import { OperatorMistake } from '../features/audit/operator-mistake.ts'
import { findOperatorPlace } from './operator-place.ts'
import { findProjectRoot } from '../config/project-root.ts'
import type { Command, CommandOutput } from './command.ts'
import { attempt } from './commands/attempt.ts'
import { block, unblock } from './commands/block.ts'
import { differences } from './commands/differences.ts'
import { extraTime } from './commands/extra-time.ts'
import { find } from './commands/find.ts'
import { history } from './commands/history.ts'
import { mend } from './commands/mend.ts'
import { owed } from './commands/owed.ts'
import { reconcile } from './commands/reconcile.ts'
import { refund } from './commands/refund.ts'
import { reports } from './commands/reports.ts'
import { rescore } from './commands/rescore.ts'
import { responses } from './commands/responses.ts'
import { sessions } from './commands/sessions.ts'
import { staff } from './commands/staff.ts'
import { explain } from './explain.ts'
import { callOn, type Given, readCall } from './read-call.ts'

const commands: Record<string, Command> = {
  owed,
  differences,
  refund,
  reconcile,
  find,
  block,
  unblock,
  sessions,
  attempt,
  rescore,
  reports,
  mend,
  responses,
  'extra-time': extraTime,
  history,
  staff,
}

const usage = [
  'What an operator may do. Everything that changes something is written down for good, with its author and reason.',
  '',
  ...Object.entries(commands).flatMap(([name, { takes, does }]) => [
    `  npm run admin -- ${name} ${takes}`,
    `      ${does}`,
  ]),
  '',
  '--author NAME (or OPERATOR_NAME) says who acts, --dry-run rehearses and writes nothing, --json is for programs.',
  'DATABASE_URL and AUTH_SECRET are those of the servers; without DATABASE_URL it is the embedded database, which must',
  'not be in use by npm start. A mistake is told in one line and ends with code 2.',
].join('\n')

async function admin([name, ...args]: readonly string[]): Promise<void> {
  if (name === undefined || name === '--help') {
    console.log(usage)
    return
  }
  const command = Object.hasOwn(commands, name) ? commands[name]! : null
  if (command === null) throw new OperatorMistake(`There is no command ${name}: ${Object.keys(commands).join(', ')}.`)
  const given = readCall(name, command, args)
  if (given.isSet('help')) {
    console.log(`npm run admin -- ${name} ${command.takes}\n${command.does}`)
    return
  }
  print(given, await runOnDatabase(command, given))
}

async function runOnDatabase(command: Command, given: Given): Promise<CommandOutput> {
  const place = await findOperatorPlace()
  const { db, pool } = connect(place.databaseUrl, { max: 2, statements: place.databaseStatements })
  try {
    return await command.run(callOn(given, db, place, await laterReleaseOf(pool, findProjectRoot())))
  } finally {
    await pool.end()
    await place.leave()
  }
}

function print(given: Given, { facts, lines, isIncomplete = false }: CommandOutput): void {
  if (isIncomplete) process.exitCode = 1
  console.log(given.isSet('json') ? harmless(JSON.stringify(facts, null, 2)) : lines.map(harmlessLine).join('\n'))
}

admin(process.argv.slice(2)).catch((error: unknown) => {
  const { text, code } = explain(error)
  console.error(harmless(text))
  process.exitCode = code
})
