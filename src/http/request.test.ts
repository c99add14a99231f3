import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import type { ApiError } from './api-error.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

let server: Server
let request: typeof import('./request.ts').request
let answers: Answer[]
let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[]

const json =
  (status: number, body: unknown): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const page: Answer = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Session expired</p>')

const call = { name: 'x', auth: 'none', summary: 'x', response: z.object({ title: z.string() }) } as const
const read = endpoint({
  ...call,
  method: 'GET',
  path: '/api/things/:id/',
  params: z.object({ id: z.string() }),
  query: z.object({ type: z.optional(z.string()), search: z.optional(z.string()) }),
})
const write = endpoint({ ...call, method: 'POST', path: '/api/things/', body: z.object({ name: z.string() }) })
const keyed = endpoint({ ...call, method: 'POST', path: '/api/orders/', repeatable: true })

beforeAll(async () => {
  server = createServer((incoming, response) => {
    let body = ''
    incoming.on('data', (chunk) => {
      body += String(chunk)
    })
    incoming.on('end', () => {
      seen.push({ method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body })
      const answer = answers.shift()
      if (answer === undefined) throw new Error(`No answer is left for ${incoming.url}`)
      answer(incoming, response, body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('VITE_API_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  request = (await import('./request.ts')).request
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
  vi.unstubAllEnvs()
})

beforeEach(() => {
  answers = []
  seen = []
})

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call succeeded'),
    (error: ApiError) => error,
  )

describe('a call', () => {
  it('[S7.01] a call goes to the API host of the build, with its parameters in their places', async () => {
    answers = [json(200, { title: 'Тест' })]
    await expect(request(read, { params: { id: 'а/б' } })).resolves.toEqual({ title: 'Тест' })
    expect(seen[0]?.url).toBe('/api/things/%D0%B0%2F%D0%B1/')
  })

  it('[S3.08] a call drops empty and undefined filters', async () => {
    answers = [json(200, { title: 'x' })]
    await request(read, { params: { id: '1' }, query: { type: '', search: 'ряд' } })
    expect(seen[0]?.url).toBe('/api/things/1/?search=%D1%80%D1%8F%D0%B4')
  })

  it('[S7.02] a call carries a JSON content type and the Bearer, and no other header of ours', async () => {
    answers = [json(200, { title: 'x' }), json(200, { title: 'x' })]
    await request(write, { body: { name: 'ї' } }, { bearer: 'token' })
    await request(keyed, {})
    const own = (index: number) =>
      Object.keys(seen[index]?.headers ?? {}).filter((name) => name.startsWith('x-') || name.includes('idempotency'))
    expect(seen[0]?.headers).toMatchObject({ 'content-type': 'application/json', authorization: 'Bearer token' })
    expect(seen[0]?.body).toBe('{"name":"ї"}')
    expect(own(0)).toEqual([])
    expect(seen[1]?.headers.authorization).toBeUndefined()
    expect(seen[1]?.body).toBe('{}')
  })
})

describe('a failed call', () => {
  it('[S8.01] an error carries detail, code, status_code and the sentences of fields from the response', async () => {
    const body = { detail: 'Ні', code: 'email_taken', status_code: 409, fields: { email: 'Зайнято' } }
    answers = [json(409, body)]
    expect(await failure(request(write, { body: { name: 'x' } }))).toMatchObject({ kind: 'reply', ...body })
  })

  it('[S8.01] an error takes its status from the response of another server, and leaves what is missing empty', async () => {
    answers = [json(503, { reason: 'busy' })]
    const error = await failure(request(write, { body: { name: 'x' } }))
    expect(error).toMatchObject({ kind: 'reply', status_code: 503, detail: undefined, code: '', fields: {} })
  })

  it('[S8.01] an error finds the sentences of fields that another server puts at the top of its JSON', async () => {
    answers = [json(400, { email: ['Зайнято', 'І ще'], age: 'Мало', non_field_errors: ['Не те'], more: {} })]
    const error = await failure(request(write, { body: { name: 'x' } }))
    expect(error).toMatchObject({ status_code: 400, detail: 'Не те', fields: { email: 'Зайнято', age: 'Мало' } })
  })

  it('a call fails as a network failure when the connection breaks in the middle of the reply', async () => {
    answers = [
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
        response.write('{"title":')
        setImmediate(() => response.destroy())
      },
    ]
    expect(await failure(request(read, { params: { id: '1' } }))).toMatchObject({ kind: 'network', status_code: 0 })
  })

  it('a call fails as a contract failure when the reply does not match the contract', async () => {
    answers = [json(200, { title: 7 })]
    expect(await failure(request(read, { params: { id: '1' } }))).toMatchObject({ kind: 'contract' })
  })

  it('[S7.04] a call gives fetch no signal, so it has no time limit of its own', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    answers = [json(200, { title: 'є' })]
    await request(read, { params: { id: '1' } })
    const [, init] = fetched.mock.lastCall ?? []
    fetched.mockRestore()
    expect(init).toMatchObject({ method: 'GET' })
    expect(init).not.toHaveProperty('signal')
  })

  it('[S7.04] a call with a time limit counts as unanswered when the limit is over', async () => {
    const held: ServerResponse[] = []
    answers = [(_, response) => held.push(response)]
    expect(await failure(request(read, { params: { id: '1' } }, { timeout: 500 }))).toMatchObject({ kind: 'network' })
    for (const response of held) response.destroy()
  })

  it('an aborted call rejects with the reason that its caller gave', async () => {
    const reason = new Error('left the page')
    const leaving = new AbortController()
    answers = [(_, response) => (leaving.abort(reason), response.destroy())]
    await expect(request(read, { params: { id: '1' } }, { signal: leaving.signal })).rejects.toBe(reason)
  })
})

describe('a page in place of JSON', () => {
  it('[S7.03] a repeatable call is sent once more after a page in place of JSON', async () => {
    answers = [page, json(200, { title: 'є' })]
    await expect(request(read, { params: { id: '1' } })).resolves.toEqual({ title: 'є' })
    answers = [page, json(200, { title: 'ключ' })]
    await expect(request(keyed, {})).resolves.toEqual({ title: 'ключ' })
  })

  it('[S7.03] a call with a submission key is sent once more, with the same body, after a page in place of JSON', async () => {
    const body = z.object({ submission_key: z.string() })
    const submit = endpoint({ ...call, method: 'POST', path: '/api/exam/', body })
    answers = [page, json(200, { title: 'здано' })]
    await expect(request(submit, { body: { submission_key: 'k' } })).resolves.toEqual({ title: 'здано' })
    expect(seen.map((sent) => sent.body)).toEqual(['{"submission_key":"k"}', '{"submission_key":"k"}'])
  })

  it('[S7.03] a call fails when a page in place of JSON comes a second time', async () => {
    answers = [page, page]
    expect(await failure(request(read, { params: { id: '1' } }))).toMatchObject({ kind: 'html', status_code: 200 })
    expect(seen).toHaveLength(2)
  })

  it('[S7.03] a call that must not be repeated fails at the first page in place of JSON', async () => {
    answers = [page]
    expect(await failure(request(write, { body: { name: 'x' } }))).toMatchObject({ kind: 'html' })
    expect(seen).toHaveLength(1)
  })
})
