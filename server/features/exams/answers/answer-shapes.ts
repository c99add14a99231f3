import { LRUCache } from 'lru-cache'
import type { AnswerEvent, AnswerValue, Question } from '#contract/question.ts'
import type { Queries } from '../../../db/connect.ts'
import { UnreadableRow } from '../../../db/unreadable-row.ts'
import { Failure } from '../../../failure.ts'
import type { AnswerShape } from '../paper/paper-formats/paper-format.ts'
import { findAnswerShapes } from '../paper/paper-store.ts'

/** Valid answers: the kind and the option ids of each question, by question id. */
export type AnswerShapes = ReadonlyMap<string, { kind: Question['kind']; options: readonly string[] }>

/**
 * Caches the shapes of papers that are answered in this process, so that a save neither reads nor parses a paper. Bounded. No
 * entry goes stale: a paper is written once, and a ticket never changes its attempt.
 */
export interface KnownShapes {
  /** The shapes of the ticket's attempt; null if there is no such ticket or no paper yet. */
  ofTicket(queries: Queries, ticketHash: string): Promise<AnswerShapes | null>
  /** Caches the shapes of a paper that is stored and committed. */
  keep(ticketHash: string, shapes: readonly AnswerShape[]): void
}

declare module '../../../services.ts' {
  interface Services {
    answerShapes: KnownShapes
  }
}

/** Attempts whose shapes are kept: some 5 kB each. */
const mostKept = 4_000

export function createKnownShapes(): KnownShapes {
  const known = new LRUCache<string, AnswerShapes>({ max: mostKept })
  return {
    async ofTicket(queries, ticketHash) {
      const kept = known.get(ticketHash)
      if (kept !== undefined) return kept
      const shapes = await readShapes(queries, ticketHash)
      if (shapes !== null) known.set(ticketHash, shapes)
      return shapes
    },
    keep: (ticketHash, shapes) => void known.set(ticketHash, byQuestion(shapes)),
  }
}

async function readShapes(queries: Queries, ticketHash: string): Promise<AnswerShapes | null> {
  const shapes = await findAnswerShapes(queries, ticketHash)
  return shapes && byQuestion(shapes)
}

const byQuestion = (shapes: readonly AnswerShape[]): AnswerShapes =>
  new Map(shapes.map(({ id, kind, options }) => [id, { kind, options }]))

/** The refusal of answers that do not fit: 400 `unknown_question` or `invalid_answer`; else null. @throws UnreadableRow */
export function misfit(events: readonly AnswerEvent[], shapes: AnswerShapes): Failure | null {
  for (const { question_id, value } of events) {
    const shape = shapes.get(question_id)
    if (shape === undefined) return new Failure(400, 'unknown_question', 'У цьому екзамені немає такого запитання.')
    if (value !== null && !fits(value, shape)) {
      return new Failure(
        400,
        'invalid_answer',
        'Така відповідь до цього запитання не підходить. Оновіть сторінку й дайте її ще раз.',
      )
    }
  }
  return null
}

function fits(value: AnswerValue, { kind, options }: { kind: Question['kind']; options: readonly string[] }): boolean {
  switch (kind) {
    case 'single':
      return typeof value === 'string' && options.includes(value)
    case 'multiple':
      return Array.isArray(value) && value.every((id) => options.includes(id)) && new Set(value).size === value.length
    case 'number':
    case 'text':
      return typeof value === 'string'
    default:
      throw new UnreadableRow(`A paper has a question of the kind ${String(kind)}.`)
  }
}
