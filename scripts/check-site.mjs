// `npm run check:site -- https://iq.example`: takes a sample exam as a visitor does, from the log-in to the result, and checks
// that every answer that was called saved is in the exam's history. For a timer, with an account that is used for nothing else.
//   CHECK_EMAIL, CHECK_PASSWORD   that account; CHECK_URL may replace the argument
//   CHECK_TEST (verbalnij-proba)  the sample; a test with a price is never ordered
//   CHECK_TEXTFILE                a file for node_exporter's textfile collector: iq_check_site_success, iq_check_site_time_seconds
// The account needs enough exams for all checks: docs/operations.md, "A sample exam every quarter of an hour".
// Ends with 0 after success, 1 if the site failed (the line names the step), 2 after a wrong call.
import { randomUUID } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { helpWhenAsked } from './launch/help.mjs'

helpWhenAsked(import.meta.filename)

/** Milliseconds for one call, as long as clients wait, and for the whole check. */
const callTimeoutMs = 15_000
const allTimeoutMs = 120_000
const deviceId = 'check-site'

class Called extends Error {}

function settings() {
  const { positionals } = parseArgs({ allowPositionals: true })
  const { CHECK_URL, CHECK_EMAIL: email, CHECK_PASSWORD: password, CHECK_TEST = 'verbalnij-proba' } = process.env
  const url = positionals[0] ?? CHECK_URL
  if (positionals.length > 1 || !url || !URL.canParse(url))
    throw new Called('An address is needed: npm run check:site -- https://iq.example')
  if (!email || !password) throw new Called('CHECK_EMAIL and CHECK_PASSWORD of an account of its own are needed.')
  return { origin: new URL(url).origin, email, password, test: CHECK_TEST }
}

/** Waits for a step and prints its time. Throws with its name. */
async function step(name, work) {
  const begun = performance.now()
  try {
    const done = await work()
    console.log(`✓ ${name}: ${Math.round(performance.now() - begun)} ms`)
    return done
  } catch (error) {
    if (error instanceof Called) throw error
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function requireThat(holds, sentence) {
  if (!holds) throw new Error(sentence)
}

async function takeSampleExam({ origin, email, password, test }) {
  const over = AbortSignal.timeout(allTimeoutMs)
  let access = null
  async function call(method, path, body) {
    const reply = await fetch(origin + path, {
      method,
      headers: {
        'user-agent': 'iq-check-site',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(access !== null && { authorization: `Bearer ${access}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([over, AbortSignal.timeout(callTimeoutMs)]),
    })
    const text = await reply.text()
    // The code says why; a body may hold secrets that belong in no log.
    const code = reply.ok ? '' : codeIn(text)
    if (code === 'no_attempts_left')
      throw new Called('This account has no exam left: docs/operations.md says how it gets more.')
    requireThat(reply.ok, `${method} ${path.split('?')[0]} answered ${reply.status} ${code}`)
    return reply.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }
  async function until(ask, isDone) {
    for (;;) {
      const reply = await ask()
      if (isDone(reply)) return reply
      await pause(500, null, { signal: over })
    }
  }

  await step('the site answers', async () => {
    await call('GET', '/healthz')
    requireThat(String(await call('GET', '/')).includes('</html>'), 'the first page is none')
  })
  access = await step('log-in', async () => (await call('POST', '/api/auth/login/', { email, password })).access)
  try {
    const id = await step('the sample is ordered', async () => {
      // The shown price is 0, so the server orders no test that costs more: it answers 409 price_changed.
      const order = { test_id: test, idempotency_key: randomUUID(), shown_price: 0, shown_currency: 'UAH' }
      const { purchase_id, status } = await call('POST', '/api/purchases/', order)
      requireThat(status === 'paid', `the order is ${status}`)
      return purchase_id
    })
    const paper = await step('the exam is opened', () =>
      until(
        () => call('GET', `/api/exam-meta/${id}/?start_key=${randomUUID()}`),
        ({ questions, attempt }) => questions?.length > 0 && attempt != null,
      ),
    )
    const { id: attemptId, ticket, submission_key, epoch } = paper.attempt
    const save = (body) => call('PUT', `/api/exam-answers/${id}/`, { ticket, events: [], ...body })
    const saved = await step('every answer is saved', async () => {
      await save({ begin: true })
      const events = []
      for (const { id: question_id, kind, options } of paper.questions) {
        const one = options?.[0]?.id ?? '7'
        const event = { question_id, value: kind === 'multiple' ? [one] : one, epoch, seq: 1, device_id: deviceId }
        const { marks } = await save({ events: [event] })
        requireThat(marks[question_id] !== undefined, `the answer to ${question_id} was not acknowledged`)
        events.push(event)
      }
      return events
    })
    await step('the exam is submitted and graded', async () => {
      const answers = saved.map(({ question_id, value }) => ({ question_id, value }))
      const submission = { ticket, submission_key, answers, events: [], watched: true }
      const reply = await call('POST', `/api/exam-meta/${id}/`, submission)
      const isGraded = ({ total }) => total === paper.questions.length
      if (!isGraded(reply)) await until(() => call('GET', `/api/exam-results-status/${id}/`), isGraded)
    })
    await step('nothing that was called saved is missing', async () => {
      const { results } = await call('GET', `/api/attempt-timeline/${attemptId}/`)
      const kept = new Map(results.map(({ question_id, value }) => [question_id, JSON.stringify(value)]))
      const lost = saved.filter(({ question_id, value }) => kept.get(question_id) !== JSON.stringify(value))
      requireThat(lost.length === 0, `LOST: ${lost.map(({ question_id }) => question_id).join(', ')}`)
    })
  } finally {
    // A timer's sessions would fill the account's list.
    await call('POST', '/api/auth/logout/').catch((error) => console.error(`? log-out: ${error.message}`))
  }
}

function codeIn(text) {
  try {
    return JSON.parse(text).code ?? ''
  } catch {
    return ''
  }
}

function report(isWell) {
  const file = process.env.CHECK_TEXTFILE
  if (!file) return
  const lines = [
    '# TYPE iq_check_site_success gauge',
    `iq_check_site_success ${isWell ? 1 : 0}`,
    '# TYPE iq_check_site_time_seconds gauge',
    `iq_check_site_time_seconds ${Math.round(Date.now() / 1000)}`,
  ]
  // The collector may read at any moment.
  writeFileSync(`${file}.new`, `${lines.join('\n')}\n`)
  renameSync(`${file}.new`, file)
}

try {
  await takeSampleExam(settings())
  report(true)
} catch (error) {
  console.error(`✗ ${error.message}`)
  process.exitCode = error instanceof Called ? 2 : 1
  if (process.exitCode === 1) report(false)
}
