import type { FastifyInstance } from 'fastify'
import { reportQuestion } from '#contract/question-report.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { fileReport } from './file-report.ts'

export function registerQuestionReports(app: FastifyInstance, services: Services): void {
  serve(app, reportQuestion, ({ params, body, user }) => fileReport(services, params.id, user.id, body))
}
