import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mergeEvents } from '#contract/answer-merge.ts'
import type { Answer, AnswerEvent } from '#contract/question.ts'
import { answerEvents, results, submissions } from '../../server/db/schema/attempts.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { type Chance, type MortalServer, seededChance, startMortalServer } from '../support/mortal-server.ts'
import { givePurchase, newcomer, type Person } from '../support/person.ts'
import { type Delivered, sendUntilAnswered } from '../support/retrying-client.ts'
import { changed } from '../support/started-exam.ts'
import { someEvents } from '../support/sitting.ts'

/** The database's keeper: makes people and purchases, and neither serves nor takes jobs. */
let keeper: TestServer
beforeAll(async () => {
  keeper = await startTestServer()
  await keeper.services.jobs.stop()
})
afterAll(() => keeper.close())

interface Sat {
  purchaseId: string
  attemptId: string
  access: string
  /** Events that the server has acknowledged by a mark. */
  acknowledged: AnswerEvent[]
  /** What the person sees as their answers when they hand in. */
  answers: Answer[]
  handIn: string
  reply: Delivered
  sends: number
}

/**
 * Takes one exam as our client does: each change of an answer is saved by itself, some are changed or cleared later.
 * Only what was not acknowledged travels with the hand-in, so what was must come from the server's own memory.
 */
async function sit(server: MortalServer, person: Person, purchaseId: string, chance: Chance): Promise<Sat> {
  const access = person.access!
  let sends = 0
  const send = async (method: string, path: string, body?: object, bearer?: string) => {
    const delivered = await sendUntilAnswered(server.origin, {
      method,
      path,
      ...(body !== undefined && { bytes: JSON.stringify(body) }),
      ...(bearer !== undefined && { access: bearer }),
    })
    sends += delivered.sends
    return delivered
  }

  const startKey = crypto.randomUUID()
  const paper = await waitForPaper(() =>
    send('GET', `/api/exam-meta/${purchaseId}/?start_key=${startKey}`, undefined, access),
  )
  const { id: attemptId, ticket, submission_key } = paper.attempt
  await send('PUT', `/api/exam-answers/${purchaseId}/`, { ticket, begin: true, events: [] })

  const acknowledged: AnswerEvent[] = []
  const made: AnswerEvent[] = []
  for (const event of changesOf(paper.questions, chance)) {
    made.push(event)
    // Now and then the network is away when the answer is given: it stays on the device until the hand-in.
    if (chance() < 0.2) continue
    const { status, body } = await send('PUT', `/api/exam-answers/${purchaseId}/`, { ticket, events: [event] })
    expect(status).toBe(200)
    const { epoch, seq, device_id } = body.marks[event.question_id]
    expect({ epoch, seq, device_id }).toEqual({ epoch: event.epoch, seq: event.seq, device_id: event.device_id })
    acknowledged.push(event)
  }
  const answers = [...mergeEvents(made).values()].flatMap(({ question_id, value }) =>
    value === null ? [] : [{ question_id, value }],
  )
  const events = made.filter((event) => !acknowledged.includes(event))
  const handIn = { ticket, submission_key, answers, events }
  const reply = await send('POST', `/api/exam-meta/${purchaseId}/`, handIn)
  return { purchaseId, attemptId, access, acknowledged, answers, handIn: JSON.stringify(handIn), reply, sends }
}

async function waitForPaper(ask: () => Promise<Delivered>) {
  for (;;) {
    const { status, body } = await ask()
    expect(status).toBe(200)
    if (body.questions) return body
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** An answer to each question; a third of them is changed afterwards, a few are cleared. */
function changesOf(questions: Parameters<typeof someEvents>[0], chance: Chance): AnswerEvent[] {
  const first = someEvents(questions)
  const later = first.filter(() => chance() < 0.4).map((event) => ({ ...changed(event, questions), seq: 2 }))
  return [...first, ...later.map((event) => (chance() < 0.25 ? { ...event, value: null } : event))]
}

interface Counts {
  exams: number
  kills: number
  sends: number
  acknowledged: number
  lost: number
  graded_twice: number
  not_graded: number
  other_bytes: number
}

async function count(server: MortalServer, sat: Sat[]): Promise<Counts> {
  const origin = await server.spare()
  const counts = {
    exams: sat.length,
    kills: server.kills(),
    sends: sat.reduce((sum, { sends }) => sum + sends, 0),
    acknowledged: sat.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
    lost: 0,
    graded_twice: 0,
    not_graded: 0,
    other_bytes: 0,
  }
  const { db } = keeper.services
  for (const { attemptId, purchaseId, acknowledged, answers, handIn, reply } of sat) {
    const stored = await db.select().from(answerEvents).where(eq(answerEvents.attemptId, attemptId))
    const handIns = await db.select().from(submissions).where(eq(submissions.attemptId, attemptId))
    const graded = (handIns[0]?.answers ?? []) as Answer[]
    const byId = (list: Answer[]) => JSON.stringify(list.map(({ question_id, value }) => [question_id, value]).sort())
    const missing = acknowledged.filter(
      (event) =>
        !stored.some(
          (row) =>
            row.questionId === event.question_id &&
            row.seq === event.seq &&
            row.value === event.value &&
            row.phase === 'in_time',
        ),
    )
    // In the database is not enough: the graded view must be what the person saw.
    counts.lost += missing.length + (byId(graded) === byId(answers) ? 0 : 1)
    const grades = await db.select().from(results).where(eq(results.attemptId, attemptId))
    if (grades.length > 1 || handIns.length > 1) counts.graded_twice += 1
    if (grades.length === 0) counts.not_graded += 1
    const again = await sendUntilAnswered(() => origin, {
      method: 'POST',
      path: `/api/exam-meta/${purchaseId}/`,
      bytes: handIn,
    })
    if (again.status !== 200 || again.text !== reply.text) counts.other_bytes += 1
  }
  return counts
}

/** Seeds of a failed run are printed: SIGKILL_SEED=… plays the same deaths of the same answers again. */
const seed = Number(process.env.SIGKILL_SEED ?? Math.floor(Math.random() * 2 ** 31))

async function sitAll({ exams, lanes, requestsOfALife }: { exams: number; lanes: number; requestsOfALife: number }) {
  console.log(`SIGKILL_SEED=${seed}: ${exams} exams, ${lanes} at a time`)
  const chance = seededChance(seed)
  const server = await startMortalServer(keeper.config, chance, requestsOfALife)
  try {
    const waiting = Array.from({ length: exams }, (_, number) => seededChance(seed + number + 1))
    const sat: Sat[] = []
    const lane = async () => {
      for (let mine = waiting.pop(); mine !== undefined; mine = waiting.pop()) {
        const person = await newcomer(keeper)
        sat.push(await sit(server, person, await givePurchase(keeper, person, 'logichnij-proba'), mine))
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    const counts = await count(server, sat)
    console.log(
      `SIGKILL_SEED=${seed} ${Object.entries(counts)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ')}`,
    )
    return counts
  } finally {
    await server.end()
  }
}

const nothingWrong = { lost: 0, graded_twice: 0, not_graded: 0, other_bytes: 0 }

describe('a server that is killed at random moments, with clients that send the same again', () => {
  it('12 exams: every acknowledged answer is graded, each exam once', { timeout: 300_000 }, async () => {
    const counts = await sitAll({ exams: 12, lanes: 6, requestsOfALife: 25 })
    expect(counts).toMatchObject({ exams: 12, ...nothingWrong })
    expect(counts.kills).toBeGreaterThan(0)
  })

  it('@full 200 exams: every acknowledged answer is graded, each exam once', { timeout: 1_800_000 }, async () => {
    const counts = await sitAll({ exams: 200, lanes: 8, requestsOfALife: 25 })
    expect(counts).toMatchObject({ exams: 200, ...nothingWrong })
    expect(counts.kills).toBeGreaterThan(20)
  })
})
