import type { z } from 'zod/mini'
import type { Answer } from '#contract/question.ts'
import type { submitExam } from '#contract/exam.ts'
import type { Queries } from '../../../db/connect.ts'
import { Failure } from '../../../failure.ts'
import type { SignedInUser } from '../../../http/signed-in-user.ts'
import { deviceKind } from '../../../http/user-agent.ts'
import { digest } from '../../../config/secrets.ts'
import { SameBytes } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { canonical } from '../result/acceptance-receipt.ts'
import {
  answersAsEvents,
  appendEvents,
  heardInTheOpen,
  readStoredAnswers,
  winningEvents,
} from '../answers/answer-events.ts'
import type { Attempt, AttemptMode } from '../attempt.ts'
import { resultUrl } from '../attempt-repository.ts'
import { closeAttempt, type Closing } from './close-attempt.ts'
import { isAnyStoredAs } from './recover-file.ts'
import { findSubmission, type Submission } from '../answers/submission-store.ts'
import { asTicketOrUser, lockAttemptOf } from '../ticket.ts'
import { reasonToTakeNoAnswers, withAttempt } from './with-attempt.ts'

type Body = z.output<(typeof submitExam)['body']>

interface SubmitCall {
  purchaseId: string
  mode: AttemptMode
  body: Body
  findUser: () => Promise<SignedInUser | null>
  /** Whether a window sends it, and not a worker that has found the network again. */
  isWatched: boolean
  userAgent: string | undefined
}

/**
 * Submits an attempt, exactly once. The same key gets the same bytes for ever. An attempt that was closed otherwise answers
 * 409 `already_graded` and keeps the answers as `after_close`. Throws 422 `submission_mismatch` for a known key with other
 * answers or if an answer finds no room, 422 `submission_key_unknown` for a key that is not this attempt's, 409
 * `attempt_not_started`, 409 `exam_build_failed`, and what appending throws.
 */
export function submitAttempt(services: Services, call: SubmitCall): Promise<SameBytes> {
  return asTicketOrUser(call.body.ticket, call.findUser, (user) => submitAs(services, call, user))
}

function submitAs(
  services: Services,
  { purchaseId, mode, body, isWatched, userAgent }: SubmitCall,
  user: SignedInUser | null,
): Promise<SameBytes | Failure> {
  const { ticket, submission_key: submissionKey } = body
  const lock = (tx: Queries) => lockAttemptOf(tx, { purchaseId, mode, ticket, submissionKey, user })
  return withAttempt(services, lock, async (tx, attempt, now) => {
    if (body.submission_key !== undefined && body.submission_key !== attempt.submissionKey) return strangeKey()
    // Without the timing: a page that was opened again may know less of it, and submits the same answers.
    const bodyDigest = digest(JSON.stringify({ answers: body.answers, events: body.events ?? null }))
    // An open attempt has no submission, and its row is locked: none can come meanwhile.
    const before = attempt.isOpen ? undefined : await findSubmission(tx, attempt.id)
    // The same bytes, whatever has happened since: the client then asks for the result, and learns the rest.
    if (before !== undefined && isRepeated(before, body, bodyDigest)) return sameBytes(before)
    const refusal = reasonToTakeNoAnswers(attempt)
    if (refusal !== null) return refusal
    if (before !== undefined) return refuseAnother(services, tx, attempt, before, body, now)

    const storedAnswers = await readStoredAnswers(tx, attempt)
    const events = body.events ?? answersAsEvents(body.answers, heardInTheOpen(storedAnswers.stored), attempt.epoch)
    const appended = await appendEvents(tx, services.answerShapes, attempt, events, now, {
      storedAnswers,
      closes: true,
      isWhole: true,
    })
    const closing: Closing = {
      by: 'person',
      at: now,
      now,
      bodyDigest,
      timing: body.timing,
      isWatched,
      isLast: true,
      ...(mode === 'exam' && { deviceKind: deviceKind(userAgent) }),
      ...(body.submission_key !== undefined && { submissionKey: body.submission_key }),
    }
    const { replyBytes } = await closeAttempt(services, tx, appended.attempt, closing, appended.storedAnswers)
    return new SameBytes(200, replyBytes)
  })
}

const sameBytes = (submission: Submission) => new SameBytes(submission.replyStatus, submission.replyBytes)
const mismatch = (areAllKept: boolean) =>
  new Failure(
    422,
    'submission_mismatch',
    areAllKept
      ? 'Цю спробу вже здано з іншими відповідями. Ваші збережено в історії спроби, але результату вони не змінюють.'
      : 'Цю спробу вже здано з іншими відповідями, і результату ваші не змінюють. Не всі з них збережено в історії спроби: деякі відповіді змінювали забагато разів.',
  )
/** Nothing of such a submission is stored: nobody knows which attempt its answers belong to. */
const strangeKey = () =>
  new Failure(
    422,
    'submission_key_unknown',
    'Ключ, з яким надійшли ці відповіді, не від цієї спроби, тому ми їх не прийняли й не зберегли. Відкрийте екзамен на сторінці «Мої тести».',
  )

/** If the client keeps events, they are the truth and `answers` is their merged view; else `answers` is all there is. */
async function eventsIn(tx: Queries, attempt: Attempt, body: Body) {
  return body.events ?? answersAsEvents(body.answers, await winningEvents(tx, attempt.id), attempt.epoch)
}

const hasSameKey = ({ submissionKey }: Submission, { submission_key }: Body) =>
  submissionKey !== null && submissionKey === submission_key

const isRepeated = (before: Submission, body: Body, bodyDigest: string) =>
  hasSameKey(before, body) && before.bodyDigest === bodyDigest

/**
 * Refuses a submission because another came first. Its answers are kept in the timeline, whatever the reply.
 *
 * `already_graded` is also the reply while the attempt waits for its grade. The specification names neither code, and for the
 * person the two are one: the work is in, this submission changes nothing, and the result's page waits for the grade. Clients
 * of earlier releases would take a code of its own as a final refusal (`src/attempt/sync/deliver-submission.ts`), keep the
 * answers as refused, and ask the person to act where nothing is wrong. If an answer finds no room, something is wrong: then
 * the reply is that final refusal, and the answers stay on the device.
 */
async function refuseAnother(
  services: Services,
  tx: Queries,
  attempt: Attempt,
  before: Submission,
  body: Body,
  now: Date,
): Promise<Failure | SameBytes> {
  const events = await eventsIn(tx, attempt, body)
  const { unkept } = await appendEvents(tx, services.answerShapes, attempt, events, now)
  // On a slow network a client leaves out changes that the server has acknowledged: their merged answers are the same.
  const isSameWork = unkept.size === 0 && canonical(body.answers) === canonical(before.answers as Answer[])
  const mayRepeat = hasSameKey(before, body) && isSameWork
  if (mayRepeat && !(await isAnyStoredAs(tx, attempt, events, ['after_close']))) return sameBytes(before)
  if (hasSameKey(before, body) || unkept.size > 0) return mismatch(unkept.size === 0)
  return new Failure(409, 'already_graded', 'Цю спробу вже здано. Результат чекає на вас.', {
    result_url: await resultUrl(tx, attempt.purchaseId),
  })
}
