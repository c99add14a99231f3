import * as z from 'zod/mini'
import { Figure } from '../figure.ts'
import { Question } from '../question.ts'
import { Id, IdParams } from '../scalars.ts'
import { Act, Moment, Reason, staffEndpoint } from './staff-endpoint.ts'

const ReportRow = z.object({
  id: Id,
  words: z.string(),
  family: z.string(),
  number: z.number(),
  mode: z.string(),
  created_at: Moment,
  closed_at: z.nullable(Moment),
  outcome: z.nullable(z.string()),
})

export const listQuestionReports = staffEndpoint({
  name: 'listQuestionReports',
  method: 'GET',
  path: '/api/admin/reports/',
  access: 'questions.read',
  summary: 'Open reports of faulty questions, the oldest first, and the rules that three people or more have reported',
  response: z.object({
    results: z.array(ReportRow),
    suspects: z.array(
      z.object({ family: z.string(), rule: z.nullable(z.string()), people: z.number(), reports: z.number() }),
    ),
  }),
})

export const readQuestionReport = staffEndpoint({
  name: 'readQuestionReport',
  method: 'GET',
  path: '/api/admin/reports/:id/',
  access: 'questions.read',
  looksAtPerson: true,
  summary: 'One report with the question as its author had it, and its key',
  params: IdParams,
  response: z.object({
    report: ReportRow,
    question: Question,
    right: z.array(z.string()),
    explanation: z.string(),
    explanation_figure: z.nullable(Figure),
  }),
})

export const closeQuestionReport = staffEndpoint({
  name: 'closeQuestionReport',
  method: 'POST',
  path: '/api/admin/reports/:id/close/',
  access: 'questions.act',
  looksAtPerson: true,
  summary: 'Close a report; its author reads the reason',
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: z.object({ act: Act }),
})
