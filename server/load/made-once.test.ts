import { EventEmitter, once } from 'node:events'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { type Draft, MadeOnce } from './made-once.ts'

const apps: ReturnType<typeof Fastify>[] = []
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
})

/** A server that answers `/kept`, `/asked/:word` and `/shared` by `draw`. The test may change the version. */
function server(draw: (address: string) => Promise<Draft> | Draft) {
  const app = Fastify()
  apps.push(app)
  const made: string[] = []
  const state = { version: 'one', versionsRead: 0, sharedAsked: 0 }
  const madeOnce = new MadeOnce(async () => {
    state.versionsRead += 1
    return state.version
  })
  const make = (address: string) => async () => {
    made.push(address)
    return draw(address)
  }
  app.get('/kept', ({ url }, reply) => madeOnce.send(reply, { key: 'kept' }, make(url)))
  app.get('/asked/:word', ({ url }, reply) => madeOnce.send(reply, { key: url, isAsked: true }, make(url)))
  app.get('/shared', ({ url }, reply) => {
    state.sharedAsked += 1
    return madeOnce.sendShared(reply, 'shared', make(url))
  })
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { app, made, state, get }
}

const type = 'text/plain; charset=utf-8'
const long = 'Те саме для всіх. '.repeat(200)

it('200 simultaneous requests for a reply that is not cached yet have it made once, and its version read twice', async () => {
  const { made, state, get } = server(() => ({ body: long, type }))
  const replies = await Promise.all(Array.from({ length: 200 }, () => get('/kept', { 'accept-encoding': 'br' })))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect([made.length, state.versionsRead]).toEqual([1, 2])
})

it('a cached reply is not sent any more once the version has changed', async () => {
  let price = 199
  const { made, state, get } = server(() => ({ body: `${price} ₴`, type }))
  expect((await get('/kept')).body).toBe('199 ₴')
  expect((await get('/kept')).body).toBe('199 ₴')
  price = 249
  state.version = 'two'
  expect((await get('/kept')).body).toBe('249 ₴')
  expect(made.length).toBe(2)
})

it('a failure is not cached', async () => {
  let isAway = true
  const { get } = server(() => {
    if (isAway) throw new Error('the database is away')
    return { body: 'here', type }
  })
  expect((await get('/kept')).statusCode).toBe(500)
  isAway = false
  expect((await get('/kept')).body).toBe('here')
})

it.each([
  ['br', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['*', 'gzip', gunzipSync],
  ['deflate', undefined, (body: Buffer) => body],
])('a client that accepts %s gets the cached reply as %s, with its length', async (accepted, encoding, unpack) => {
  const { get } = server(() => ({ body: long, type }))
  const { headers, rawPayload } = await get('/kept', { 'accept-encoding': accepted })
  expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'accept-encoding'])
  expect(headers['content-length']).toBe(String(rawPayload.length))
  expect(unpack(rawPayload).toString()).toBe(long)
})

it('a cached reply has one ETag in all encodings: a request that names it gets 304, and HEAD gets the same headers', async () => {
  const { app, get } = server(() => ({ body: long, type }))
  const { headers } = await get('/kept', { 'accept-encoding': 'br' })
  const again = await get('/kept', { 'accept-encoding': 'gzip', 'if-none-match': `"other", ${headers.etag}` })
  expect([again.statusCode, again.body, again.headers.vary]).toEqual([304, '', 'accept-encoding'])
  const head = await app.inject({ method: 'HEAD', url: '/kept', headers: { 'accept-encoding': 'br' } })
  const named = (each: typeof headers) => [each.etag, each['content-length'], each['content-encoding'], each.vary]
  expect([head.statusCode, head.body, ...named(head.headers)]).toEqual([200, '', ...named(headers)])
})

it('600 replies to the free words of strangers evict no named reply from the cache', async () => {
  const { made, get } = server(() => ({ body: long, type }))
  await get('/kept')
  for (let word = 0; word < 600; word += 1) await get(`/asked/${word}`)
  await get('/kept')
  expect(made.filter((url) => url === '/kept').length).toBe(1)
  // The newest words are cached, the oldest are not.
  await get('/asked/599')
  await get('/asked/0')
  expect(made.filter((url) => url === '/asked/599').length).toBe(1)
  expect(made.filter((url) => url === '/asked/0').length).toBe(2)
})

it('the cache is bounded in bytes: the third reply of a megabyte evicts the first', async () => {
  const body = 'я'.repeat(512 * 1024)
  const { made, get } = server(() => ({ body, type }))
  for (const word of ['1', '2', '3', '1']) await get(`/asked/${word}`)
  expect(made).toEqual(['/asked/1', '/asked/2', '/asked/3', '/asked/1'])
})

it('a shared reply is never cached, and a request that comes after it has begun gets the next one', async () => {
  let isOpen = true
  const steps = new EventEmitter()
  const begun = once(steps, 'begun')
  const isOver = once(steps, 'over')
  const { made, state, get } = server(async () => {
    const body = isOpen ? 'open' : 'closed'
    steps.emit('begun')
    await isOver
    return { body, type, headers: { 'cache-control': 'no-store' } }
  })
  const first = get('/shared')
  await begun
  isOpen = false
  const later = Array.from({ length: 50 }, () => get('/shared'))
  await expect.poll(() => state.sharedAsked).toBe(51)
  steps.emit('over')
  expect((await first).body).toBe('open')
  expect(new Set((await Promise.all(later)).map(({ body }) => body))).toEqual(new Set(['closed']))
  expect(made.length).toBe(2)
  isOpen = true
  const last = await get('/shared')
  expect([last.body, last.headers.etag]).toEqual(['open', undefined])
})

it('the cache sends a picture as it is, and compresses a script of an old build', async () => {
  const bytes = Buffer.alloc(4096, 'a')
  const { app, get } = server(() => ({ body: bytes, type: 'image/png' }))
  const madeOnce = new MadeOnce(async () => 'one')
  app.get('/old.js', (_request, reply) =>
    madeOnce.send(reply, { key: 'old', version: 'for good' }, () => ({ body: bytes, type: 'text/javascript' })),
  )
  const accepted = { 'accept-encoding': 'br' }
  const picture = await get('/kept', accepted)
  expect([picture.headers['content-encoding'], picture.rawPayload.equals(bytes)]).toEqual([undefined, true])
  const script = await get('/old.js', accepted)
  expect([script.headers['content-encoding'], brotliDecompressSync(script.rawPayload).equals(bytes)]).toEqual([
    'br',
    true,
  ])
})
