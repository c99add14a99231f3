import type { ExamStatus, SubmitReply } from '#contract/exam.ts'
import type { Queries } from '../../../db/connect.ts'
import { UnreadableRow } from '../../../db/unreadable-row.ts'
import { isUuid } from '../../../db/uuid.ts'
import { notFound } from '../../../failure.ts'
import type { Services } from '../../../services.ts'
import { requireOwnPurchase } from '../../purchases/purchase-access.ts'
import type { Attempt } from '../attempt.ts'
import { lockNewestAttempt } from '../attempt-repository.ts'
import { findNewestResult, readResult } from '../result/read-result.ts'
import { withAttempt } from '../close/with-attempt.ts'

/** The state of the newest exam's build. Throws 404 when there has never been one. */
export async function buildStatus(services: Services, purchaseId: string, userId: string): Promise<ExamStatus> {
  const attempt = await newestExam(services, purchaseId, userId)
  switch (attempt.state) {
    case 'building':
      return { status: 'building', progress: attempt.buildProgress, message: 'Готуємо ваш екзамен.' }
    case 'failed':
      return attempt.failure === 'build_expired'
        ? {
            status: 'expired',
            message: 'Підготовленого екзамену не відкрили вчасно. Спробу повернено, почніть ще раз.',
          }
        : { status: 'error', message: 'Не вдалося підготувати екзамен. Спробу повернено, почніть ще раз.' }
    default:
      return { status: 'completed', progress: 100, exam_cache_key: attempt.examCacheKey }
  }
}

/** The grading of the newest submitted exam: a page may wait for it while there is a newer exam. Throws 404 if there is none. */
export async function gradingStatus(services: Services, purchaseId: string, userId: string): Promise<SubmitReply> {
  const ready = isUuid(purchaseId) && (await findNewestResult(services.db, purchaseId, userId))
  if (ready) return ready
  const newest = await newestExam(services, purchaseId, userId)
  const isSubmitted = newest.submittedAt !== null
  const attempt = isSubmitted ? newest : await newestExam(services, purchaseId, userId, { isSubmitted: true })
  switch (attempt.state) {
    case 'submitted':
      return { status: 'processing', attempt_id: attempt.id, message: 'Рахуємо ваш результат.' }
    case 'graded': {
      const result = await readResult(services.db, attempt)
      if (result === undefined) throw notFound()
      return result
    }
    case 'failed':
      if (attempt.failure === 'results_expired') {
        return {
          status: 'expired',
          attempt_id: attempt.id,
          message: 'Результат не вдалося порахувати вчасно. Спробу повернено.',
        }
      }
      return { status: 'error', attempt_id: attempt.id, message: 'Не вдалося порахувати результат. Спробу повернено.' }
    case 'building':
    case 'ready':
    case 'open':
    case 'paused':
      throw notFound()
    default:
      throw new UnreadableRow(`Attempt ${attempt.id} is in the state ${attempt.state}.`)
  }
}

/** The newest exam of the owner's purchase, or the newest submitted one, as it is now. Throws 404 if there is none. */
function newestExam(
  services: Services,
  purchaseId: string,
  userId: string,
  which: { isSubmitted?: boolean } = {},
): Promise<Attempt> {
  const lock = async (tx: Queries) => {
    await requireOwnPurchase(tx, purchaseId, userId)
    return lockNewestAttempt(tx, purchaseId, 'exam', which)
  }
  return withAttempt(services, lock, (_tx, attempt) => attempt)
}
