import { createHash } from 'node:crypto'
import { compactVerify, createLocalJWKSet } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '#contract/question.ts'
import type { Receipt } from '#contract/result.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { Person } from '../support/person.ts'
import { answersOf } from '../support/exam-calls.ts'
import { startedExam } from '../support/started-exam.ts'

/** Digests answers by the published rule alone, without the server's code. */
function digestOf(answers: Answer[]): string {
  const rows = answers
    .toSorted((a, b) => (a.question_id < b.question_id ? -1 : 1))
    .map((row) => `{"question_id":${JSON.stringify(row.question_id)},"value":${JSON.stringify(row.value)}}`)
  return createHash('sha256')
    .update(`[${rows.join(',')}]`, 'utf8')
    .digest('hex')
}

describe.each(['inline', 'job'] as const)('a submission whose grading runs by %s', (workMode) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ workMode })
  })
  afterAll(() => server.close())

  /** Verifies a receipt by the published keys alone, and returns its content. */
  async function read(receipt: string): Promise<Receipt> {
    const { body: keys } = await new Person(server).get('/api/receipts/keys/')
    const { payload } = await compactVerify(receipt, createLocalJWKSet(keys))
    return JSON.parse(new TextDecoder().decode(payload))
  }

  const acceptanceIn = (body: any): string => (workMode === 'inline' ? body.acceptance : body.receipt)

  it('the reply to a submission holds a signed receipt of the attempt, the time and the answers', async () => {
    const { attemptId, questions, events, save, submit, result, timeline } = await startedExam(server, 'abstraktnij')
    const typed = questions.findIndex(({ kind }) => kind === 'number' || kind === 'text')
    const given = events.map((event, index) => ({ ...event, value: index === typed ? '−3,5 «ї»\u2028"' : event.value }))
    // The answers come in another order than the paper's; one is changed on the way, one is taken back.
    await save({ events: events.slice(3, 9).reverse() })
    await save({ events: [{ ...given[4]!, value: null, seq: 2 }] })
    const answers = answersOf(given.filter((_, index) => index !== 4).reverse())

    const submitted = await submit({ answers, events: given.toReversed() })
    const acceptance = acceptanceIn(submitted.body)
    const { submitted_at, receipt } = await result()
    const { digest, ...said } = await read(acceptance)
    expect(said).toEqual({ kind: 'accepted', attempt_id: attemptId, at: submitted_at })
    expect(digest).toBe(digestOf(answers))
    expect(digest).not.toBe(digestOf(answers.slice(1)))
    expect((await timeline()).receipt).toBe(acceptance)
    expect(await read(receipt)).toMatchObject({ kind: 'graded', attempt_id: attemptId })
  })

  it('a repeated submission gets the same bytes again, with the signed receipt of its acceptance', async () => {
    const { events, submit } = await startedExam(server)
    const body = { answers: answersOf(events), events }
    const [first, again] = [await submit(body), await submit(body)]
    expect(again.text).toBe(first.text)
    expect((await read(acceptanceIn(again.body))).kind).toBe('accepted')
  })

  it('a submission without answers gets a receipt with the digest of an empty list', async () => {
    const { submit } = await startedExam(server)
    const { digest } = await read(acceptanceIn((await submit({ answers: [], events: [] })).body))
    expect(digest).toBe(digestOf([]))
  })
})
