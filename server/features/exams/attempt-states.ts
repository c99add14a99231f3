import { eq } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { attempts, submissions } from '../../db/schema/attempts.ts'

const { id, userId, purchaseId, mode, state, startedAt, submittedAt } = attempts

/** Attempts for joins of features above: owner, state, and who closed it (`submissions.closed_by`; null: not closed). */
export const attemptStates = new QueryBuilder()
  .select({ id, userId, purchaseId, mode, state, startedAt, submittedAt, closedBy: submissions.closedBy })
  .from(attempts)
  .leftJoin(submissions, eq(submissions.attemptId, attempts.id))
  .as('attempt_states')
