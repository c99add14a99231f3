import type { Database } from '../db/connect.ts'
import type { OperatorWord } from '../features/audit/act-as-operator.ts'
import type { OperatorPlace } from './operator-place.ts'

/** A command for operators. It parses and prints; features do the work. */
export interface Command {
  /** Its arguments: `USER --reason WHY`. */
  takes: string
  /** A sentence or two for the list of commands. */
  does: string
  /** Options besides --author, --reason, --dry-run, --json and --help. */
  options?: Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>
  /** The least and the greatest number of positional arguments. */
  operands: readonly [least: number, most: number]
  /** Throws OperatorMistake; the command then prints its message alone. */
  run(call: Call): Promise<CommandOutput>
}

export interface Call {
  operands: readonly string[]
  /** The value of a string option, or null. */
  text(option: string): string | null
  /** The values of a repeatable option. */
  texts(option: string): readonly string[]
  isSet(option: string): boolean
  /** The author and reason for `actAsOperator`. Throws OperatorMistake if one is missing. */
  word(): OperatorWord
  /** The author without a reason: for extra time alone (decision 0022). */
  wordWithoutReason(): Omit<OperatorWord, 'reason'>
  db: Database
  place: OperatorPlace
  /** Prints a line immediately, before slow work; nothing with --json. */
  say(line: string): void
}

export interface CommandOutput {
  /** Printed with --json: dates as ISO 8601 in UTC, amounts in kopiykas. */
  facts: unknown
  lines: readonly string[]
  /** A part failed, as `lines` say: the process ends with code 1. */
  isIncomplete?: boolean
}
