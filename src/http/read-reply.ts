import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/error.ts'
import { ApiError } from './api-error.ts'
import { isPassingStatus } from './reply.ts'

/** What came back, before it is judged. `html` is a page in place of JSON. */
export type RawReply =
  | { form: 'json'; status: number; ok: boolean; json: unknown; retryAfter?: number | undefined }
  | { form: 'html'; status: number }
  | { form: 'garbled'; status: number }

/** Reads the whole body: a connection that breaks in the middle throws here, as a fetch that got no reply does. */
export async function readRaw(response: Response): Promise<RawReply> {
  const { status, ok } = response
  const text = (await response.text()).trim()
  if (text === '') return { form: 'json', status, ok, json: null }
  try {
    return { form: 'json', status, ok, json: JSON.parse(text), retryAfter: retryAfter(response) }
  } catch {
    const isPage = text.startsWith('<') || (response.headers.get('content-type') ?? '').includes('html')
    return { form: isPage ? 'html' : 'garbled', status }
  }
}

/** The parsed reply, or the ApiError that it is. */
export function judge<S extends z.ZodMiniType>(
  raw: RawReply,
  { response, isOurs }: Pick<Endpoint, 'isOurs'> & { response: S },
): z.output<S> {
  if (raw.form !== 'json') {
    throw new ApiError({ kind: raw.form === 'html' ? 'html' : 'contract', status_code: raw.status })
  }
  if (!raw.ok) {
    if (isOurs && !isOurRefusal(raw)) throw new ApiError({ kind: 'contract', status_code: raw.status })
    throw refusal(raw)
  }
  const parsed = response.safeParse(raw.json)
  if (!parsed.success) throw new ApiError({ kind: 'contract', status_code: raw.status, cause: parsed.error })
  return parsed.data
}

/** A status after which the same call is made again settles nothing, also where a proxy answers it; its Retry-After is heeded. */
const isOurRefusal = ({ status, json }: { status: number; json: unknown }) =>
  isPassingStatus(status) || ErrorBody.safeParse(json).success

/** Takes what is there: another server may send only some of the fields, or name the form's fields at the top. */
function refusal({ status, json, retryAfter: retry_after }: Extract<RawReply, { form: 'json' }>): ApiError {
  const body = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>
  const { detail, code, status_code, message, non_field_errors, fields, result_url, ...rest } = body
  return new ApiError({
    kind: 'reply',
    status_code: typeof status_code === 'number' ? status_code : status,
    detail: sentence(detail) ?? sentence(message) ?? sentence(non_field_errors),
    code: sentence(code),
    fields: sentences(fields) ?? (status === 400 || status === 409 ? sentences(rest) : undefined),
    result_url: sentence(result_url),
    retry_after,
  })
}

/** Text as it is; of a list of sentences the first. */
function sentence(value: unknown): string | undefined {
  const text: unknown = Array.isArray(value) ? value[0] : value
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

function sentences(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) => {
      const said = sentence(text)
      return said === undefined ? [] : [[name, said]]
    }),
  )
}

/** Retry-After in its seconds form, as milliseconds; the date form would trust the clock of this device. */
function retryAfter({ headers }: Response): number | undefined {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return Number.isNaN(seconds) ? undefined : seconds * 1000
}
