import { desc, eq } from 'drizzle-orm'
import type { Result } from '#contract/result.ts'
import { databaseNow, type Queries } from '../../../db/connect.ts'
import { results } from '../../../db/schema/attempts.ts'
import { isUuid } from '../../../db/uuid.ts'
import { OperatorMistake } from '../../audit/operator-mistake.ts'
import type { Services } from '../../../services.ts'
import type { Act } from '../../audit/act-as-operator.ts'
import { actAsOperator } from './act-on-record.ts'
import { countedOf, mergedAnswers, readStoredAnswers, winnersOf } from '../answers/answer-events.ts'
import type { Attempt } from '../attempt.ts'
import { examUse } from '../exam-use.ts'
import { lockAttempt } from '../attempt-repository.ts'
import { gradeAnswers } from '../result/grade-answers.ts'
import { countedLate, gradedReceipt, notCounted } from '../result/graded-receipt.ts'
import { hasTimeRunOut, inTimeOf, latenessOf, timesOfExam } from '../answers/lateness.ts'
import { findItems } from '../paper/paper-store.ts'
import { findSubmission, findTiming } from '../answers/submission-store.ts'
import { readPauses } from '../pauses.ts'
import { notifyOfReScore } from '../notify-owner.ts'

/** The re-score cannot be done; the message tells the operator why. */
export class ReScoreRefused extends OperatorMistake {
  override readonly name = 'ReScoreRefused'
}

interface ReScore {
  attemptId: string
  /** Shown to the attempt's owner. */
  reason: string
  author: string
  /** Whether all stored answers count, also those after the close or after the end. */
  includeLate: boolean
  /** Reports the outcome, and writes nothing. */
  isRehearsal?: boolean
}

export interface ReScored {
  version: number
  before: { correct: number; total: number }
  after: { correct: number; total: number }
  act: Act
}

/**
 * Grades a graded attempt again by today's keys and rules: appends the next version of its result with reason, author and
 * signed receipt, and notifies the owner. No version is ever changed; the bytes that answered the submission stay. Throws
 * ReScoreRefused for an unknown attempt, one without a grade, a trimmed training, an empty reason or author.
 */
export async function reScore(services: Pick<Services, 'db' | 'receipts'>, request: ReScore): Promise<ReScored> {
  const [reason, author] = [request.reason.trim(), request.author.trim()]
  if (reason === '' || author === '') throw new ReScoreRefused('A re-score needs a reason and an author.')
  if (!isUuid(request.attemptId)) throw new ReScoreRefused(`"${request.attemptId}" is no attempt's id.`)

  return actAsOperator(services.db, { ...request, reason, author }, async (tx) => {
    const { attempt } = (await lockAttempt(tx, request.attemptId)) ?? {}
    if (attempt === undefined) throw new ReScoreRefused(`There is no attempt ${request.attemptId}.`)
    if (attempt.state !== 'graded')
      throw new ReScoreRefused(`This attempt is ${attempt.state}: only a graded one can be re-scored.`)
    if (attempt.trimmedAt !== null) throw new ReScoreRefused('Of this old training no more than its result is kept.')
    const graded = await gradeAgain(services, tx, attempt, { reason, author, includeLate: request.includeLate })
    const act = {
      command: 'rescore',
      userId: attempt.userId,
      purchaseId: attempt.purchaseId,
      attemptId: attempt.id,
      // Not the scores: they are erased with their owner, and this record stays.
      before: { version: graded.version - 1 },
      after: { version: graded.version, include_late: request.includeLate },
    }
    return { ...graded, act }
  })
}

interface NextGrade {
  reason: string
  author: string
  /** Null: as in the version before. */
  includeLate: boolean | null
}

/**
 * Appends the next version of a graded attempt's result and notifies its owner, in the transaction of an operator's act, which
 * holds the attempt. The attempt must be whole: a trimmed training has neither paper nor answers.
 */
export async function gradeAgain(
  { receipts }: Pick<Services, 'receipts'>,
  tx: Queries,
  attempt: Attempt,
  { reason, author, includeLate }: NextGrade,
): Promise<Omit<ReScored, 'act'>> {
  const submission = await findSubmission(tx, attempt.id)
  const [before] = await tx
    .select()
    .from(results)
    .where(eq(results.attemptId, attempt.id))
    .orderBy(desc(results.version))
    .limit(1)

  const pauses = await readPauses(tx, attempt)
  const timing = await findTiming(tx, attempt.id)
  const storedAnswers = await readStoredAnswers(tx, attempt)
  const { stored } = storedAnswers
  const includesLate = includeLate ?? countedLate(before!.receipt)
  const counted = includesLate ? stored : countedOf(stored)
  const winners = winnersOf(counted)
  const late = latenessOf({ deadlineAt: attempt.deadlineAt, inTime: inTimeOf(attempt, counted) }, winners)
  const times = timesOfExam(attempt, { closedBy: submission!.closedBy, late, winners }, pauses)
  const content = {
    ...(await gradeAnswers(
      tx,
      attempt,
      (await findItems(tx, attempt.id))!,
      mergedAnswers(winners),
      storedAnswers,
      timing,
      pauses,
      hasTimeRunOut(attempt, times, pauses),
    )),
    ...times,
  }
  const version = before!.version + 1
  await tx.insert(results).values({
    ...content,
    attemptId: attempt.id,
    version,
    reason,
    author,
    receipt: await receipts.sign(
      gradedReceipt(attempt.id, content, await databaseNow(tx), {
        version,
        reason,
        author,
        include_late: includesLate,
        ...(!includesLate && notCounted(stored)),
      }),
    ),
  })
  await examUse.wantPapers(tx, [attempt.purchaseId])
  await notifyOfReScore(tx, attempt, reason, hasRepeat(content.scoreWithheld) && !hasRepeat(before!.scoreWithheld))
  return { version, before: scoreOf(before!), after: scoreOf(content) }
}

const scoreOf = ({ correct, total }: { correct: number; total: number }) => ({ correct, total })
const hasRepeat = (withheld: unknown) => (withheld as Result['score_withheld'])?.free_repeat === true
