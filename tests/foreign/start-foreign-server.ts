import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerPreflight, foreignHeaders } from './cors.ts'
import { type Answer, aPage, type Call, readJson, refuse } from './exchange.ts'
import { createAccounts } from './foreign-accounts.ts'
import { createExams } from './foreign-exams.ts'
import { createTexts } from './foreign-texts.ts'

/** Fields that section 7 of the specification allows in the body of each call. Registration and profile have further fields. */
const named: Readonly<Record<string, readonly string[]>> = {
  'POST /api/auth/login/': ['email', 'password', 'remember_me'],
  'POST /api/auth/token/refresh/': ['refresh'],
  'POST /api/auth/logout/': [],
  'POST /api/auth/password/reset/': ['email'],
  'POST /api/auth/password/reset/confirm/': ['token', 'new_password1', 'new_password2', 'uid'],
  'POST /api/auth/password/check/': ['old_password'],
  'PUT /api/auth/password/change/': ['new_password1', 'new_password2'],
  'POST /api/test-meta/{id}/': ['answers'],
  'POST /api/exam-meta/{id}/': ['answers'],
  'POST /api/feedback/': ['email', 'message', 'type_of_appeal'],
}

/** null: an HTML page with 404, as Django's reply to an unknown address. */
type Handler = (call: Call) => Answer | null

export interface ForeignServer {
  origin: string
  accounts: ReturnType<typeof createAccounts>
  exams: ReturnType<typeof createExams>
  texts: ReturnType<typeof createTexts>
  /** Every request but preflights since `forget`, as `GET /api/footer/`, without its query. */
  log: string[]
  /** Headers and preflights that such a server does not accept. */
  breaches: string[]
  /** Replies to the next call of this kind with a page, as a stumbling proxy does. */
  stumbleAt: (call: string) => void
  forget: () => void
  /** Sets the one origin whose pages may call. */
  allow: (clientOrigin: string) => void
  close: () => Promise<void>
}

/**
 * A server written from section 7 of the specification alone, in place of every other server. It has none of our additions. It
 * has integer ids, fields that we do not know, and nulls. It allows two headers from one origin and refuses unknown tokens in
 * every call.
 */
export async function startForeignServer(): Promise<ForeignServer> {
  const accounts = createAccounts()
  const exams = createExams()
  const texts = createTexts()
  const open: Record<string, Handler> = {
    'POST /api/auth/login/': accounts.login,
    'POST /api/auth/token/refresh/': accounts.refresh,
    'POST /api/auth/register/': accounts.register,
    'POST /api/auth/password/reset/': accounts.requestReset,
    'POST /api/auth/password/reset/confirm/': accounts.confirmReset,
    'GET /api/footer/': texts.footer,
    'GET /api/available-tests/': texts.availableTests,
    'GET /api/search-tests/': texts.searchTests,
    'GET /api/test-info/{id}/': texts.testInfo,
    'GET /api/privacy-policy/': texts.privacyPolicy,
    'GET /api/disclaimer/': texts.disclaimer,
    'GET /api/newsletter-agreement/': texts.newsletter,
    'GET /api/offer/': texts.offer,
    'POST /api/feedback/': texts.feedback,
  }
  const signedIn: Record<string, Handler> = {
    'POST /api/auth/logout/': accounts.logout,
    'POST /api/auth/password/check/': accounts.checkPassword,
    'PUT /api/auth/password/change/': accounts.changePassword,
    'GET /api/user/profile/': accounts.readProfile,
    'PUT /api/user/profile/': accounts.updateProfile,
    'GET /api/owned-tests/': texts.ownedTests,
    'GET /api/test-meta/{id}/': exams.openTraining,
    'POST /api/test-meta/{id}/': exams.submitTraining,
    'GET /api/exam-meta/{id}/': exams.openExam,
    'POST /api/exam-meta/{id}/': exams.submitExam,
    'GET /api/exam-status/{id}/': exams.examStatus,
    'GET /api/exam-results-status/{id}/': exams.resultsStatus,
  }
  const log: string[] = []
  const breaches: string[] = []
  const stumbles = new Set<string>()
  let clientOrigin = ''

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/' } = request
    const { pathname, searchParams } = new URL(url, 'http://foreign')
    if (method === 'OPTIONS') {
      if (!answerPreflight(request, response, clientOrigin)) {
        breaches.push(`preflight of ${pathname}: ${request.headers['access-control-request-headers'] ?? ''}`)
      }
      return
    }
    if (pathname === '/media/verbal.png') return sendPicture(response)
    log.push(`${method} ${pathname}`)
    for (const name of foreignHeaders(request.headers)) breaches.push(`header ${name} at ${pathname}`)
    const [, id = ''] = /^\/api\/[\w-]+\/(\w+)\/$/.exec(pathname) ?? []
    const exact = `${method} ${pathname}`
    const known = exact in open || exact in signedIn ? exact : `${method} ${pathname.replace(`/${id}/`, '/{id}/')}`
    const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? null
    const call: Call = { method, path: pathname, id, query: searchParams, body: await readJson(request), bearer }
    const strange = Object.keys(call.body).find((name) => !(named[known]?.includes(name) ?? true))
    if (strange !== undefined) {
      breaches.push(`${strange} in the body of ${known}`)
      return send(response, refuse(400, { [strange]: ['Unexpected field.'] }), clientOrigin)
    }
    const isRefused = bearer === null ? known in signedIn : !accounts.isSignedIn(call)
    const handler = open[known] ?? signedIn[known]
    const reply = stumbles.delete(known) ? null : isRefused ? accounts.invalidToken : (handler?.(call) ?? null)
    send(response, reply, clientOrigin)
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accounts,
    exams,
    texts,
    log,
    breaches,
    stumbleAt: (call) => stumbles.add(call),
    forget: () => {
      log.length = breaches.length = 0
      stumbles.clear()
    },
    allow: (origin) => {
      clientOrigin = origin
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, reply: Answer | null, clientOrigin: string): void {
  const cors = { 'access-control-allow-origin': clientOrigin, vary: 'Origin' }
  if (reply === null) {
    response.writeHead(404, { ...cors, 'content-type': 'text/html; charset=utf-8' })
    response.end('<!doctype html><html lang="en"><title>Page not found</title><h1>Not Found</h1></html>')
    return
  }
  if (reply.json === aPage) {
    response.writeHead(reply.status, { ...cors, 'content-type': 'text/html' }).end('<!doctype html><h1>Wi-Fi</h1>')
    return
  }
  const bytes = Buffer.from(JSON.stringify(reply.json))
  response.writeHead(reply.status, {
    ...cors,
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
  })
  if (reply.cut !== true) response.end(bytes)
  else response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

function sendPicture(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
}
