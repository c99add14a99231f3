import { type ExamMeta, openTraining } from '#contract/exam.ts'
import type { Reply } from '../../http/reply.ts'
import { replyOf } from '../../http/reply-of.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { limitedTo } from '../../attempt/control/calls.ts'
import type { AttemptCalls } from '../../attempt/control/context.ts'

/**
 * A training is fetched and submitted, and nothing is ever polled (S4.33). What an exam asks about the job that builds it is
 * answered here, without a call: there is none.
 */
export const trainingCalls: AttemptCalls = {
  open: (id, _startKey, timeoutMs) =>
    replyOf(sessionRequest(openTraining, { params: { id } }, limitedTo(timeoutMs))).then(paperOrNothing),
  fetchPaper: async () => nothing,
  buildStatus: async () => ({ kind: 'answered', body: { status: 'error' } }),
}

const nothing = { kind: 'unreadable', form: 'unknown', status: 200 } as const

/** A reply without questions is no training, whatever it calls itself. */
function paperOrNothing(reply: Reply<ExamMeta>): Reply<ExamMeta> {
  return reply.kind === 'answered' && !reply.body.questions?.length ? nothing : reply
}
