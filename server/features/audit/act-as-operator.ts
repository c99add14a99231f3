import type { Database, Queries } from '../../db/connect.ts'
import { operatorActions } from '../../db/schema/operators.ts'
import { OperatorMistake } from './operator-mistake.ts'
import { type PersonNames, requireNamelessReason } from './nameless-reason.ts'

export interface OperatorWord {
  /** A name by which this operator is known. It is kept for good. */
  author: string
  /** Kept for good, also after the person concerned is erased. Null only for extra time (decision 0022). */
  reason: string | null
  /** Does everything and rolls it back: the result says what would change. */
  isRehearsal?: boolean
}

/** Figures and states, never data that a person gave us: they are kept after the person is erased. */
export type Facts = Record<string, string | number | boolean | null>

export interface Act {
  command: string
  /** The person concerned; unset if the act concerns no single person. */
  userId?: string
  /** Unset: the order of the purchase. */
  orderId?: string
  purchaseId?: string
  attemptId?: string
  /** The same reason goes to many people and was written about none, so a word in it may be a person's name by chance. */
  isOfMany?: true
  before: Facts
  after: Facts
}

/** Look-ups of features above audit, which a record needs; `exams/operator-acts/act-on-record.ts` provides them. */
interface Lookups {
  /** The names of this account's person; undefined if there is no such account. */
  namesOf: (queries: Queries, userId: string) => Promise<PersonNames | undefined>
  orderIdOf: (queries: Queries, purchaseId: string) => Promise<string | undefined>
}

/**
 * Makes the function that runs an operator's act in one transaction with its row in `operator_actions`: neither exists without
 * the other. `work` returns the act; null means that nothing changed, and writes no row. A rehearsal is the same transaction,
 * rolled back. Throws OperatorMistake without an author or a reason, or if the reason names the person.
 */
export function recordingActs(lookups: Lookups) {
  return async function actAsOperator<T extends { act: Act | null }>(
    db: Database,
    word: OperatorWord,
    work: (tx: Queries) => Promise<T>,
  ): Promise<T> {
    try {
      return await db.transaction(async (tx) => {
        const done = await work(tx)
        if (done.act !== null) await recordAct(tx, word, done.act, lookups)
        if (word.isRehearsal === true) throw new Rehearsed(done)
        return done
      })
    } catch (error) {
      if (error instanceof Rehearsed) return error.done as T
      throw error
    }
  }
}

async function recordAct(tx: Queries, word: OperatorWord, act: Act, { namesOf, orderIdOf }: Lookups): Promise<void> {
  const author = word.author.trim()
  const reason = word.reason?.trim() ?? null
  if (author === '') throw new OperatorMistake('Who acts is needed: --author "name", or OPERATOR_NAME.')
  if (reason === '') throw new OperatorMistake('A reason is needed: --reason "why".')
  const { isOfMany = false, ...facts } = act
  if (reason !== null) {
    const isNamed = !isOfMany && act.userId !== undefined
    requireNamelessReason(reason, isNamed ? await namesOf(tx, act.userId!) : undefined)
  }
  const orderId = act.orderId ?? (act.purchaseId === undefined ? undefined : await orderIdOf(tx, act.purchaseId))
  await tx.insert(operatorActions).values({ ...facts, orderId, author, reason })
}

/** Rolls a rehearsal's transaction back, and carries its result out. */
class Rehearsed extends Error {
  readonly done: unknown

  constructor(done: unknown) {
    super('rehearsed')
    this.done = done
  }
}
