import type { FastifyInstance, FastifyRequest } from 'fastify'
import { attemptTimeline } from '#contract/attempt-timeline.ts'
import * as contract from '#contract/exam.ts'
import { readExamReview } from '#contract/exam-review.ts'
import { pauseExam as pauseCall, resumeExam as resumeCall } from '#contract/exam-pause.ts'
import { recoverAnswers } from '#contract/exam-recovery.ts'
import { readOverallScore } from '#contract/overall-score.ts'
import { readResultFile } from '#contract/result-file.ts'
import { listTestResults, receiptKeys, verifyReceipt } from '#contract/result.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { onReserved } from '../../http/reserved-services.ts'
import { type Call, SameBytes, serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { requireOwnPurchase } from '../purchases/purchase-access.ts'
import type { AttemptMode } from './attempt.ts'
import { buildStatus, gradingStatus } from './open/attempt-status.ts'
import { buildSoon } from './open/build-paper.ts'
import { deliverPaper } from './open/deliver-paper.ts'
import { findOrOpenAttempt } from './open/open-attempt.ts'
import { openAtOnce } from './open/open-at-once.ts'
import { examReview } from './result/exam-review.ts'
import { overallOf } from './result/overall-of.ts'
import { listResults } from './result/read-result.ts'
import { readTimeline } from './result/read-timeline.ts'
import { resultFile } from './result/result-file.ts'
import { recoverFile } from './close/recover-file.ts'
import { pauseExam, resumeExam, saveAnswers } from './answer/save-answers.ts'
import { submitAttempt } from './close/submit-attempt.ts'

/** The cost in calls of reading and writing many events. */
const costOf = ({ events = [] }: { events?: unknown[] | undefined }) => 1 + Math.floor(events.length / 10)
/** The cost in calls of a file, including its answers without an event: each becomes an event. */
const costOfFile = ({
  events = [],
  answers = [],
}: {
  events?: unknown[] | undefined
  answers?: unknown[] | undefined
}) => 1 + Math.floor((events.length + answers.length) / 10)

/** The cost in calls: up to three papers are read. */
const fileCost = 3

/** In bytes: long typed answers to every question of a long exam, as `answers` and again as `events`, escaped. */
const answersLimit = 512 * 1024
const answers = { bodyLimit: answersLimit, isReserved: true, mayBeSlow: true } as const

/** A call with a session comes from a window. A call with the ticket alone says whether somebody looks at a window. */
const isWatched = ({ watched }: { watched?: boolean | undefined }, { headers }: FastifyRequest) =>
  watched === true || headers.authorization !== undefined

export function registerExams(app: FastifyInstance, services: Services): void {
  const open = async (purchaseId: string, userId: string, mode: AttemptMode, startKey?: string) => {
    const opened = mode === 'exam' ? await openAtOnce(services, { purchaseId, userId, startKey }) : 'not ordinary'
    if (opened instanceof SameBytes) return opened
    // If this process could not give out a paper immediately, the attempt waits for a job of any process.
    const isLeftToJob = opened === 'over-budget'
    const attempt = await findOrOpenAttempt(services, { purchaseId, userId, mode, startKey, isLeftToJob })
    if (attempt.state === 'building' && !isLeftToJob) await buildSoon(services, attempt)
    return deliverPaper(services, attempt.id)
  }

  const openExam = ({ params, query, user }: Call<typeof contract.openExam, SignedInUser>) =>
    open(params.id, user.id, 'exam', query.start_key)
  // Without a key the call continues an attempt, or begins the first one of a purchase: neither waits in the entrance.
  serve(app, contract.openExam, openExam, { opens: ({ start_key }) => (start_key === undefined ? null : 'attempt') })
  serve(app, contract.examStatus, ({ params, user }) => buildStatus(services, params.id, user.id))
  serve(app, contract.examResultsStatus, ({ params, user }) => gradingStatus(services, params.id, user.id))
  serve(app, contract.openTraining, ({ params, user }) => open(params.id, user.id, 'training'), { opens: 'attempt' })

  const reserved = onReserved(services)
  serve(app, contract.saveAnswers, ({ params, body, findUser }) => saveAnswers(reserved, params.id, body, findUser), {
    ...answers,
    cost: costOf,
    neverCompressed: true,
  })
  serve(app, pauseCall, ({ params, body, findUser }) => pauseExam(reserved, params.id, body, findUser), {
    ...answers,
    cost: costOf,
  })
  serve(app, resumeCall, ({ params, body, findUser }) => resumeExam(reserved, params.id, body, findUser), {
    ...answers,
    cost: costOf,
  })
  const submit =
    (mode: AttemptMode) =>
    ({ params, body, findUser, request }: Call<typeof contract.submitExam>) =>
      submitAttempt(reserved, {
        purchaseId: params.id,
        mode,
        body,
        findUser,
        isWatched: isWatched(body, request),
        userAgent: request.headers['user-agent'],
      })
  serve(app, contract.submitExam, submit('exam'), { ...answers, cost: costOf })
  serve(app, contract.submitTraining, submit('training'), { ...answers, cost: costOf })

  serve(app, recoverAnswers, ({ params, body, user }) => recoverFile(reserved, params.id, body, user.id), {
    ...answers,
    cost: costOfFile,
  })
  serve(app, attemptTimeline, ({ params, query, user }) => readTimeline(services.db, params.id, user.id, query.cursor))

  serve(app, readExamReview, ({ params, user }) => examReview(services.db, params.id, user.id))

  serve(
    app,
    readResultFile,
    async ({ params, user }) => ({ file: await resultFile(services.db, params.id, user.id) }),
    { cost: () => fileCost },
  )
  serve(app, readOverallScore, async ({ user }) => {
    const { overall, exams } = await overallOf(services.db, user.id)
    return { overall, exams: exams.map(({ test, attemptId }) => ({ test, attempt_id: attemptId })) }
  })

  serve(app, listTestResults, async ({ params, query, user }) => {
    const purchase = await requireOwnPurchase(services.db, params.id, user.id)
    return listResults(services.db, purchase.id, query)
  })
  serve(app, verifyReceipt, async ({ body }) => ({ valid: await services.receipts.verify(body.receipt) }))
  serve(app, receiptKeys, async () => ({ keys: await services.receipts.publicKeys() }))
}
