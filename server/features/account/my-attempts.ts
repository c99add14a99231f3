import { eq, getTableColumns, inArray } from 'drizzle-orm'
import type { MyData } from '#contract/my-data.ts'
import type { Answer } from '#contract/question.ts'
import type { Queries } from '../../db/connect.ts'
import { inPages } from '../../db/in-pages.ts'
import { publicPhase } from '../../db/public-phase.ts'
import { answerEvents, attemptPauses, attempts, certificates, results, submissions } from '../../db/schema/attempts.ts'
import { asTimelinePause, pausesOf } from '../../db/stored-pauses.ts'
import { isKnownTiming, readTiming } from '../../db/stored-timing.ts'
import { gather } from './gather.ts'

type Attempt = MyData['attempts'][number]

/** Attempts of one page. Few, because each brings every change of every answer. */
const attemptsAtOnce = 10

/** Yields a person's attempts with all answers and results, a page at a time. Questions and keys are not the person's. */
export async function* myAttempts(db: Queries, userId: string): AsyncGenerator<MyData['attempts']> {
  const mine = { where: eq(attempts.userId, userId), at: attempts.createdAt, rows: attemptsAtOnce }
  for await (const rows of inPages(db, attempts, mine)) {
    const ids = rows.map(({ id }) => id)
    const answers = await answersByAttempt(db, ids)
    const submitted = await answersOfTrimmed(db, rows)
    const grades = await resultsByAttempt(db, ids)
    const opened = await certificatesByAttempt(db, ids)
    const stops = await pausesByAttempt(db, ids)
    const said = await saidBySubmitting(db, ids)
    yield rows.map((row) => ({
      id: row.id,
      purchase_id: row.purchaseId,
      mode: row.mode,
      state: row.state,
      created_at: row.createdAt.toISOString(),
      started_at: row.startedAt?.toISOString() ?? null,
      deadline_at: row.deadlineAt?.toISOString() ?? null,
      submitted_at: row.submittedAt?.toISOString() ?? null,
      answers: answers.get(row.id) ?? submitted.get(row.id) ?? [],
      ...(said.get(row.id) ?? { timing: null, device: null }),
      pauses: pausesOf(stops.get(row.id) ?? []).map(asTimelinePause),
      results: grades.get(row.id) ?? [],
      certificate: opened.get(row.id) ?? null,
    }))
  }
}

async function answersByAttempt(db: Queries, ids: string[]): Promise<Map<string, Attempt['answers']>> {
  const rows = await db.select().from(answerEvents).where(inArray(answerEvents.attemptId, ids)).orderBy(answerEvents.id)
  return gather(rows, (event) => [
    event.attemptId,
    {
      question_id: event.questionId,
      value: event.value ?? null,
      phase: publicPhase(event.phase),
      received_at: event.receivedAt.toISOString(),
    },
  ])
}

/** Submitted answers of old trainings, whose changes are deleted. Only exams' submissions are packed; these are a column. */
async function answersOfTrimmed(
  db: Queries,
  rows: (typeof attempts.$inferSelect)[],
): Promise<Map<string, Attempt['answers']>> {
  const trimmed = rows.filter(({ trimmedAt }) => trimmedAt !== null).map(({ id }) => id)
  if (trimmed.length === 0) return new Map()
  const { attemptId, answers, receivedAt } = submissions
  const found = await db.select({ attemptId, answers, receivedAt }).from(submissions).where(inArray(attemptId, trimmed))
  return new Map(
    found.map((row) => [
      row.attemptId,
      (row.answers as Answer[]).map(({ question_id, value }) => ({
        question_id,
        value,
        phase: 'in_time',
        received_at: row.receivedAt.toISOString(),
      })),
    ]),
  )
}

async function pausesByAttempt(db: Queries, ids: string[]) {
  const rows = await db.select().from(attemptPauses).where(inArray(attemptPauses.attemptId, ids))
  return gather(rows, (row) => [row.attemptId, row])
}

/** The timing by the clock of the device that submitted, and the kind of that device, by attempt id. */
async function saidBySubmitting(db: Queries, ids: string[]): Promise<Map<string, Pick<Attempt, 'timing' | 'device'>>> {
  const { attemptId, timing, deviceKind: device } = submissions
  const rows = await db.select({ attemptId, timing, device }).from(submissions).where(inArray(attemptId, ids))
  return new Map(
    rows.map(({ attemptId: id, timing: packed, device: kind }) => [
      id,
      { timing: packed !== null && isKnownTiming(packed) ? readTiming(packed) : null, device: kind },
    ]),
  )
}

async function resultsByAttempt(db: Queries, ids: string[]): Promise<Map<string, Attempt['results']>> {
  // Without the reviews: they have the keys, and are by far the greater part.
  const { review: _review, ...columns } = getTableColumns(results)
  const rows = await db.select(columns).from(results).where(inArray(results.attemptId, ids)).orderBy(results.version)
  return gather(rows, (result) => [
    result.attemptId,
    {
      version: result.version,
      correct: result.correct,
      total: result.total,
      score: result.score ?? null,
      score_withheld: result.scoreWithheld ?? null,
      by_family: result.byFamily,
      late: result.late ?? null,
      pauses: result.pauses ?? null,
      duration_seconds: result.durationSeconds,
      elapsed_seconds: result.elapsedSeconds,
      reason: result.reason,
      receipt: result.receipt,
      created_at: result.createdAt.toISOString(),
    },
  ])
}

async function certificatesByAttempt(db: Queries, ids: string[]): Promise<Map<string, Attempt['certificate']>> {
  const rows = await db.select().from(certificates).where(inArray(certificates.attemptId, ids))
  return new Map(
    rows.map(({ attemptId, code, issuedAt, closedAt, credential }) => [
      attemptId,
      {
        code,
        issued_at: issuedAt.toISOString(),
        closed_at: closedAt?.toISOString() ?? null,
        credential: credential ?? null,
      },
    ]),
  )
}
