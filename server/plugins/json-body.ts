import type { FastifyInstance } from 'fastify'

/** Parses JSON bodies. An empty one counts as none (clients always send the content type). Keys of a prototype are refused. */
export function installJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.length === 0) done(null, undefined)
    // The parser answers through `done`. Its type has a promise for other parsers.
    else void parse(request, storable(body), done)
  })
}

/**
 * The escapes of NUL and of halves of surrogate pairs, and whole pairs, which stay. An even run of backslashes before them is
 * text. Nothing else matches: a callback for each ordinary escape would make a body of line breaks cost twenty times its parsing.
 */
const escapes = /(?<!\\)((?:\\\\)*)(?:(\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2})|\\ud[89a-f][\da-f]{2}|\\u0000)/gi

/**
 * JSON without NULs, and with U+FFFD for half surrogate pairs (a typed emoji that was cut in two). PostgreSQL stores neither, and
 * one character must not cost an answer. The same bytes always become the same text.
 */
function storable(json: string): string {
  return json.replaceAll(escapes, (escape, backslashes: string, pair: string | undefined) => {
    if (pair !== undefined) return escape
    return backslashes + (escape.endsWith('0000') ? '' : String.raw`\ufffd`)
  })
}
