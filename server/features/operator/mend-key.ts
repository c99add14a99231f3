import { and, eq, isNull, sql } from 'drizzle-orm'
import { type ItemKey, keyMarker } from '#content/item.ts'
import { readNumber } from '#contract/number-answer.ts'
import type { AnswerValue, Option, Question } from '#contract/question.ts'
import type { Queries } from '../../db/connect.ts'
import { questionReports } from '../../db/schema/question-reports.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import type { Services } from '../../services.ts'
import type { Act, OperatorWord } from '../audit/act-as-operator.ts'
import { actAsOperator } from '../exams/operator-acts/act-on-record.ts'
import { lockAttempt } from '../exams/attempt-repository.ts'
import { eachPaper, findItems, replaceKeys } from '../exams/paper/paper-store.ts'
import { gradeAgain, type ReScored } from '../exams/operator-acts/re-score.ts'
import { requireReport } from './list-reports.ts'

export interface Mending {
  /** The report of the item. Its key is mended in the author's paper and in every other that has the same item. */
  reportId: string
  /** Places among the item's options, from 1, as the report draws them, or answers to type; any of several is right. */
  right: readonly string[]
  /** Why that is right, in Ukrainian: reviews show it. The figure of the old explanation is dropped. */
  explanation: string
}

export interface Mended {
  /** Papers that had another key. */
  papers: number
  /** Papers among these that had a grade, and got its next version. */
  graded: number
  /** Graded papers that now have another number of right answers. */
  changed: number
}

/**
 * Mends the key of an item in every kept paper that has it, whatever the order and ids of its options. A graded attempt is graded
 * again, its owner reads the reason, and its open reports are closed. Each paper is one transaction. If a call breaks off, the
 * operator repeats it: papers with the new key are skipped. Reads every paper. A release must first stop making such items.
 * Throws OperatorMistake.
 */
export async function mendKey(
  services: Pick<Services, 'db' | 'receipts'>,
  word: OperatorWord,
  { reportId, right, explanation }: Mending,
): Promise<Mended> {
  const { db } = services
  const { item } = await requireReport(db, reportId)
  const answer = rightIn(item.question, right)
  if (explanation.trim() === '') throw new OperatorMistake('An explanation is needed: --explanation "чому".')
  const isIt = sameAs(item.question)
  const mending = { isIt, answer, explanation: explanation.trim() }
  const mended: Mended = { papers: 0, graded: 0, changed: 0 }
  for await (const { attemptId, questions } of eachPaper(db)) {
    if (!questions.some(isIt)) continue
    const done = await mendPaper(services, word, attemptId, mending)
    if (done === null) continue
    mended.papers += 1
    if (done.graded === null) continue
    mended.graded += 1
    if (done.graded.before.correct !== done.graded.after.correct) mended.changed += 1
  }
  return mended
}

/** The right answer of an item: bodies of options, or texts to type. */
type Right = { options: readonly string[] } | { typed: readonly string[] }

function rightIn({ kind, options }: Question, right: readonly string[]): Right {
  if (right.length === 0) throw new OperatorMistake('What is right is needed: --right VALUE, several times if need be.')
  if (options) {
    const bodies = right.map((place) => (/^\d+$/.test(place) ? options[Number(place) - 1] : undefined))
    if (bodies.includes(undefined))
      throw new OperatorMistake(`--right is the place of an option: 1 to ${options.length}.`)
    return { options: bodies.map((option) => bodyOf(option!)) }
  }
  if (kind === 'number' && right.some((value) => readNumber(value) === undefined)) {
    throw new OperatorMistake('--right is a number here.')
  }
  return { typed: right }
}

interface PaperMending {
  isIt: (question: Question) => boolean
  answer: Right
  explanation: string
}

interface PaperMended {
  graded: Omit<ReScored, 'act'> | null
  act: Act | null
}

/** Null if the paper has been erased or has the new key already. */
async function mendPaper(
  services: Pick<Services, 'db' | 'receipts'>,
  word: OperatorWord,
  attemptId: string,
  { isIt, answer, explanation }: PaperMending,
): Promise<PaperMended | null> {
  const done = await actAsOperator(services.db, word, async (tx): Promise<PaperMended> => {
    const { attempt } = (await lockAttempt(tx, attemptId)) ?? {}
    const items = attempt === undefined ? undefined : await findItems(tx, attemptId)
    const old = items?.find(({ question }) => isIt(question))
    if (attempt === undefined || items === undefined || old === undefined) return { graded: null, act: null }
    const key: ItemKey = { right: idsOf(answer, old.question), explanation, marker: keyMarker }
    if (canonical(key) === canonical(old.key)) return { graded: null, act: null }
    await replaceKeys(
      tx,
      attemptId,
      items.map((each) => (each === old ? { ...each, key } : each)),
    )
    const grade = { reason: word.reason!, author: word.author, includeLate: null }
    const graded = attempt.state === 'graded' ? await gradeAgain(services, tx, attempt, grade) : null
    await closeReports(tx, attemptId, old.question_id, word.reason!)
    const act: Act = {
      command: 'mend',
      userId: attempt.userId,
      purchaseId: attempt.purchaseId,
      attemptId,
      isOfMany: true,
      before: { question: old.question_id, right: inWords(old.key.right), version: graded ? graded.version - 1 : null },
      after: { question: old.question_id, right: inWords(key.right), version: graded?.version ?? null },
    }
    return { graded, act }
  })
  return done.act === null ? null : done
}

async function closeReports(tx: Queries, attemptId: string, questionId: string, outcome: string): Promise<void> {
  const { attemptId: ofAttempt, questionId: ofQuestion, closedAt } = questionReports
  await tx
    .update(questionReports)
    .set({ closedAt: sql`now()`, outcome })
    .where(and(eq(ofAttempt, attemptId), eq(ofQuestion, questionId), isNull(closedAt)))
}

function idsOf(answer: Right, { options }: Question): AnswerValue {
  const ids =
    'typed' in answer
      ? [...answer.typed]
      : answer.options.map((body) => (options ?? []).find((option) => bodyOf(option) === body)!.id)
  return ids.length === 1 ? ids[0]! : ids
}

/** Whether a question asks the same with the same options, in whatever order. The cheapest comparison comes first. */
function sameAs({ prompt, kind, ...rest }: Question): (question: Question) => boolean {
  const content = contentOf(rest)
  return (question) => question.prompt === prompt && question.kind === kind && contentOf(question) === content
}

const contentOf = ({ figure, options }: Pick<Question, 'figure' | 'options'>) =>
  canonical([figure ?? null, (options ?? []).map(bodyOf).sort()])

const bodyOf = ({ text, figure }: Option) => canonical([text ?? null, figure ?? null])

const inWords = (right: AnswerValue) => [right].flat().join(' | ')

/** JSON with the names of every object sorted: the database returns them in another order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
