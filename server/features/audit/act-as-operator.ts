import type { Database, Queries } from '../../db/connect.ts'
import { operatorActions } from '../../db/schema/operators.ts'
import { OperatorMistake } from './operator-mistake.ts'
import { type PersonNames, requireNamelessReason } from './nameless-reason.ts'

/** Who acts, and why. */
export interface OperatorWord {
  /** A name by which this operator is known. It stays for good. */
  author: string
  /** Stays for good, also when the person whom it is about is erased. Null only for extra time (decision 0022). */
  reason: string | null
  /** Does everything and takes it back: what would change is returned, nothing is written. */
  isRehearsal?: boolean
}

/** Figures and states, never what a person gave us: they stay when the person is erased. */
export type Facts = Record<string, string | number | boolean | null>

/** One thing that an operator does, as it is written down. */
export interface Act {
  command: string
  /** Whom it is about; of nobody where it concerns no single person. */
  userId?: string
  /** Where it is not given, that of the purchase. */
  orderId?: string
  purchaseId?: string
  attemptId?: string
  /** The same reason goes to many, and was written of none of them: a word in it may be the name of one by chance. */
  isOfMany?: true
  before: Facts
  after: Facts
}

/** What a record asks of features that audit lies below; `exams/operator-acts/act-on-record.ts` gives it. */
interface Lookups {
  /** What names the person of this account; undefined where there is none any more. */
  namesOf: (queries: Queries, userId: string) => Promise<PersonNames | undefined>
  /** The order of this purchase. */
  orderIdOf: (queries: Queries, purchaseId: string) => Promise<string | undefined>
}

/**
 * What runs an operator's act in one transaction with its row in `operator_actions`: neither exists without the other. `work`
 * returns what it did as `act`; null says that nothing had to be changed, and writes no row. A rehearsal is the same
 * transaction, rolled back. Throws OperatorMistake without an author or a reason, and for a reason that names the person.
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

/** Writes an act down in its own transaction. */
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

/** Ends the transaction of a rehearsal; carries out of it what would have been done. */
class Rehearsed extends Error {
  readonly done: unknown

  constructor(done: unknown) {
    super('rehearsed')
    this.done = done
  }
}
