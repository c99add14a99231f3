import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyMarker } from '#content/item.ts'
import { endpoints } from '#contract/endpoints.ts'
import { findItems } from '../../server/features/exams/paper/paper-store.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer, type Person } from '../support/person.ts'
import { newKey, openExam, someEvents } from '../support/exam-calls.ts'

/** Names that only a key, a weight or a hint would have. */
const telling = new Set(
  'key keys right correct is_correct answer_key weight weights explanation explanation_figure hint difficulty marker solution family radicals signature b a c'.split(
    ' ',
  ),
)

function* namesIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* namesIn(each)
  else if (value !== null && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) {
      yield name
      yield* namesIn(inner)
    }
  }
}

describe('an exam before its grading', () => {
  let server: TestServer
  beforeAll(async () => {
    // By jobs: the submission is answered before it is graded.
    server = await startTestServer({ workMode: 'job' })
  })
  afterAll(() => server.close())

  /** Examples publish their keys; public keys of receipts are keys of another kind. */
  const publishes = new Set(['listExamples', 'receiptKeys'])

  const ofAttempts = new Set(['attemptTimeline', 'readExamReview', 'readResultFile', 'readCertificate'])

  /** Collects the replies of all reading calls while an exam is under way, and of a save and a submission. */
  async function everyReply(person: Person, purchaseId: string, slug: string): Promise<string[]> {
    const paper = await openExam(person, purchaseId)
    const { ticket } = paper.attempt
    const saved = await person.put(`/api/exam-answers/${purchaseId}/`, {
      ticket,
      begin: true,
      events: someEvents(paper.questions),
    })
    const replies = [saved]
    for (const { name, method, path } of endpoints) {
      if (method !== 'GET' || publishes.has(name)) continue
      const isOfAttempt = ofAttempts.has(name)
      const record = isOfAttempt ? paper.attempt.id : name === 'testInfo' ? slug : purchaseId
      const reply = await person.get(`${path.replace(':id', record)}?start_key=${newKey()}&slug=${slug}`)
      // Before the submission there is nothing to be graded.
      expect([name, reply.status]).toEqual([name, name === 'examResultsStatus' ? 404 : 200])
      replies.push(reply)
    }
    const submitted = { ticket, submission_key: paper.attempt.submission_key, answers: [], events: [] }
    const accepted = await person.post(`/api/exam-meta/${purchaseId}/`, submitted)
    expect(accepted.body.status).toBe('processing_started')
    replies.push(accepted)
    return replies.map((reply) => reply.text)
  }

  it.each(['verbalnij', 'abstraktnij', 'logichnij'])(
    '[S01] no reply about an ungraded exam of %s contains a key, a weight or a hint',
    async (slug) => {
      const person = await newcomer(server)
      const replies = await everyReply(person, await givePurchase(server, person, slug), slug)
      expect(replies.filter((text) => text.includes('"questions":[{'))).toHaveLength(2)
      expect(replies.length).toBeGreaterThan(20)
      for (const text of replies) {
        expect(text).not.toContain(keyMarker)
        expect([...namesIn(JSON.parse(text))].filter((name) => telling.has(name))).toEqual([])
      }
    },
  )

  it('[S01] the scan for keys would find one: stored items contain its marker and the name «right»', async () => {
    const person = await newcomer(server)
    const { attempt } = await openExam(person, await givePurchase(server, person))
    const stored = (await findItems(server.services.db, attempt.id))!
    expect(JSON.stringify(stored)).toContain(keyMarker)
    expect([...namesIn(stored)].filter((name) => telling.has(name))).toContain('right')
  })

  it('the right options of one paper have at least three different places', async () => {
    const person = await newcomer(server)
    const { attempt, questions } = await openExam(person, await givePurchase(server, person))
    const stored = (await findItems(server.services.db, attempt.id))!
    const rights = new Map(stored.map((item) => [item.question_id, item.key.right]))
    const places = questions
      .filter((question) => question.options)
      .map((question) => question.options!.findIndex((option) => option.id === rights.get(question.id)))
    expect(places).not.toContain(-1)
    expect(new Set(places).size).toBeGreaterThan(2)
  })
})

describe('the build for browsers', () => {
  const dist = path.resolve(import.meta.dirname, '../../dist')

  it.runIf(existsSync(dist))('[S01] no script, page, style or JSON file of dist/ contains the marker of a key', () => {
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(js|html|css|json)$/.test(name),
    )
    expect(files.length).toBeGreaterThan(3)
    for (const name of files) {
      expect(readFileSync(path.join(dist, name), 'utf8').includes(keyMarker), name).toBe(false)
    }
  })
})
