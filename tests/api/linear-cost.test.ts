import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { hostileTexts, plainText } from '../support/hostile-texts.ts'
import { givePurchase, newcomer, type Person, password, registration } from '../support/person.ts'
import { type TextField, textFieldsOf } from '../support/text-fields.ts'

/** A text may cost this many times as much as plain letters of its size. */
const mostTimes = 3
/** CPU time in ms below which a cost is noise. A whole server makes more noise than a schema. */
const floor = { schema: 15, server: 60 }
/** UTF-16 units: around the limits of the fields, and up to the largest body. */
const sizes = [250, 1000, 4000, 20_000, 80_000, 240_000]
/** Bytes of the largest body of an ordinary call, less the rest of it. */
const bodyBytes = 250 * 1024

/** CPU time of this process in ms: other processes of a busy machine do not count. */
async function costOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Tries of one text: on a busy machine the same work may take twice its CPU time. */
const tries = 9

/** The cost of the cheapest try, or of the first within `enough`: other work of the process may fall into a try. */
async function cheapest(work: () => unknown, enough = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let made = 0; made < tries && least > enough; made += 1) least = Math.min(least, await costOf(work))
  return least
}

/** Returns a line with both costs if `text` costs too much, else null. Tries an expensive text again first. */
async function tooDear(text: string, plain: string, least: number, send: (text: string) => unknown) {
  const first = await costOf(() => send(text))
  if (first <= least) return null
  const bearable = Math.max(least, mostTimes * (await cheapest(() => send(plain), least / mostTimes)))
  // A cost beyond every doubt is not measured again.
  const cost = first > 10 * bearable ? first : await cheapest(() => send(text), bearable)
  return cost <= bearable ? null : `${Math.round(cost)} ms in place of ${Math.round(bearable)}`
}

interface Place extends TextField {
  readonly of: string
  readonly schema: z.ZodMiniType
}

/** Every place of every call that takes a caller's text. */
const places: Place[] = endpoints.flatMap((endpoint) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    if (schema === undefined) return []
    return textFieldsOf(schema).map((field) => ({ ...field, of: `${endpoint.name}, ${part}`, schema }))
  }),
)

describe('the cost of a text to a schema', () => {
  it('the test covers more than 200 text fields of the contract, among them a name, an address and a message', () => {
    const known = places.map(({ of, path }) => `${of}: ${path}`)
    expect(known.length).toBeGreaterThan(200)
    for (const each of ['register, body: first_name', 'login, body: email', 'sendFeedback, body: message']) {
      expect(known).toContain(each)
    }
  })

  it.each(Object.entries(hostileTexts))(
    'every schema takes at most three times the CPU time for %s that it takes for letters',
    async (_name, make) => {
      for (const size of sizes) {
        const [text, plain] = [make(size), plainText(size)]
        for (const { of, path, schema, holding } of places) {
          const dear = await tooDear(text, plain, floor.schema, (each) => schema.safeParse(holding(each)))
          expect(dear, `${of}: ${path}, ${size} characters`).toBeNull()
        }
      }
    },
  )

  it('the test finds a schema too expensive that changes a text before it checks the length', async () => {
    const careless = z.string().check(
      z.overwrite((text) => text.normalize('NFC')),
      z.maxLength(100),
    )
    const text = hostileTexts['marks of two classes on one letter']!(20_000)
    const dear = await tooDear(text, plainText(20_000), floor.schema, (each) => careless.safeParse(each))
    expect(dear).toMatch(/ms in place of/)
  })
})

let server: TestServer
let person: Person
let purchaseId: string

/** A body that is valid for every call, which reads its own fields of it. */
function goodBody(): Record<string, unknown> {
  return {
    ...registration(),
    password,
    old_password: password,
    new_password1: password,
    new_password2: password,
    new_email: 'new@person.example',
    refresh: 'x',
    state: 'x'.repeat(16),
    code_challenge: 'x'.repeat(43),
    code: 'x',
    code_verifier: 'x'.repeat(43),
    uid: 'x',
    token: 'x',
    message: 'Дякую за тест!',
    words: 'Тут дві відповіді.',
    number: 1,
    kind: 'newsletter',
    accepted: true,
    id: purchaseId,
    test_id: 'x',
    attempt_id: purchaseId,
    question_id: 'x',
    value: 'x',
    size: 5,
    start_key: 'x'.repeat(8),
    idempotency_key: 'x'.repeat(8),
    receipt: 'x',
    ticket: 'x'.repeat(16),
    answers: [],
    events: [],
    open: false,
    slug: 'verbalnij',
    trial: 'x',
    spent_seconds: 1,
    endpoint: 'https://push.example/x',
    p256dh: 'x'.repeat(87),
    auth: 'x'.repeat(22),
    old: { endpoint: 'https://push.example/x', auth: 'x'.repeat(22) },
    public_key: 'x',
    kinds: [],
  }
}

function ofBytes(make: (size: number) => string, bytes: number): string {
  const perUnit = Buffer.byteLength(JSON.stringify(make(10_000))) / 10_000
  return make(Math.floor(bytes / perUnit))
}

async function send(method: string, path: string, body: unknown): Promise<void> {
  const { status } = await person.call(method, path, body)
  // A body that is not read costs nothing and shows nothing.
  if ([413, 429, 503].includes(status)) throw new Error(`${path} was not read: ${status}`)
}

/** Sends each field a text that its schema takes, and one as large as a body may be. */
async function expectCheapFields(make: (size: number) => string): Promise<void> {
  for (const endpoint of endpoints) {
    if (endpoint.body === undefined) continue
    const path = endpoint.path.replace(':id', purchaseId)
    for (const field of textFieldsOf(endpoint.body)) {
      const pairs = [[ofBytes(make, bodyBytes), ofBytes(plainText, bodyBytes)]]
      if (field.most !== undefined) pairs.push([make(field.most), plainText(field.most)])
      for (const [text, plain] of pairs as [string, string][]) {
        const dear = await tooDear(text, plain, floor.server, (each) => {
          return send(endpoint.method, path, { ...goodBody(), ...(field.holding(each) as object) })
        })
        expect(dear, `${endpoint.name}: ${field.path}, ${text.length} characters`).toBeNull()
      }
    }
  }
}

/** Bytes: Node reads no larger head of a request, the address included. */
const headBytes = 15_000

/** Header values that cost some program more than linear time. */
const hostileHeaders: Record<string, string> = {
  blanks: `a${' '.repeat(headBytes)}b`,
  commas: 'a, '.repeat(headBytes / 3),
  'empty commas': ','.repeat(headBytes),
  semicolons: 'a=b;'.repeat(headBytes / 4),
  quotes: '"'.repeat(headBytes),
  brackets: '('.repeat(headBytes),
  ranges: `bytes=${'0-,'.repeat(headBytes / 3)}`,
  tags: 'W/"a", '.repeat(headBytes / 7),
  languages: 'en-a-a-a;q=0.1,'.repeat(headBytes / 15),
  'a browser of many versions': `Mozilla/5.0 (${'x 1.1; '.repeat(headBytes / 7)}`,
  'a browser of digits': `Version/${'1'.repeat(headBytes)} Safari/`,
  addresses: '1.1.1.1,'.repeat(headBytes / 8),
  colons: '[::1]:1,'.repeat(headBytes / 8),
  'a token of parts': `Bearer ${'a.'.repeat(headBytes / 2)}`,
  'a token of blanks': `Bearer ${' '.repeat(headBytes - 10)}a`,
  slashes: `https:${'/'.repeat(headBytes)}`,
}
const readHeaders = [
  'user-agent',
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'forwarded',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'x-forwarded-for',
]

/** `fetch` would not send some of these headers. */
function ask(path: string, headers: Record<string, string>, method = 'GET'): Promise<void> {
  return new Promise((done, failed) => {
    const asked = request(server.origin + path, { headers, method }, (reply) => {
      if ([431, 429, 503].includes(reply.statusCode!)) failed(new Error(`${path} was not read: ${reply.statusCode}`))
      else reply.resume().on('end', done)
    })
    asked.on('error', failed).end()
  })
}

describe('a whole server', () => {
  beforeAll(async () => {
    server = await startTestServer({ trustedProxies: 1 })
    person = await newcomer(server)
    purchaseId = await givePurchase(server, person)
    // Loading and compiling at the first call has nothing to do with the text.
    await expectCheapFields(() => 'я')
  }, 120_000)
  afterAll(() => server.close())

  const inShort = new Set(['marks of two classes on one letter', 'a domain of ever other letters', 'breaks of lines'])
  const texts = Object.entries(hostileTexts).map(
    ([name, make]) => [name, inShort.has(name) ? '' : ' @full', make] as const,
  )
  it.each(texts)(
    'a server takes at most three times the CPU time for a field of %s that it takes for one of letters%s',
    (_name, _extent, make) => expectCheapFields(make),
    240_000,
  )

  it.each(texts)(
    'a server takes at most three times the CPU time for a URL with %s that it takes for one with letters%s',
    async (_name, _extent, make) => {
      for (const { method, path, query, params } of endpoints) {
        const text = encodeURIComponent(make(2000).toWellFormed()).slice(0, headBytes)
        const plain = 'a'.repeat(text.length)
        const sent: ((each: string) => string)[] = textFieldsOf(query ?? z.object({})).map(
          (field) => (each) => `${path.replace(':id', purchaseId)}?${field.path}=${each}`,
        )
        if (params !== undefined) sent.push((each) => path.replace(':id', each))
        for (const address of sent) {
          const dear = await tooDear(text, plain, floor.server, (each) => ask(address(each), {}, method))
          expect(dear, address('…')).toBeNull()
        }
      }
    },
  )

  it('a server takes at most three times the CPU time for many small fields of a query that it takes for a single one', async () => {
    const path = '/api/search-tests/'
    for (const many of ['search=a&'.repeat(headBytes / 9), '&'.repeat(headBytes), 'a%5B%5D=&'.repeat(headBytes / 9)]) {
      const plain = `search=${'a'.repeat(headBytes)}`
      expect(await tooDear(many, plain, floor.server, (query) => ask(`${path}?${query}`, {}))).toBeNull()
    }
  })

  it.each(readHeaders)(
    'a server takes at most three times the CPU time for a hostile header %s that it takes for letters',
    async (name) => {
      const plain = 'a'.repeat(headBytes)
      for (const path of [
        '/api/footer/',
        '/api/user/profile/',
        '/robots.txt',
        '/media/zrazok-matrytsi.cb13214d.svg',
        '/login',
      ]) {
        for (const [kind, value] of Object.entries(hostileHeaders)) {
          const dear = await tooDear(value, plain, floor.server, (each) => ask(path, { [name]: each }))
          expect(dear, `${path}: ${kind}`).toBeNull()
        }
      }
    },
  )
})
