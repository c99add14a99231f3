import { isNotNull } from 'drizzle-orm'
import type { ExamStatus, SubmitReply } from '#contract/exam.ts'
import { attempts } from '../../db/schema/attempts.ts'
import { isUuid } from '../../db/uuid.ts'
import { notFound } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { requireOwnPurchase } from '../purchases/purchase-access.ts'
import type { Attempt } from './attempt.ts'
import { lockFoundAttempt, newestAttempt } from './attempt-repository.ts'
import { findNewestResult, readResult } from './read-result.ts'
import { settleTime } from './settle-time.ts'

/** How the build of the newest exam stands. Throws 404 when there has never been one. */
export async function buildStatus(services: Services, purchaseId: string, userId: string): Promise<ExamStatus> {
  const attempt = await newestSettled(services, purchaseId, userId)
  switch (attempt.state) {
    case 'building':
      return { status: 'building', progress: attempt.buildProgress, message: 'Складаємо ваш екзамен.' }
    case 'failed':
      return attempt.failure === 'build_expired'
        ? { status: 'expired', message: 'Складений екзамен не дочекався вас. Спробу повернено.' }
        : { status: 'error', message: 'Не вдалося скласти екзамен. Спробу повернено, почніть ще раз.' }
    default:
      return { status: 'completed', progress: 100, exam_cache_key: attempt.examCacheKey }
  }
}

/**
 * How the grading of the newest exam stands that was handed in: while a newer one is being taken, or was given back before
 * anybody handed it in, the page of this one may still wait for its result. Throws 404 where none was handed in.
 */
export async function gradingStatus(services: Services, purchaseId: string, userId: string): Promise<SubmitReply> {
  const ready = isUuid(purchaseId) && (await findNewestResult(services.db, purchaseId, userId))
  if (ready) return ready
  const newest = await newestSettled(services, purchaseId, userId)
  const attempt = newest.submittedAt === null ? await newestHandedIn(services, purchaseId) : newest
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
          message: 'Результат не порахувався вчасно. Спробу повернено.',
        }
      }
      return { status: 'error', attempt_id: attempt.id, message: 'Не вдалося порахувати результат. Спробу повернено.' }
    default:
      throw notFound()
  }
}

/** Throws 404 where there is none. */
async function newestHandedIn(services: Services, purchaseId: string): Promise<Attempt> {
  return services.db.transaction(async (tx) => {
    const found = await newestAttempt(tx, purchaseId, 'exam', isNotNull(attempts.submittedAt))
    if (found === undefined) throw notFound()
    const { attempt, now } = await lockFoundAttempt(tx, found.id)
    return settleTime(services, tx, attempt, now)
  })
}

async function newestSettled(services: Services, purchaseId: string, userId: string): Promise<Attempt> {
  return services.db.transaction(async (tx) => {
    await requireOwnPurchase(tx, purchaseId, userId)
    const newest = await newestAttempt(tx, purchaseId, 'exam')
    if (newest === undefined) throw notFound()
    const { attempt, now } = await lockFoundAttempt(tx, newest.id)
    return settleTime(services, tx, attempt, now)
  })
}
