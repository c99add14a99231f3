import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'

const ours = 'https://iq.example'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ allowedOrigins: [ours] })
})
afterAll(() => server.close())

const preflight = (origin: string, headers: string) =>
  server.app.inject({
    method: 'OPTIONS',
    url: '/api/exam-answers/some-purchase/',
    headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': headers },
  })

describe('the API, called by the pages of another host', () => {
  it('[S7.01] [S7.02] the API accepts calls of an allowed site with the client’s two headers, and without cookies', async () => {
    const { statusCode, headers } = await preflight(ours, 'authorization,content-type')
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, ours])
    expect(headers['access-control-allow-headers']).toBe('Authorization, Content-Type')
    expect(headers['access-control-allow-methods']).toContain('PUT')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  it('the API lets an allowed site read a reply and its Retry-After, and its Vary names Authorization and Origin', async () => {
    const { headers } = await server.app.inject({ url: '/api/footer/', headers: { origin: ours } })
    expect(headers['access-control-allow-origin']).toBe(ours)
    expect(headers['access-control-expose-headers']).toBe('Retry-After, Date')
    expect(String(headers.vary).split(/, ?/)).toEqual(expect.arrayContaining(['Authorization', 'Origin']))
  })

  it('[S42] the API lets no page of another site read a reply', async () => {
    for (const origin of ['https://evil.example', 'https://iq.example.evil.example', 'null']) {
      const { headers } = await server.app.inject({ url: '/api/footer/', headers: { origin } })
      expect([origin, headers['access-control-allow-origin']]).toEqual([origin, undefined])
      expect((await preflight(origin, 'authorization')).headers['access-control-allow-origin']).toBeUndefined()
    }
  })
})
