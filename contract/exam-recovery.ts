import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Answer, AnswerEvent } from './question.ts'
import { Id, IdParams, Instant } from './scalars.ts'

export const RecoveryBody = z.object({
  attempt_id: Id,
  events: z.optional(z.array(AnswerEvent).check(z.maxLength(200))),
  /** The answer to a question without an event in the file only fills a gap. It never replaces an answer. */
  answers: z.optional(z.array(Answer).check(z.maxLength(500))),
  /** Whether this call submits the exam. If absent, it does so only after the deadline; before, the exam continues. */
  hand_in: z.optional(z.boolean()),
})

/**
 * The file of answers that a browser lets its owner download, submitted again from any device where they are signed in.
 * The server ignores the rest of the file: the ticket is never in it, and its submission_key is not needed.
 */
export const recoverAnswers = endpoint({
  name: 'recoverAnswers',
  method: 'POST',
  path: '/api/exam-recovery/:id/',
  auth: 'bearer',
  summary: 'Hand in a downloaded file of answers: merged while the attempt is open, kept after its close',
  repeatable: true,
  isOurs: true,
  params: IdParams,
  body: RecoveryBody,
  response: z.object({
    /**
     * merged: the attempt is open, and the file counts, but for answers that were given after the end of its time ·
     * handed_in: it is closed, and all of the file counted · kept: it is closed, and some of the file is stored but not graded,
     * because it came after the close or was given after the end.
     */
    status: z.enum(['merged', 'handed_in', 'kept']),
    attempt_id: Id,
    /** How many of the file's events the server had not had. */
    added: z.number(),
    /** Questions where another answer than the file's holds: a later one, or, after the close, the graded one. */
    superseded: z.array(Id),
    deadline_at: z.nullish(Instant),
    late_until: z.nullish(Instant),
    /** Of a closed attempt: the signed word that its answers were accepted. */
    receipt: z.nullish(z.string()),
    result_url: z.nullish(z.string()),
  }),
})
