import { randomInt } from 'node:crypto'
import type { ErrorBody, ErrorCode } from '#contract/error.ts'

interface FailureExtras {
  fields?: Record<string, string>
  result_url?: string
  retryAfterSeconds?: number
}

/** A failure that the caller gets as a reply: status, stable code, Ukrainian sentence. `plugins/errors.ts` answers it. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly statusCode: number
  readonly code: ErrorCode
  readonly extras: FailureExtras
  /** The account that it concerns, if known: for the log, never for the caller. */
  userId: string | undefined

  constructor(statusCode: number, code: ErrorCode, detail: string, extras: FailureExtras = {}) {
    super(detail)
    this.statusCode = statusCode
    this.code = code
    this.extras = extras
  }

  about(userId: string | undefined): this {
    this.userId = userId
    return this
  }

  toBody(): ErrorBody {
    const { fields, result_url } = this.extras
    return {
      detail: this.message,
      code: this.code,
      status_code: this.statusCode,
      ...(fields && { fields }),
      ...(result_url && { result_url }),
    }
  }
}

export const notFound = () => new Failure(404, 'not_found', 'Такої сторінки або запису немає.')
export const notAuthenticated = () => new Failure(401, 'not_authenticated', 'Увійдіть, щоб продовжити.')
export const tokenExpired = () => new Failure(401, 'token_expired', 'Час сеансу вийшов. Увійдіть ще раз.')
export const tokenRevoked = () => new Failure(401, 'token_revoked', 'Сеанс завершено. Увійдіть ще раз.')
export const tokenSuperseded = () =>
  new Failure(401, 'token_superseded', 'Цей запит запізнився: сеанс уже поновлено. Увійдіть ще раз.')
export const foreignPurchase = () =>
  new Failure(
    403,
    'foreign_purchase',
    'Ця покупка належить іншій людині. Увійдіть у той обліковий запис, з якого її оформлено.',
  )
export const ticketInvalid = () =>
  new Failure(403, 'ticket_invalid', 'Ця перепустка на екзамен недійсна. Відкрийте екзамен на сторінці «Мої тести».')
export const validationFailed = (fields: Record<string, string>) =>
  new Failure(400, 'validation_failed', Object.values(fields)[0] ?? 'Перевірте введені дані.', { fields })
/** Retry-After is 3 to 8 s at random: clients that were refused together must not come back together. */
export const overloaded = (detail: string) =>
  new Failure(503, 'overloaded', detail, { retryAfterSeconds: randomInt(3, 9) })
/** This process cannot read a stored row. Another process, or the next release, may. */
export const storedUnreadable = () =>
  new Failure(
    503,
    'stored_unreadable',
    'Сервер зараз не може прочитати збереженого: можливо, його саме оновлюють. Нічого не втрачено, спробуйте за хвилину.',
    { retryAfterSeconds: 60 },
  )
export const rateLimited = (retryAfterSeconds: number) =>
  new Failure(429, 'rate_limited', 'Забагато спроб. Зачекайте трохи й спробуйте ще раз.', { retryAfterSeconds })
