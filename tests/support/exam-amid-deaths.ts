import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { eq } from 'drizzle-orm'
import { mergeEvents } from '#contract/answer-merge.ts'
import type { Answer, AnswerEvent } from '#contract/question.ts'
import type { Database } from '../../server/db/connect.ts'
import { answerEvents, results, submissions } from '../../server/db/schema/attempts.ts'
import { contentOf } from '../../server/features/exams/answers/submission-store.ts'
import { type Chance, seededChance } from './mortal-server.ts'
import type { Person } from './person.ts'
import { type Delivered, type Send, sendUntilAnswered } from './retrying-client.ts'
import { someEvents } from './exam-calls.ts'
import { changed } from './started-exam.ts'

interface Origin {
  /** Origin of a server that answers now; null while there is none. */
  origin(): string | null
  acknowledged?(): void
  /** The longest time in ms that a person thinks about a question; without it they answer immediately. */
  thinkMs?: number
}

export interface TakenExam {
  purchaseId: string
  attemptId: string
  access: string
  /** Events that the server has acknowledged by a mark. */
  acknowledged: AnswerEvent[]
  /** The answers that the person sees when they submit. */
  answers: Answer[]
  submit: string
  reply: Delivered
  sends: number
}

interface Way extends Origin {
  /** Sends one call. By default each call uses a connection of its own. */
  send?: Send
}

interface Examinee {
  person: Person
  purchaseId: string
  /** Seed of the changes that this person makes. */
  number: number
}

/** Takes an exam for each of these people, `lanes` at a time. `taken` grows until `load` settles. */
export function takeExamsInLanes(server: Origin, people: readonly Examinee[], lanes: number) {
  const waiting = [...people]
  const taken: TakenExam[] = []
  const lane = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      taken.push(await takeExamAmidDeaths(server, next.person, next.purchaseId, seededChance(next.number)))
    }
  }
  return { taken, load: Promise.all(Array.from({ length: lanes }, lane)) }
}

/**
 * Takes one exam as our client does: saves each change by itself, and changes or clears some answers later. Only unacknowledged
 * events travel with the submission, so the server must have kept the others.
 */
export async function takeExamAmidDeaths(
  server: Way,
  person: Person,
  purchaseId: string,
  chance: Chance,
): Promise<TakenExam> {
  const access = person.access!
  let sends = 0
  const send = async (method: string, path: string, body?: object, bearer?: string) => {
    const sending = {
      method,
      path,
      ...(body !== undefined && { bytes: JSON.stringify(body) }),
      ...(bearer !== undefined && { access: bearer }),
    }
    const delivered = await sendUntilAnswered(server.origin, sending, server.send)
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
    if (server.thinkMs !== undefined) await pause(chance() * server.thinkMs)
    made.push(event)
    // One event in five meets no network: it stays on the device until the submission.
    if (chance() < 0.2) continue
    const { status, body } = await send('PUT', `/api/exam-answers/${purchaseId}/`, { ticket, events: [event] })
    expect(status).toBe(200)
    const { epoch, seq, device_id } = body.marks[event.question_id]
    expect({ epoch, seq, device_id }).toEqual({ epoch: event.epoch, seq: event.seq, device_id: event.device_id })
    acknowledged.push(event)
    server.acknowledged?.()
  }
  const answers = [...mergeEvents(made).values()].flatMap(({ question_id, value }) =>
    value === null ? [] : [{ question_id, value }],
  )
  const events = made.filter((event) => !acknowledged.includes(event))
  const submit = { ticket, submission_key, answers, events }
  const reply = await send('POST', `/api/exam-meta/${purchaseId}/`, submit)
  return { purchaseId, attemptId, access, acknowledged, answers, submit: JSON.stringify(submit), reply, sends }
}

async function waitForPaper(ask: () => Promise<Delivered>) {
  for (;;) {
    const { status, body } = await ask()
    expect(status).toBe(200)
    if (body.questions) return body
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** An answer to each question. Two fifths are changed afterwards; a quarter of these changes clear the answer. */
function changesOf(questions: Parameters<typeof someEvents>[0], chance: Chance): AnswerEvent[] {
  const first = someEvents(questions)
  const later = first.filter(() => chance() < 0.4).map((event) => ({ ...changed(event, questions), seq: 2 }))
  return [...first, ...later.map((event) => (chance() < 0.25 ? { ...event, value: null } : event))]
}

export interface Counts {
  exams: number
  sends: number
  acknowledged: number
  lost: number
  graded_twice: number
  not_graded: number
  other_bytes: number
}

/** Counts what became of these exams, by the database. Sends each submission once more: its reply must have the same bytes. */
export async function countLosses(db: Database, origin: string, taken: TakenExam[]): Promise<Counts> {
  const counts = {
    exams: taken.length,
    sends: taken.reduce((sum, { sends }) => sum + sends, 0),
    acknowledged: taken.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
    lost: 0,
    graded_twice: 0,
    not_graded: 0,
    other_bytes: 0,
  }
  for (const { attemptId, purchaseId, acknowledged, answers, submit, reply } of taken) {
    const stored = await db.select().from(answerEvents).where(eq(answerEvents.attemptId, attemptId))
    const submissionRows = await db.select().from(submissions).where(eq(submissions.attemptId, attemptId))
    const graded = submissionRows[0] === undefined ? [] : contentOf(submissionRows[0]).answers
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
    // Being in the database is not enough: the graded answers must be those that the person saw.
    counts.lost += missing.length + (byId(graded) === byId(answers) ? 0 : 1)
    const grades = await db.select().from(results).where(eq(results.attemptId, attemptId))
    if (grades.length > 1 || submissionRows.length > 1) counts.graded_twice += 1
    if (grades.length === 0) counts.not_graded += 1
    const again = await sendUntilAnswered(() => origin, {
      method: 'POST',
      path: `/api/exam-meta/${purchaseId}/`,
      bytes: submit,
    })
    if (again.status !== 200 || again.text !== reply.text) counts.other_bytes += 1
  }
  return counts
}

export const nothingWrong = { lost: 0, graded_twice: 0, not_graded: 0, other_bytes: 0 }
