import type { FastifyInstance } from 'fastify'

/**
 * Bodies are JSON. An empty one is none: clients send the JSON content type with every call, also with those that
 * carry nothing. Keys that would reach a prototype are refused.
 */
export function installJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.length === 0) done(null, undefined)
    // It answers through `done`; the promise in its type is that of other parsers.
    else void parse(request, storable(body), done)
  })
}

/** Whole pairs of escaped surrogates and every other escape of one character stay; what is left are halves and NUL. */
const escapes = /(\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\[^u])|\\ud[89a-f][\da-f]{2}|\\u0000/gi

/**
 * JSON without NULs, and with U+FFFD for half surrogate pairs (a typed emoji that was cut in two). PostgreSQL keeps neither,
 * and an answer that is refused because of one character would be lost. The same bytes become the same text every time.
 */
function storable(json: string): string {
  return json.replaceAll(escapes, (escape, whole: string | undefined) => {
    return whole ?? (escape.endsWith('0000') ? '' : String.raw`\ufffd`)
  })
}
