import { attempts } from '../../server/db/schema/attempts.ts'
import { readStoredAnswers } from '../../server/features/exams/answers/answer-events.ts'
import { digestsIn } from '../../server/features/exams/paper/drawn-paper.ts'
import { eachPaper, findItems } from '../../server/features/exams/paper/paper-store.ts'
import { findSubmission } from '../../server/features/exams/answers/submission-store.ts'
import type { Services } from '../../server/services.ts'
import type { DatabaseDump } from './database-dump.ts'

/** Rows as a release's own code reads them, packed or not. Every later release must read them alike. */
export interface PlainRows {
  events: { attempt_id: string; question_id: string; value: unknown; epoch: number; seq: number; device_id: string }[]
  submissions: {
    attempt_id: string
    answers: unknown
    receipt: string | null
    reply_bytes: string
    body_digest: string
  }[]
  papers: { attempt_id: string; questions: { id: string }[] }[]
  keys: { attempt_id: string; items: unknown }[]
  seen: { attempt_id: string; user_id: string; partition: string; signature: string }[]
}

/** Reads the rows by this release's code. Only for this release's own fixture, when the fixture is made. */
export async function readPlainRows({ db, pool }: Pick<Services, 'db' | 'pool'>): Promise<PlainRows> {
  const plain: PlainRows = { events: [], submissions: [], papers: [], keys: [], seen: [] }
  for (const attempt of await db.select().from(attempts)) {
    const { stored } = await readStoredAnswers(db, attempt)
    for (const { question_id, value, epoch, seq, device_id } of stored) {
      plain.events.push({ attempt_id: attempt.id, question_id, value, epoch, seq, device_id })
    }
    const submission = await findSubmission(db, attempt.id)
    if (submission === undefined) continue
    const { answers, receipt, replyBytes: reply_bytes, bodyDigest: body_digest } = submission
    plain.submissions.push({ attempt_id: attempt.id, answers, receipt, reply_bytes, body_digest })
  }
  for await (const { attemptId: attempt_id, questions } of eachPaper(db)) {
    plain.papers.push({ attempt_id, questions })
    const items = (await findItems(db, attempt_id))!
    plain.keys.push({ attempt_id, items: items.map(({ question, ...key }) => ({ ...key, question_id: question.id })) })
  }
  const { rows } = await pool.query('select * from paper_exposures')
  plain.seen = rows.flatMap(({ items, attempt_id, user_id, partition }) =>
    digestsIn(items).map((signature) => ({ attempt_id, user_id, partition, signature })),
  )
  return JSON.parse(JSON.stringify(plain)) as PlainRows
}

/** The rows of a release that stored all of them unpacked. */
export function plainRowsIn({ tables }: DatabaseDump): PlainRows {
  const rowsOf = <Row>(table: string) => (tables.find(({ name }) => name === `public.${table}`)?.rows ?? []) as Row[]
  return {
    events: rowsOf('answer_events'),
    submissions: rowsOf('submissions'),
    papers: rowsOf('papers'),
    keys: rowsOf('paper_keys'),
    seen: rowsOf('item_exposures'),
  }
}
