import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Pauses } from './pause.ts'
import { Answer, AnswerEvent, Question } from './question.ts'
import { Result, ReviewRow } from './result.ts'
import { Id, IdParams, Instant, orElse, ours } from './scalars.ts'
import { Timing } from './timing.ts'

/** Seconds after which the exam of a delivered paper starts by itself if the client says nothing. */
export const startAfterDeliverySeconds = 120

export const Ticket = z.string().check(z.minLength(16), z.maxLength(200))
const SubmissionKey = z.string().check(z.minLength(8), z.maxLength(100))
/** A client sends the newest change of each question. The bound is far above the size of any paper. */
export const Events = z.array(AnswerEvent).check(z.maxLength(200))

/** The clock of an attempt. A reply may leave `pauses` out. An exam's paper lacks it only if the server has no pauses. */
const clock = {
  state: z.string(),
  epoch: z.number(),
  started_at: z.nullish(Instant),
  deadline_at: z.nullish(Instant),
  late_until: z.nullish(Instant),
  server_time: Instant,
  pauses: Pauses,
}

/**
 * The attempt of a paper. `ready`: the clock has not started. `open`: it runs to `deadline_at`. `paused`: it is stopped, and
 * `deadline_at` is the exam's end if the pause lasts as long as it may. The server takes answers until `late_until`. The
 * holder of `ticket` can append answers to this attempt, begin, pause, take over and submit it, and nothing else. An append
 * can make any question contested, and then its reply shows both answers. The ticket travels only in bodies.
 */
export const ExamAttempt = z.object({
  ...clock,
  id: Id,
  duration_seconds: z.number(),
  submission_key: z.string(),
  ticket: z.string(),
})
export type ExamAttempt = z.output<typeof ExamAttempt>

/**
 * Answers that lost the merge although the person who gave the winner cannot have known of them, at most one a question. No
 * rule knows which of the two is meant, so the person is asked.
 */
const Contested = ours(z.array(AnswerEvent))

/** The reply of exam-meta: a build in progress, or the paper. `events` are the server's winning events so far. */
export const ExamMeta = z.object({
  status: z.nullish(z.string()),
  exam_cache_key: z.nullish(Id),
  questions: z.nullish(z.array(Question)),
  attempt: z.nullish(ExamAttempt),
  events: z.nullish(z.array(AnswerEvent)),
  contested: Contested,
  test: ours(z.object({ id: Id, slug: z.string(), type: z.string(), title: z.string() })),
})
export type ExamMeta = z.output<typeof ExamMeta>

export const openExam = endpoint({
  name: 'openExam',
  method: 'GET',
  path: '/api/exam-meta/:id/',
  auth: 'bearer',
  summary: 'The open attempt of a purchase; a fresh start_key opens one',
  params: IdParams,
  query: z.object({
    start_key: z.optional(z.string().check(z.minLength(8), z.maxLength(100))),
    exam_cache_key: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: ExamMeta,
})

/** A submission that was graded immediately. `receipt` is the grade's; `acceptance` states that the answers were accepted. */
export const GradedSubmission = z.extend(Result, { acceptance: ours(z.string()) })

/**
 * The reply to a submit: the result, or a grading in progress with a `receipt` for the accepted answers. If the submit had a
 * key, only a reply with its own `attempt_id` counts: a captive portal may send JSON, too. The order of the union matters: a
 * completed result has a status of its own.
 */
export const Accepted = z.object({
  status: z.string(),
  attempt_id: z.nullish(Id),
  message: z.nullish(z.string()),
  receipt: z.nullish(z.string()),
})
export const SubmitReply = z.union([GradedSubmission, Accepted])
export type SubmitReply = z.output<typeof SubmitReply>

/**
 * The reply to a submission from a server without submission keys. The specification gives it no form, so any JSON object
 * means that the server has the answers. It may say as much or as little of the result as it likes.
 */
const AnyReply = z.union([
  Result,
  z.object({
    status: orElse(z.string(), 'completed'),
    attempt_id: ours(Id),
    message: ours(z.string()),
    receipt: ours(z.string()),
    correct: ours(z.number()),
    total: ours(z.number()),
    review: ours(z.array(ReviewRow)),
  }),
])
export type SubmissionReply = SubmitReply | z.output<typeof AnyReply>

const SubmitBody = z.object({
  answers: z.array(Answer).check(z.maxLength(500)),
  submission_key: z.optional(SubmissionKey),
  ticket: z.optional(Ticket),
  events: z.optional(Events),
  /** An invalid timing is dropped and never fails the call: the answers count, and a timing only describes them. */
  timing: ours(Timing),
  /** The owner watches the submitting window and sees the outcome there, so their other browsers get no news. */
  watched: z.optional(z.boolean()),
})

export const submitExam = endpoint({
  name: 'submitExam',
  method: 'POST',
  path: '/api/exam-meta/:id/',
  auth: 'ticket',
  isOurs: true,
  summary: 'Hand the exam in; the same submission_key answers the same bytes for the life of the purchase',
  params: IdParams,
  body: SubmitBody,
  response: SubmitReply,
})

/** The same call to a server that knows no submission keys. */
export const submitExamWithoutKey = { ...submitExam, isOurs: false, response: AnyReply }

export const examStatus = endpoint({
  name: 'examStatus',
  method: 'GET',
  path: '/api/exam-status/:id/',
  auth: 'bearer',
  summary: 'The state of the paper: building, completed, error or expired',
  params: IdParams,
  response: z.object({
    status: z.nullish(z.string()),
    progress: z.nullish(z.number()),
    message: z.nullish(z.string()),
    exam_cache_key: z.nullish(Id),
    questions: z.nullish(z.array(Question)),
  }),
})
export type ExamStatus = z.output<(typeof examStatus)['response']>

export const examResultsStatus = endpoint({
  name: 'examResultsStatus',
  method: 'GET',
  path: '/api/exam-results-status/:id/',
  auth: 'bearer',
  summary: 'How the grading stands: processing, error, expired, or the result itself',
  params: IdParams,
  response: AnyReply,
})

const Ids = ours(z.array(Id))

/** What became of the answers that were sent, and the state of their attempt. */
export const SavedAnswers = z.object({
  /**
   * The winning event (epoch, seq, device) of each question that was sent, by question id. A call without answers asks what
   * has changed, and gets it for every question that has one.
   */
  marks: z.record(z.string(), z.object({ epoch: z.number(), seq: z.number(), device_id: z.string() })),
  /** Full questions, with too many changes to take another: the server stored nothing new for them, and gives no mark. */
  unkept: Ids,
  /** Sent questions that were answered after the end, as the server knows: kept and acknowledged, but not scored. */
  after_end: Ids,
  contested: Contested,
  /** The winning answers of the contested questions: the sender may get them from no other reply. */
  holding: ours(z.array(AnswerEvent)),
  /** The reply has `pauses` while a pause runs, for calls about pauses, and for calls without answers. */
  ...clock,
})

export const saveAnswers = endpoint({
  name: 'saveAnswers',
  method: 'PUT',
  path: '/api/exam-answers/:id/',
  auth: 'ticket',
  isOurs: true,
  summary: 'Append answer events; begin starts the clock; take_over raises the epoch',
  params: IdParams,
  body: z.object({
    ticket: z.optional(Ticket),
    begin: z.optional(z.boolean()),
    take_over: z.optional(z.boolean()),
    /**
     * Whether the device holds further events that the server has not acknowledged. After the end, false proves that answers
     * sent later were given later. True, or no value from a client of an earlier release, proves nothing.
     */
    more: z.optional(z.boolean()),
    events: Events,
  }),
  response: SavedAnswers,
})

export const openTraining = endpoint({
  name: 'openTraining',
  method: 'GET',
  path: '/api/test-meta/:id/',
  auth: 'bearer',
  summary: 'The open training paper of a purchase, or a new one',
  params: IdParams,
  response: ExamMeta,
})

export const submitTraining = endpoint({
  name: 'submitTraining',
  method: 'POST',
  path: '/api/test-meta/:id/',
  auth: 'ticket',
  isOurs: true,
  summary: 'Hand the training in: answers, right answers and why',
  params: IdParams,
  body: SubmitBody,
  response: SubmitReply,
})

/** The same call to a server that knows no submission keys. */
export const submitTrainingWithoutKey = { ...submitTraining, isOurs: false, response: AnyReply }
