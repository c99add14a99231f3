import type { IncomingMessage } from 'node:http'

/** A request for the handlers of the foreign server. */
export interface Call {
  method: string
  path: string
  /** The {id} of the path, or ''. */
  id: string
  query: URLSearchParams
  /** The parsed JSON body, or {}. */
  body: Record<string, unknown>
  bearer: string | null
}

/** `cut`: sends the status and half of the body, then breaks the connection. */
export interface Answer {
  status: number
  json: unknown
  cut?: boolean
}

export const ok = (json: unknown): Answer => ({ status: 200, json })

/** An error in the form of Django REST framework: {detail}, or {field: [sentences]}. */
export const refuse = (status: number, json: Record<string, unknown>): Answer => ({ status, json })

/** A page in place of JSON, as from a network that requires a log-in. */
export const aPage = Symbol('an HTML page')

export const notFound = refuse(404, { detail: 'Not found.' })

export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
