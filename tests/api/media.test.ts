import { readdirSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'

const folder = path.resolve(import.meta.dirname, '../../content/media')
const name = readdirSync(folder)[0]!
const bytes = readFileSync(path.join(folder, name))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const get = (address: string, headers: Record<string, string> = {}) => fetch(server.origin + address, { headers })

/** Requests a file as a browser that has it: `fetch` of Node asks for a fresh copy. */
const statusFor = (headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const answered = (reply: IncomingMessage) => resolve(reply.resume().statusCode)
    request(`${server.origin}/media/${name}`, { headers }, answered).on('error', reject).end()
  })

describe('/media/', () => {
  it('[S7.41] /media/ serves every picture of the information of tests, to pages of other sites too', async () => {
    const { results } = (await (await get('/api/available-tests/')).json()) as { results: { slug: string }[] }
    const sources = new Set<string>()
    for (const { slug } of results) {
      const { test_info } = (await (await get(`/api/test-info/${slug}/`)).json()) as any
      for (const [, source] of test_info.content.matchAll(/<img src="([^"]+)"/g)) sources.add(source)
    }
    expect(sources.size).toBeGreaterThanOrEqual(3)
    for (const source of sources) {
      const { status, headers } = await get(source)
      expect([source, status, headers.get('content-type'), headers.get('cross-origin-resource-policy')]).toEqual([
        source,
        200,
        'image/svg+xml',
        'cross-origin',
      ])
    }
  })

  it('a media file may be cached for a year as immutable, and runs no script when it is opened alone', async () => {
    const { headers } = await get(`/media/${name}`)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('a media file is 304 for a client that has it, and 200 for another ETag', async () => {
    const etag = (await get(`/media/${name}`)).headers.get('etag')!
    expect(await statusFor({ 'if-none-match': etag })).toBe(304)
    expect(await statusFor({ 'if-none-match': '"other"' })).toBe(200)
  })

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=5-', 5, undefined],
    ['bytes=-7', -7, undefined],
  ])('a media file is sent in the part %s, uncompressed', async (range, from, to) => {
    const part = await get(`/media/${name}`, { range, 'accept-encoding': 'gzip, br' })
    const body = Buffer.from(await part.arrayBuffer())
    expect([part.status, part.headers.get('content-encoding')]).toEqual([206, null])
    expect(body.equals(bytes.subarray(from, to))).toBe(true)
    const start = from < 0 ? bytes.length + from : from
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${start + body.length - 1}/${bytes.length}`)
  })

  it('a part beyond the end of a media file is 416', async () => {
    expect((await get(`/media/${name}`, { range: `bytes=${bytes.length}-` })).status).toBe(416)
  })

  it.each([
    '/media/',
    '/media/none.svg',
    '/media/..%2Flegal%2Foffer.uk.html',
    '/media/%2e%2e/README.md',
    '/media/.hidden',
    '/media//etc/passwd',
    '/media/%00',
    `/media/${name}/`,
    '/media/none',
  ])('[S36] %s is a 404 as JSON and never a page', async (address) => {
    const reply = await get(address)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([404, expect.stringContaining('json')])
    expect(((await reply.json()) as any).code).toBe('not_found')
  })
})
