import * as calls from '#contract/staff/questions.ts'
import { closeReport } from '../features/operator/close-report.ts'
import { type FoundReport, listOpenReports, listSuspects, requireReport } from '../features/operator/list-reports.ts'
import { type Office, serveStaff, wordOf } from './serve-staff.ts'

export function registerQuestions(office: Office): void {
  const { db } = office.services

  serveStaff(office, calls.listQuestionReports, async () => ({
    results: (await listOpenReports(db, 200)).map(presentReport),
    suspects: await listSuspects(db),
  }))

  serveStaff(office, calls.readQuestionReport, async ({ params, look }) => {
    const report = await requireReport(db, params.id)
    await look(report.userId)
    const { question, key } = report.item
    return {
      report: presentReport(report),
      question,
      right: [key.right].flat(),
      explanation: key.explanation,
      explanation_figure: key.explanation_figure ?? null,
    }
  })

  serveStaff(office, calls.closeQuestionReport, async ({ staff, params, body, look }) => {
    const { act } = await closeReport(db, wordOf(staff, body), params.id)
    await look(act.userId!)
    return { act }
  })
}

function presentReport({ id, words, family, number, mode, createdAt, closedAt, outcome }: FoundReport) {
  return { id, words, family, number, mode, created_at: createdAt, closed_at: closedAt, outcome }
}
