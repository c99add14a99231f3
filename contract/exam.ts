import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Pauses } from './pause.ts'
import { Answer, AnswerEvent, Question } from './question.ts'
import { Result, ReviewRow } from './result.ts'
import { Id, IdParams, Instant, orElse, ours } from './scalars.ts'
import { Timing } from './timing.ts'

/** A delivered paper whose reader says nothing starts by itself after this many seconds. */
export const startAfterDeliverySeconds = 120

export const Ticket = z.string().check(z.minLength(16), z.maxLength(200))
const SubmissionKey = z.string().check(z.minLength(8), z.maxLength(100))
/** A client sends the newest change of each question: far more than any paper has. */
export const Events = z.array(AnswerEvent).check(z.maxLength(200))

/** How the clock of an attempt stands. `pauses` is absent where a reply says nothing of them; of an exam's paper where the server knows none. */
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
 * The attempt that a paper is of. `ready`: delivered, clock not started; `open`: the clock runs to `deadline_at`; `paused`: it stands,
 * and `deadline_at` is when the exam ends should the pause last as long as it may; answers are taken until `late_until`. `ticket` can
 * append answers to this attempt, begin it, pause it, take it over, submit it, and be told both answers of a contested question, which
 * any question becomes for a caller that appends to it; nothing else. It travels in bodies only.
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
 * Answers of a device that lost the merge although the person who gave the winning one cannot have known them, at most one for a
 * question: no rule knows which of the two is meant, so the person is asked.
 */
const Contested = ours(z.array(AnswerEvent))

/** The reply of exam-meta: a build that continues, or the paper. `events` are the server's winning events so far. */
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

/** A submission that was graded at once. `receipt` is the grade's; `acceptance` says that the answers were accepted. */
export const GradedSubmission = z.extend(Result, { acceptance: ours(z.string()) })

/**
 * The reply to a submit: the result, or work that continues, whose `receipt` says that the answers were accepted. Where
 * the submit had a key, only a reply with its own `attempt_id` answers it: a captive portal may answer JSON, too.
 * The order matters: a completed result carries its own status.
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
 * What a server without submission keys says of a submission. Its form is not specified, so any JSON object is its statement that
 * it has the answers; of the result it may tell as much or as little as it likes.
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
/** A submission's reply, from whichever server. */
export type SubmissionReply = SubmitReply | z.output<typeof AnyReply>

const SubmitBody = z.object({
  answers: z.array(Answer).check(z.maxLength(500)),
  submission_key: z.optional(SubmissionKey),
  ticket: z.optional(Ticket),
  events: z.optional(Events),
  /** What is no timing is dropped and refuses nothing: the answers count, and this is only about them. */
  timing: ours(Timing),
  /** The owner looks at the window that sends it, and sees what becomes of it: their other browsers are told nothing. */
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
  summary: 'How the building of the paper stands: building, completed, error, expired',
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

/** What became of the answers that were sent, and how their attempt stands. */
export const SavedAnswers = z.object({
  /**
   * The winning event of each question that was touched, by question id: its epoch, seq and device. Of every question
   * that has one where nothing was sent: who sends nothing asks what has changed.
   */
  marks: z.record(z.string(), z.object({ epoch: z.number(), seq: z.number(), device_id: z.string() })),
  /** The questions that are too full for what was sent: they bear no mark, and nothing new of them was stored. */
  unkept: Ids,
  /** The sent questions that were answered after the end, as the server knows: kept, acknowledged, and not scored. */
  after_end: Ids,
  contested: Contested,
  /** The answers that hold of the contested questions: what the sender has been beaten by may be known to no other reply. */
  holding: ours(z.array(AnswerEvent)),
  /** `pauses` are told while one stands, to calls about pauses and to one without answers. */
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
     * Whether the device holds more that the server has not acknowledged. False proves, after the end, that what it sends later was given
     * later; true or nothing (an earlier release's client) proves nothing.
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
