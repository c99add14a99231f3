import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { reportQuestion } from '#contract/question-report.ts'
import { trainingBounds } from '#contract/training-bounds.ts'
import type { Queries } from '../../db/connect.ts'
import { questionReports } from '../../db/schema/question-reports.ts'
import { isUuid } from '../../db/uuid.ts'
import { Failure, notFound, validationFailed } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { lockAccountAlone } from '../auth/lock-account.ts'
import { requireOwnAttempt } from '../exams/attempt-repository.ts'
import { findItems, type PaperItem } from '../exams/paper/paper-store.ts'

/** Questions that one person may report within 24 hours, over all attempts. A row takes 2 to 10 kB. */
const mostADay = 20

type Report = z.output<(typeof reportQuestion)['body']>
type Reported = z.output<(typeof reportQuestion)['response']>

/**
 * Stores what a person says about a question, with the item as their paper has it. A second report of the same question is the
 * same row; while it is open it takes the newest words. Throws 404 `not_found` for an unknown attempt, 403 `foreign_purchase` for
 * somebody else's, 400 `validation_failed` unless either id or number names the question, 400 `unknown_question` if the paper
 * lacks it (old trainings' papers are not kept), 429 `rate_limited` beyond 20 questions in 24 hours (× the limit factor).
 */
export async function fileReport(
  { db, config }: Pick<Services, 'db' | 'config'>,
  attemptId: string,
  userId: string,
  report: Report,
): Promise<Reported> {
  if (!isUuid(attemptId)) throw notFound()
  return db.transaction(async (tx) => {
    await lockAccountAlone(tx, userId)
    await requireOwnAttempt(tx, attemptId, userId)
    const known = await findEarlier(tx, attemptId, report)
    if (known !== undefined) {
      if (known.closedAt === null && known.words !== report.words) await replaceWords(tx, known.id, report.words)
      return { id: known.id, question_id: known.questionId, reported_at: known.createdAt.toISOString() }
    }
    await requireReportLeft(tx, userId, mostADay * config.limitFactor)
    const { item, number } = await requireItem(tx, attemptId, report)
    const [filed] = await tx
      .insert(questionReports)
      .values({
        userId,
        attemptId,
        questionId: item.question_id,
        number,
        words: report.words,
        family: item.family,
        radicals: item.radicals ?? null,
        item,
      })
      .returning({ id: questionReports.id, at: questionReports.createdAt })
    return { id: filed!.id, question_id: item.question_id, reported_at: filed!.at.toISOString() }
  })
}

async function findEarlier(tx: Queries, attemptId: string, { question_id: questionId, number }: Report) {
  if ((questionId === undefined) === (number === undefined)) {
    throw validationFailed({ question_id: 'Вкажіть завдання: або його номер, або його позначку.' })
  }
  const isIt =
    questionId === undefined ? eq(questionReports.number, number!) : eq(questionReports.questionId, questionId)
  const [earlier] = await tx
    .select()
    .from(questionReports)
    .where(and(eq(questionReports.attemptId, attemptId), isIt))
  return earlier
}

/** An operator may have closed the report meanwhile: then the words that were answered stay. */
async function replaceWords(tx: Queries, id: string, words: string): Promise<void> {
  await tx
    .update(questionReports)
    .set({ words })
    .where(and(eq(questionReports.id, id), isNull(questionReports.closedAt)))
}

async function requireReportLeft(tx: Queries, userId: string, most: number): Promise<void> {
  const [nth] = await tx
    .select({ wait: sql<number>`ceil(86400 - extract(epoch from now() - ${questionReports.createdAt}))::int` })
    .from(questionReports)
    .where(eq(questionReports.userId, userId))
    .orderBy(desc(questionReports.createdAt))
    .offset(Math.ceil(most) - 1)
    .limit(1)
  const retryAfterSeconds = nth?.wait ?? 0
  if (retryAfterSeconds <= 0) return
  const hours = Math.ceil(retryAfterSeconds / 3600)
  const detail = `За добу можна повідомити про ${Math.ceil(most)} завдань. Наступне повідомлення ми приймемо через ${hours}\u00a0год.`
  throw new Failure(429, 'rate_limited', detail, { retryAfterSeconds })
}

async function requireItem(
  tx: Queries,
  attemptId: string,
  { question_id: questionId, number }: Report,
): Promise<{ item: PaperItem; number: number }> {
  const items = (await findItems(tx, attemptId)) ?? []
  const place = number === undefined ? items.findIndex((item) => item.question_id === questionId) : number - 1
  const item = items[place]
  if (item !== undefined) return { item, number: place + 1 }
  const detail = `Такого завдання тут немає, або воно вже не зберігається: повністю ми тримаємо ${trainingBounds.keptWhole} останніх тренувань.`
  throw new Failure(400, 'unknown_question', detail)
}
