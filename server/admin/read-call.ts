import { parseArgs } from 'node:util'
import { isBlankText, pastedLine, pastedNote, seenText } from '#contract/pasted-text.ts'
import type { Database } from '../db/connect.ts'
import { harmlessLine } from '../log/for-terminal.ts'
import { OperatorMistake } from '../features/audit/operator-mistake.ts'
import type { OperatorPlace } from './operator-place.ts'
import type { Call, Command } from './command.ts'

const sharedOptions = {
  author: { type: 'string' },
  reason: { type: 'string' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

export type Given = Omit<Call, 'db' | 'place' | 'say'>

/** Parses the arguments of a command. Throws OperatorMistake, and errors of parseArgs (ERR_PARSE_ARGS_…). */
export function readCall(name: string, command: Command, args: readonly string[]): Given {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { ...sharedOptions, ...command.options },
    allowPositionals: true,
  })
  // An address or id that was copied from a letter may bring invisible characters.
  const operands = positionals.map(seenText)
  const given = values as Record<string, string | boolean | string[] | undefined>
  const [least, most] = command.operands
  const isFit = operands.length >= least && operands.length <= most
  if (!isFit && given.help !== true) throw new OperatorMistake(`It is: npm run admin -- ${name} ${command.takes}`)

  const text = (option: string) => (typeof given[option] === 'string' ? given[option] : null)
  const author = () => {
    const who = pastedLine(text('author') ?? process.env.OPERATOR_NAME ?? '')
    if (who === '') throw new OperatorMistake('Who acts is needed: --author NAME, or OPERATOR_NAME in the environment.')
    return { author: who, isRehearsal: given['dry-run'] === true }
  }
  return {
    operands,
    text,
    texts: (option) => [given[option] ?? []].flat().filter((value) => typeof value === 'string'),
    isSet: (option) => given[option] === true,
    wordWithoutReason: author,
    word() {
      const who = author()
      const reason = pastedNote(text('reason') ?? '')
      if (isBlankText(reason)) throw new OperatorMistake('A reason is needed: --reason WHY. It stays for good.')
      return { ...who, reason }
    },
  }
}

/** A call on this database. With an `obstacle` a command that asks for its author gets OperatorMistake; reading continues. */
export function callOn(given: Given, db: Database, place: OperatorPlace, obstacle: Error | null = null): Call {
  const unlessObstacle =
    <T>(ask: () => T) =>
    () => {
      if (obstacle !== null) throw new OperatorMistake(obstacle.message)
      return ask()
    }
  return {
    ...given,
    word: unlessObstacle(given.word),
    wordWithoutReason: unlessObstacle(given.wordWithoutReason),
    db,
    place,
    say: (line) => (given.isSet('json') ? undefined : console.log(harmlessLine(line))),
  }
}
