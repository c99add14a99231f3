import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorBody } from '#contract/error.ts'
import { isAway } from '../db/is-away.ts'
import { sqlStateOf } from '../db/sql-state.ts'
import { UnreadableRow } from '../db/unreadable-row.ts'
import { Failure, notFound, overloaded, storedUnreadable, tokenRevoked, validationFailed } from '../failure.ts'
import type { PlainDocument } from '../html/plain-page.ts'
import type { Repeats } from '../load/repeats.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { logRefusal, routeOf } from './access-log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Failures carry their sentence as `message` too: the specification's name for it in this call. */
    errorsInMessage?: boolean
    /** The document for a failure of a page; absent, or null: a failure is JSON, as for a call. */
    documentOf?: (failure: Failure, request: FastifyRequest) => PlainDocument | null
  }
}

/** Answers failures as {detail, code, status_code}, those of pages as documents. Details of our own faults are only logged. */
export function installErrors(
  app: FastifyInstance,
  metrics: Pick<Metrics, 'failures' | 'databaseTrouble'>,
  repeats: Repeats,
): void {
  app.setErrorHandler<FastifyError>((thrown, request, reply) => {
    // Node's code for a caller who left is that of a lost connection to the database, too: ECONNRESET.
    const error = hasHungUp(request) ? badJson() : thrown
    const failure = asFailure(error)
    metrics.failures.inc({ code: failure.code })
    metrics.databaseTrouble.note(error)
    logFailure(request, { error, failure, repeats })
    if (failure.extras.retryAfterSeconds !== undefined) reply.header('retry-after', failure.extras.retryAfterSeconds)
    // A proxy would keep the absence of a file for as long as the file itself.
    reply.header('cache-control', 'no-store')
    const document = request.routeOptions.config.documentOf?.(failure, request) ?? null
    if (document !== null) {
      reply.code(failure.statusCode).header('content-security-policy', document.policy)
      return reply.type('text/html; charset=utf-8').send(document.html)
    }
    const body: ErrorBody = failure.toBody()
    if (request.routeOptions.config.errorsInMessage === true) body.message = body.detail
    return reply.code(failure.statusCode).serializer(JSON.stringify).type('application/json').send(body)
  })
  const methodsOf = learnMethods(app)
  app.setNotFoundHandler(({ method, url }, reply) => {
    const allowed = methodsOf(url.split('?', 1)[0]!)
    if (allowed.length === 0 || allowed.includes(method)) throw notFound()
    reply.header('allow', allowed.join(', '))
    throw new Failure(405, 'method_not_allowed', 'Ця адреса не приймає таких запитів.')
  })
}

/** Logs a refusal with its caller, else the error. Of equal refusals and database failures it logs the first of a minute. */
function logFailure(
  request: FastifyRequest,
  { error, failure, repeats }: { error: unknown; failure: Failure; repeats: Repeats },
): void {
  const isOfDatabase = isAway(error)
  if (!isOfDatabase && (failure.statusCode < 500 || failure.code === 'overloaded')) {
    logRefusal(request, failure, repeats)
  } else if (
    !isOfDatabase ||
    repeats.isFirst({ code: failure.code, route: routeOf(request), state: sqlStateOf(error) })
  ) {
    request.log.error({ err: error }, 'request failed')
  } else request.isRepeated = true
}

/** Whether the caller left, or was cut off for slowness, before its body was whole. Nobody reads the answer. */
function hasHungUp({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

function asFailure(error: FastifyError | Failure): Failure {
  if (error instanceof Failure) return error
  if (error instanceof UnreadableRow) return storedUnreadable()
  const vanished = asVanished(error)
  if (vanished !== null) return vanished
  if (isUnstorableText(error)) return new Failure(400, 'bad_json', 'У запиті є символ, якого не буває в тексті.')
  if (hasZodFastifySchemaValidationErrors(error)) {
    return validationFailed(
      Object.fromEntries(
        error.validation.map((issue) => {
          const field = issue.instancePath.split('/').filter(Boolean).join('.') || 'body'
          return [field, sentenceForField(field, issue.keyword)]
        }),
      ),
    )
  }
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Failure(415, 'unsupported_media_type', 'Запит має бути у форматі JSON.')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Failure(413, 'body_too_large', 'Запит завеликий.')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return badJson()
  }
  if (error.statusCode === 429)
    return new Failure(429, 'rate_limited', 'Забагато запитів. Зачекайте хвилину.', { retryAfterSeconds: 60 })
  if (isAway(error)) return overloaded('База даних зараз не відповідає. Спробуйте за кілька секунд.')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return badJson()
  return new Failure(500, 'internal_error', 'На сервері сталася помилка. Ми вже знаємо про неї, спробуйте за хвилину.')
}

/**
 * PostgreSQL's text holds no NUL (22P05 in jsonb, 22021 in text). Its jsonb holds no half of a surrogate pair either: it then
 * reports 22P02, as for broken JSON, which we never write.
 */
function isUnstorableText(error: Error): boolean {
  const state = sqlStateOf(error)
  return state === '22P05' || state === '22021' || (state === '22P02' && /\bjson\b/.test(ofPostgres(error).message))
}

/** PostgreSQL's own error, without drizzle's wrapping; that of a prepared statement is not wrapped. */
function ofPostgres(error: Error): Error {
  return error.cause instanceof Error ? ofPostgres(error.cause) : error
}

/** The account or data that a row refers to (23503) was erased after the call was let in. Ids in calls are looked up first. */
function asVanished(error: Error): Failure | null {
  if (sqlStateOf(error) !== '23503') return null
  const said = ofPostgres(error)
  const constraint = 'constraint' in said ? String(said.constraint) : ''
  return constraint.endsWith('_users_id_fk') ? tokenRevoked() : notFound()
}

const badJson = () => new Failure(400, 'bad_json', 'Запит пошкоджений: очікувався JSON.')

/** Collects the methods of all further routes but `*` and `/*`. Returns the methods that serve an address, [] if none. */
function learnMethods(app: FastifyInstance): (path: string) => string[] {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    if (url === '*' || url === '/*') return
    const methods = methodsOf.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    methodsOf.set(url, methods)
  })
  return (path) => {
    const fitting = [...methodsOf].filter(([pattern]) => asExpression(pattern).test(path))
    return [...new Set(fitting.flatMap(([, methods]) => [...methods]))].toSorted()
  }
}

/** A route's pattern (`/api/test-meta/:id/`, `/test/:slug(^\\w+).html`, `/media/*`) as an expression for its addresses. */
function asExpression(pattern: string): RegExp {
  const fixed = pattern
    .split(/:\w+(?:\([^)]*\))?/)
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${fixed.join('[^/]+').replace('*', '.*')}$`)
}

/** Sentences for fields that deserve better than the general ones. */
const sentences: Record<string, string> = {
  email: 'Введіть правильну електронну адресу.',
  new_password1: 'Пароль повинен містити мінімум 8 символів',
  password1: 'Пароль повинен містити мінімум 8 символів',
  password: 'Введіть пароль.',
  old_password: "Старий пароль обов'язковий",
  first_name: 'Вкажіть ім’я.',
  last_name: 'Вкажіть прізвище.',
  new_email: 'Введіть правильну електронну адресу.',
  description: 'Розповідь про себе може містити щонайбільше 2000 символів.',
  gender: 'Оберіть один із запропонованих варіантів.',
  region: 'Оберіть одну із запропонованих областей.',
  uid: 'Посилання неповне. Відкрийте його з листа ще раз.',
  token: 'Посилання неповне. Відкрийте його з листа ще раз.',
  code: 'Посилання неповне. Відкрийте його з листа ще раз.',
  phone_number: 'Введіть номер телефону цифрами, наприклад +380 44 123 45 67.',
  message: 'Повідомлення має містити від 10 до 5000 символів.',
  words: 'Опишіть, що не так із завданням: від 3 до 1000 символів.',
  question_id: 'Не вказано, про яке завдання йдеться.',
  number: 'Не вказано, про яке завдання йдеться.',
  consents: 'Потрібна ваша згода з умовами.',
  answers: 'Відповіді надійшли пошкодженими. Оновіть сторінку й спробуйте ще раз.',
  events: 'Відповіді надійшли пошкодженими. Оновіть сторінку й спробуйте ще раз.',
  body: 'Запит порожній або має неправильну форму.',
}

/** The fault of one field, in Ukrainian. `keyword` is the validator's issue code. */
function sentenceForField(path: string, keyword: string): string {
  const field = path.split('.')[0] ?? path
  if (field.includes('password') && keyword === 'too_big') return 'Пароль може містити щонайбільше 128 символів.'
  if (field.endsWith('_name') && keyword === 'too_big') return 'Тут уміщається щонайбільше 100 символів.'
  if (field.endsWith('_name') && keyword === 'invalid_format') return 'Напишіть літерами, в один рядок.'
  if (Object.hasOwn(sentences, field)) return sentences[field]!
  if (keyword === 'too_big') return 'Одне з полів завелике.'
  if (keyword === 'too_small') return 'Одне з полів порожнє або закоротке.'
  return 'Одне з полів заповнено неправильно. Оновіть сторінку й спробуйте ще раз.'
}
