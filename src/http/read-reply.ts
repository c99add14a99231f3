import type * as z from 'zod/mini'
import { ApiError } from './api-error.ts'

/** What came back, before it is judged. `html` is a page in place of JSON. */
export type RawReply =
  | { form: 'json'; status: number; ok: boolean; json: unknown; retryAfter?: number | undefined }
  | { form: 'html'; status: number }
  | { form: 'garbled'; status: number }

/** Reads the whole body: a connection that breaks in the middle throws here, as a fetch that got no reply does. */
export async function readRaw(response: Response): Promise<RawReply> {
  const { status, ok } = response
  const text = (await response.text()).trim()
  if (text === '') return { form: 'json', status, ok, json: {} }
  try {
    return { form: 'json', status, ok, json: JSON.parse(text), retryAfter: retryAfter(response) }
  } catch {
    const isPage = text.startsWith('<') || (response.headers.get('content-type') ?? '').includes('html')
    return { form: isPage ? 'html' : 'garbled', status }
  }
}

/** The parsed reply, or the ApiError that it is. */
export function judge<S extends z.ZodMiniType>(raw: RawReply, schema: S): z.output<S> {
  if (raw.form !== 'json') {
    throw new ApiError({ kind: raw.form === 'html' ? 'html' : 'contract', status_code: raw.status })
  }
  if (!raw.ok) throw refusal(raw)
  const parsed = schema.safeParse(raw.json)
  if (!parsed.success) throw new ApiError({ kind: 'contract', status_code: raw.status, cause: parsed.error })
  return parsed.data
}

/** Takes what is there: another server may send only some of the fields. */
function refusal({ status, json, retryAfter: retry_after }: Extract<RawReply, { form: 'json' }>): ApiError {
  const body = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>
  return new ApiError({
    kind: 'reply',
    status_code: typeof body.status_code === 'number' ? body.status_code : status,
    detail: sentence(body.detail) ?? sentence(body.message),
    code: sentence(body.code),
    fields: sentences(body.fields),
    result_url: sentence(body.result_url),
    retry_after,
  })
}

function sentence(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function sentences(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
}

/** Retry-After in its seconds form, as milliseconds; the date form would trust the clock of this device. */
function retryAfter({ headers }: Response): number | undefined {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return Number.isNaN(seconds) ? undefined : seconds * 1000
}
