import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { questionReports } from '../../db/schema/question-reports.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import type { Act, OperatorWord } from '../audit/act-as-operator.ts'
import { actAsOperator } from '../exams/operator-acts/act-on-record.ts'
import { lockAttempt } from '../exams/attempt-repository.ts'
import { notify } from '../notifications/notify.ts'
import { requireReport } from './list-reports.ts'

/** Closes a report and tells its author the reason. Throws OperatorMistake if it is unknown or closed already. */
export function closeReport(db: Database, word: OperatorWord, reportId: string): Promise<{ act: Act }> {
  return actAsOperator(db, word, async (tx) => {
    const report = await requireReport(tx, reportId)
    const { attempt } = (await lockAttempt(tx, report.attemptId)) ?? {}
    if (attempt === undefined) throw new OperatorMistake('The account of this report is being erased.')
    const closed = await tx
      .update(questionReports)
      .set({ closedAt: sql`now()`, outcome: word.reason })
      .where(and(eq(questionReports.id, report.id), isNull(questionReports.closedAt)))
      .returning({ id: questionReports.id })
    if (closed.length === 0) throw new OperatorMistake('This report is closed already.')
    await notify(tx, report.userId, {
      kind: 'report-closed',
      title: 'Завдання перевірено',
      message: `Ви повідомили про завдання ${report.number}. ${word.reason}`,
      result: { purchaseId: attempt.purchaseId, attemptId: attempt.id },
    })
    const act: Act = {
      command: 'reports',
      userId: report.userId,
      purchaseId: attempt.purchaseId,
      attemptId: attempt.id,
      before: { report: report.id, question: report.questionId, family: report.family, state: 'open' },
      after: { report: report.id, question: report.questionId, family: report.family, state: 'closed' },
    }
    return { act }
  })
}
