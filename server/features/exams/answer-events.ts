import { eq, max } from 'drizzle-orm'
import { mergeEvents } from '#contract/answer-merge.ts'
import type { Answer, AnswerEvent, AnswerValue, Question } from '#contract/question.ts'
import type { Queries } from '../../db/connect.ts'
import { answerEvents } from '../../db/schema/attempts.ts'
import { Failure } from '../../failure.ts'
import { digest } from '../../secrets.ts'
import type { Attempt } from './attempt.ts'
import { phaseAt } from './attempt-clock.ts'
import { findQuestions } from './attempt-repository.ts'

export type StoredEvent = AnswerEvent & { phase: 'in_time' | 'late' | 'after_close'; received_at: Date }

/** Everything that ever came for an attempt, what came after its close included. */
export async function storedEvents(queries: Queries, attemptId: string): Promise<StoredEvent[]> {
  const rows = await queries.select().from(answerEvents).where(eq(answerEvents.attemptId, attemptId))
  return rows.map(readEvent)
}

export function readEvent(row: typeof answerEvents.$inferSelect): StoredEvent {
  return {
    question_id: row.questionId,
    value: row.value as AnswerValue | null,
    epoch: row.epoch,
    seq: row.seq,
    device_id: row.deviceId,
    phase: row.phase as StoredEvent['phase'],
    received_at: row.receivedAt,
  }
}

/** Events that count: those that came before the attempt was closed. */
export async function countedEvents(queries: Queries, attemptId: string): Promise<StoredEvent[]> {
  return (await storedEvents(queries, attemptId)).filter((event) => event.phase !== 'after_close')
}

/** The event that holds of each question that has any. */
export async function winningEvents(queries: Queries, attemptId: string): Promise<StoredEvent[]> {
  return [...mergeEvents(await countedEvents(queries, attemptId)).values()]
}

/**
 * Appends events; one that stands already is left as it is, so the same events may come any number of times. After the
 * attempt was closed they are kept as `after_close`: shown in its timeline, never graded silently.
 * `now` is when their call came; the attempt is locked. Returns how many were new. Throws 400 `unknown_question`,
 * `invalid_answer`, `stale_epoch` (an epoch that this server has not given out).
 */
export async function appendEvents(tx: Queries, attempt: Attempt, events: AnswerEvent[], now: Date): Promise<number> {
  // Of an old training that was trimmed there is no paper to hold them against, and nothing that they could change.
  if (events.length === 0 || attempt.trimmedAt !== null) return 0
  requireFit(events, (await findQuestions(tx, attempt.id)) ?? [], attempt)
  const phase = attempt.isOpen ? phaseAt(attempt, now) : 'after_close'
  const receivedAt = await afterStored(tx, attempt, now)
  const added = await insertNew(tx, attempt, events, phase, receivedAt)
  if (added === events.length) return added
  return added + (await insertNew(tx, attempt, await namesakes(tx, attempt, events), phase, receivedAt))
}

/**
 * When events that came at `now` were taken: after every stored one. An answer that was taken while these waited for the
 * attempt was given without knowledge of them, and must not seem to have been given after they came.
 */
async function afterStored(tx: Queries, attempt: Attempt, now: Date): Promise<Date> {
  const latest = { at: max(answerEvents.receivedAt) }
  const [stored] = await tx.select(latest).from(answerEvents).where(eq(answerEvents.attemptId, attempt.id))
  return new Date(Math.max(now.getTime(), (stored?.at?.getTime() ?? 0) + 1))
}

/**
 * Events that carry the name (question, epoch, seq, device) of a stored one but another value: two tabs or a restored
 * browser have counted the same number twice. Dropped, they would be acknowledged and lost; so each is kept under a
 * device's name of its own, made of its value to be the same at every repetition. It comes right after its namesake,
 * and a device that sent it sees by the mark that another answer than its own may stand.
 */
async function namesakes(tx: Queries, attempt: Attempt, events: AnswerEvent[]): Promise<AnswerEvent[]> {
  const nameOf = (event: AnswerEvent) => JSON.stringify([event.question_id, event.epoch, event.seq, event.device_id])
  const stored = new Map((await storedEvents(tx, attempt.id)).map((event) => [nameOf(event), event.value]))
  return events
    .filter((event) => JSON.stringify(stored.get(nameOf(event))) !== JSON.stringify(event.value))
    .map((event) => ({
      ...event,
      device_id: `${event.device_id.slice(0, 55)}~${digest(JSON.stringify(event.value)).slice(0, 8)}`,
    }))
}

async function insertNew(
  tx: Queries,
  attempt: Attempt,
  events: AnswerEvent[],
  phase: StoredEvent['phase'],
  receivedAt: Date,
): Promise<number> {
  if (events.length === 0) return 0
  const added = await tx
    .insert(answerEvents)
    .values(
      events.map((event) => ({
        attemptId: attempt.id,
        questionId: event.question_id,
        value: event.value,
        epoch: event.epoch,
        seq: event.seq,
        deviceId: event.device_id,
        phase,
        receivedAt,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: answerEvents.id })
  return added.length
}

/**
 * Answers of a client that keeps no events, as events that come after everything seen: an answer that stands already
 * adds nothing.
 */
export function answersAsEvents(answers: Answer[], standing: StoredEvent[], epoch: number): AnswerEvent[] {
  const winners = mergeEvents(standing)
  return answers.flatMap(({ question_id, value }) => {
    const winner = winners.get(question_id)
    if (winner !== undefined && JSON.stringify(winner.value) === JSON.stringify(value)) return []
    return [{ question_id, value, epoch, seq: (winner?.seq ?? 0) + 1, device_id: 'submit' }]
  })
}

function requireFit(events: AnswerEvent[], questions: Question[], attempt: Attempt): void {
  const byId = new Map(questions.map((question) => [question.id, question]))
  for (const { question_id, value, epoch } of events) {
    const question = byId.get(question_id)
    if (question === undefined) {
      throw new Failure(400, 'unknown_question', 'У цьому екзамені немає такого питання.')
    }
    if (epoch > attempt.epoch) throw new Failure(400, 'stale_epoch', 'Пристрій працює з іншою спробою.')
    if (value !== null && !fits(value, question)) {
      throw new Failure(400, 'invalid_answer', 'Відповідь не підходить до питання.')
    }
  }
}

function fits(value: AnswerValue, question: Question): boolean {
  const isOption = (id: string) => (question.options ?? []).some((option) => option.id === id)
  switch (question.kind) {
    case 'single':
      return typeof value === 'string' && isOption(value)
    case 'multiple':
      return Array.isArray(value) && value.every(isOption) && new Set(value).size === value.length
    default:
      return typeof value === 'string'
  }
}
