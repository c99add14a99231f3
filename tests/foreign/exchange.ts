import type { IncomingMessage } from 'node:http'

/** A request as the handlers of the foreign server see it. */
export interface Call {
  method: string
  path: string
  /** The {id} of the path; '' where it has none. */
  id: string
  query: URLSearchParams
  /** The parsed JSON body; {} where there was none. */
  body: Record<string, unknown>
  bearer: string | null
}

/** `cut`: the status and half of the body go out, then the connection breaks. */
export interface Answer {
  status: number
  json: unknown
  cut?: boolean
}

export const ok = (json: unknown): Answer => ({ status: 200, json })

/** An error as Django REST framework words it: {detail}, or {field: [sentences]}. */
export const refuse = (status: number, json: Record<string, unknown>): Answer => ({ status, json })

/** In place of JSON: an HTML page, as of a network that wants a log-in first. */
export const aPage = Symbol('an HTML page')

export const notFound = refuse(404, { detail: 'Not found.' })

export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
