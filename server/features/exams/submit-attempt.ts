import { eq } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { submitExam } from '#contract/exam.ts'
import type { Queries } from '../../db/connect.ts'
import { purchases } from '../../db/schema/purchases.ts'
import { Failure } from '../../failure.ts'
import { digest } from '../../secrets.ts'
import { SameBytes } from '../../serve.ts'
import type { Services } from '../../services.ts'
import type { SignedInUser } from '../auth/authenticate.ts'
import { answersAsEvents, appendEvents, countedOf, readStanding, winningEvents } from './answer-events.ts'
import type { Attempt, AttemptMode } from './attempt.ts'
import { closeAttempt, type Closing } from './close-attempt.ts'
import { resultUrl } from './open-attempt.ts'
import { settleTime } from './settle-time.ts'
import { findSubmission, type Submission } from './submission-store.ts'
import { asTicketOrUser, lockHeldAttempt } from './ticket.ts'

type Body = z.output<(typeof submitExam)['body']>

interface HandIn {
  purchaseId: string
  mode: AttemptMode
  body: Body
  findUser: () => Promise<SignedInUser | null>
  /** Whether somebody's window sends it, and not a worker that has found the network again. */
  isWatched: boolean
}

/**
 * Hands an attempt in, exactly once. The same key answers the same bytes for ever; an attempt closed in another way
 * answers 409 `already_graded` and keeps what came as `after_close`. Throws 422 `submission_mismatch` for a known key
 * with other answers, 422 `submission_key_unknown` for one that is not this attempt's, 409 `attempt_not_started`, 409
 * `exam_build_failed`.
 */
export function submitAttempt(services: Services, handIn: HandIn): Promise<SameBytes> {
  return asTicketOrUser(handIn.body.ticket, handIn.findUser, (user) => submitAs(services, handIn, user))
}

function submitAs(
  services: Services,
  { purchaseId, mode, body, isWatched }: HandIn,
  user: SignedInUser | null,
): Promise<SameBytes | Failure> {
  return services.db.transaction(async (tx) => {
    const { ticket, submission_key: submissionKey } = body
    const held = await lockHeldAttempt(tx, { purchaseId, mode, ticket, submissionKey, user })
    const { now } = held
    const attempt = await settleTime(services, tx, held.attempt, now)
    if (body.submission_key !== undefined && body.submission_key !== attempt.submissionKey) return strangeKey()
    // Without the timing: a page that was opened anew may know less of it, and hands the same answers in.
    const bodyDigest = digest(JSON.stringify({ answers: body.answers, events: body.events ?? null }))
    // Nothing is handed in of what is open: the row of an attempt that is held says so.
    const standing = attempt.isOpen ? undefined : await findSubmission(tx, attempt.id)
    // Whatever has become of the attempt since: who hears that it was accepted asks for the result, and learns the rest.
    if (standing !== undefined && isRepeated(standing, body, bodyDigest)) return sameBytes(standing)
    if (attempt.state === 'failed') return failedByUs()
    if (attempt.state === 'building' || attempt.state === 'ready') {
      return new Failure(409, 'attempt_not_started', 'Екзамен ще не почався.')
    }
    if (standing !== undefined) return refuseAnother(services, tx, attempt, standing, body, now)

    const standingEvents = await readStanding(tx, attempt.id)
    const events = body.events ?? answersAsEvents(body.answers, countedOf(standingEvents.stored), attempt.epoch)
    const appended = await appendEvents(tx, services.answerShapes, attempt, events, now, standingEvents)
    const closing: Closing = {
      by: 'person',
      at: now,
      now,
      bodyDigest,
      timing: body.timing,
      isWatched,
      ...(body.submission_key !== undefined && { submissionKey: body.submission_key }),
    }
    const { replyBytes } = await closeAttempt(services, tx, appended.attempt, closing, appended.stored)
    return new SameBytes(200, replyBytes)
  })
}

const sameBytes = (submission: Submission) => new SameBytes(submission.replyStatus, submission.replyBytes)
const mismatch = () =>
  new Failure(
    422,
    'submission_mismatch',
    'Цю спробу вже здано з іншими відповідями. Ваші збережено в історії спроби, але результату вони не змінюють.',
  )
/** Of such a hand-in nothing is stored: nobody knows which attempt its answers belong to. */
const strangeKey = () =>
  new Failure(
    422,
    'submission_key_unknown',
    'Ці відповіді здано з ключем не від цієї спроби, тому ми їх не прийняли й не зберегли. Відкрийте тест зі своїх покупок.',
  )
const failedByUs = () =>
  new Failure(409, 'exam_build_failed', 'Ця спроба не відбулася з нашої вини. Спробу повернено, почніть ще раз.')

/** Of a client that keeps events, the events are the truth and `answers` their merged view; else `answers` is all there is. */
async function eventsOf(tx: Queries, attempt: Attempt, body: Body) {
  return body.events ?? answersAsEvents(body.answers, await winningEvents(tx, attempt.id), attempt.epoch)
}

const hasSameKey = ({ submissionKey }: Submission, { submission_key }: Body) =>
  submissionKey !== null && submissionKey === submission_key

const isRepeated = (standing: Submission, body: Body, bodyDigest: string) =>
  hasSameKey(standing, body) && standing.bodyDigest === bodyDigest

/** Another device was first. What this one has is kept in the attempt's timeline, whichever answer it gets. */
async function refuseAnother(
  services: Services,
  tx: Queries,
  attempt: Attempt,
  standing: Submission,
  body: Body,
  now: Date,
): Promise<Failure> {
  await appendEvents(tx, services.answerShapes, attempt, await eventsOf(tx, attempt, body), now)
  if (hasSameKey(standing, body)) return mismatch()
  const [purchase] = await tx
    .select({ id: purchases.id, testId: purchases.testId })
    .from(purchases)
    .where(eq(purchases.id, attempt.purchaseId))
  return new Failure(409, 'already_graded', 'Цю спробу вже здано. Результат чекає на вас.', {
    result_url: await resultUrl(tx, purchase!),
  })
}
