import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/error.ts'
import { ApiError } from './api-error.ts'
import { isPassingStatus } from './reply.ts'

/** A reply before it is judged. `html` is a page in place of JSON. */
export type RawReply =
  | { form: 'json'; status: number; ok: boolean; json: unknown; retryAfter?: number | undefined }
  | { form: 'html'; status: number }
  | { form: 'garbled'; status: number }

/** Reads the whole body. Rejects if the connection breaks in the middle, like a fetch without a reply. */
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

/** Returns the parsed reply, or throws the ApiError that it means. */
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

/** A retryable status never settles the call, even if a proxy sent it: the client repeats the call after its Retry-After. */
const isOurRefusal = ({ status, json }: { status: number; json: unknown }) =>
  isPassingStatus(status) || ErrorBody.safeParse(json).success

/** Makes an ApiError of the fields that are there: another server may send only some, or put the form's at the top level. */
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

/** A text as it is, or the first sentence of a list. */
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

/** Retry-After in its seconds form, as milliseconds. The date form would depend on this device's clock. */
function retryAfter({ headers }: Response): number | undefined {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return Number.isNaN(seconds) ? undefined : seconds * 1000
}
