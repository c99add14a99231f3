import { once } from 'node:events'
import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { holdRow } from '../support/held-row.ts'
import { Person } from '../support/person.ts'
import { answersOf } from '../support/exam-calls.ts'
import { productProcess } from '../support/product-process.ts'
import { startedExam } from '../support/started-exam.ts'

const repository = path.resolve(import.meta.dirname, '../..')
/** The instance that continues. */
let next: TestServer
/** The instance that is stopped: the product's own process, as production starts it. */
let stopped: ChildProcess
let origin: string

beforeAll(async () => {
  next = await startTestServer({ workMode: 'inline' })
  stopped = spawn(process.execPath, productProcess('main'), {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: next.config.databaseUrl,
      AUTH_SECRET: next.config.authSecret,
      PORT: '0',
      PUBLIC_ORIGIN: 'https://iq.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'iq@iq.example',
      PAYMENT_PROVIDER: 'monobank',
      MONOBANK_TOKEN: 'a token of the tests',
      SELLER_NAME: 'ФОП Приклад',
      SELLER_ADDRESS: 'Київ',
      SELLER_EMAIL: 'p@iq.example',
      SELLER_PHONE: '+380 44 000 00 00',
      SELLER_TAX_NUMBER: '0',
    },
  })
  origin = await listening(stopped)
})
afterEach(() => stopped.kill('SIGKILL'))
afterAll(() => next.close())

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /API\s+(http:\/\/127\.0\.0\.1:\d+)/.exec(said)
      if (found !== null) resolve(found[1]!)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
}

it('[C.06] [R32] after SIGTERM under load a server finishes its calls and takes no new ones, and the next one has every answer', async () => {
  const exam = await startedExam(next)
  const through = new Person({ ...next, origin } as TestServer)
  const save = (events: object[]) =>
    through.put(`/api/exam-answers/${exam.purchaseId}/`, { ticket: exam.ticket, events })

  const held = await holdRow(next, 'attempts', exam.attemptId)
  const underWay = exam.events.slice(0, 5).map((event) => save([event]))
  // Three wait for the attempt's row, the others for their turn.
  await held.until(3)
  const quiet = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(quiet, 'connect')
  const ended = once(stopped, 'exit')
  stopped.kill('SIGTERM')
  // The server refuses new connections now. On an open connection it asks the client to come again.
  const isServed = () =>
    fetch(`${origin}/api/privacy-policy/`).then(
      ({ ok }) => ok,
      () => false,
    )
  // All bytes until the connection ends, which a closing server does after each reply. Empty if the connection is cut.
  const reply = text(quiet)
  // Without the pauses of `until`: a connection that stays silent for another 1.5 s is closed.
  while (await isServed());
  quiet.write('GET /api/privacy-policy/ HTTP/1.1\r\nHost: iq.example\r\n\r\n')
  expect(await reply).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 1\r\n/i)
  await held.letGo()
  expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await ended).toEqual([0, null])

  expect((await exam.save({ events: [exam.events[5]!] })).status).toBe(200)
  expect(await exam.stored()).toHaveLength(6)
  await exam.submit({ answers: answersOf(exam.events), events: exam.events })
  expect(await exam.result()).toMatchObject({ total: 6, version: 1 })
})

it('a closing server does not wait for a connection without a request, as browsers open some in advance', async () => {
  const closing = await startTestServer({ sharing: next })
  const silent = connect(Number(new URL(closing.origin).port), '127.0.0.1')
  await once(silent, 'connect')
  await Promise.all([once(silent, 'close'), closing.close()])
})
