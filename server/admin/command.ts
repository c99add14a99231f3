import type { Database } from '../db/connect.ts'
import type { OperatorWord } from '../features/audit/act-as-operator.ts'
import type { OperatorPlace } from './operator-place.ts'

/** One command of operators: what it takes, and what it does. It parses and prints; the acts are the features'. */
export interface Command {
  /** What follows its name: `USER --reason WHY`. */
  takes: string
  /** A sentence or two for the list of commands. */
  does: string
  /** Its own options beside --author, --reason, --dry-run, --json and --help. */
  options?: Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>
  /** How many arguments without a name it takes, at least and at most. */
  operands: readonly [least: number, most: number]
  /** Throws OperatorMistake, whose message is all that the command then prints. */
  run(call: Call): Promise<CommandOutput>
}

/** One call of a command. */
export interface Call {
  operands: readonly string[]
  /** The value of an option of type string; null when it was not given. */
  text(option: string): string | null
  /** The values of an option that may be given several times. */
  texts(option: string): readonly string[]
  isSet(option: string): boolean
  /** Who acts and why, as `actAsOperator` wants it. Throws OperatorMistake where either is missing. */
  word(): OperatorWord
  /** The same without a reason: for extra time alone (decision 0022). */
  wordWithoutReason(): Omit<OperatorWord, 'reason'>
  db: Database
  place: OperatorPlace
  /** Tells a line at once, before what takes a while; nothing with --json. */
  say(line: string): void
}

/** What a command prints. */
export interface CommandOutput {
  /** With --json, printed as it is: dates as ISO 8601 in UTC, amounts in kopiykas. */
  facts: unknown
  lines: readonly string[]
  /** Part of it could not be done, as the lines say: the process ends with 1. */
  isIncomplete?: boolean
}
