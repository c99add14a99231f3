import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { feedbackMessages } from '../../db/schema/catalog.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import type { Act, OperatorWord } from '../audit/act-as-operator.ts'
import { actAsOperator } from '../exams/operator-acts/act-on-record.ts'
import { letterText } from '../mail/letter-text.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../../services.ts'

export type Message = typeof feedbackMessages.$inferSelect

const pageRows = 50
/** Characters of a message that the list shows. */
const shownInList = 120

/** Messages to us: open ones, the oldest first; or ended ones, the newest first. 50 a page; `after`: the last of the page before. */
export async function listMessages(
  queries: Queries,
  { isOpen, after }: { isOpen: boolean; after: string | null },
): Promise<{ messages: Pick<Message, 'id' | 'message' | 'typeOfAppeal' | 'createdAt'>[]; next: string | null }> {
  const { id, typeOfAppeal, createdAt, endedAt } = feedbackMessages
  const sign = sql.raw(isOpen ? '>' : '<')
  const isBeyond =
    after === null
      ? undefined
      : sql`(${createdAt}, ${id}) ${sign} (select created_at, id from feedback_messages where id = ${after}::uuid)`
  const order = isOpen ? asc : desc
  const rows = await queries
    .select({ id, message: sql<string>`left(${feedbackMessages.message}, ${shownInList})`, typeOfAppeal, createdAt })
    .from(feedbackMessages)
    .where(and(isOpen ? isNull(endedAt) : isNotNull(endedAt), isBeyond))
    .orderBy(order(createdAt), order(id))
    .limit(pageRows + 1)
  const messages = rows.slice(0, pageRows)
  return { messages, next: rows.length > pageRows ? messages.at(-1)!.id : null }
}

/** Throws OperatorMistake. */
export async function requireMessage(queries: Queries, id: string): Promise<Message> {
  const [message] = isUuid(id) ? await queries.select().from(feedbackMessages).where(eq(feedbackMessages.id, id)) : []
  if (message === undefined) throw new OperatorMistake(`There is no message ${id}.`)
  return message
}

/**
 * Answers a message by a letter, and ends it. Null: ends it without a letter. The answer stays with the message and goes with it.
 * Throws OperatorMistake if it is unknown or ended already.
 */
export function answerMessage(
  { db, jobs, config }: Pick<Services, 'db' | 'jobs' | 'config'>,
  word: OperatorWord,
  { id, answer }: { id: string; answer: string | null },
): Promise<{ message: Message; act: Act }> {
  return actAsOperator(db, word, async (tx) => {
    const message = await requireMessage(tx, id)
    const ended = await tx
      .update(feedbackMessages)
      .set({ endedAt: sql`now()`, answer })
      .where(and(eq(feedbackMessages.id, id), isNull(feedbackMessages.endedAt)))
      .returning({ id: feedbackMessages.id })
    if (ended.length === 0) throw new OperatorMistake('This message was answered or closed already.')
    if (answer !== null) {
      await queueMail(tx, jobs, {
        to: message.email,
        replyTo: config.seller.email,
        ...(message.userId !== null && { userId: message.userId }),
        subject: 'Відповідь на ваше звернення',
        text: letterText(answer, ['Ви писали:', ...message.message.split('\n').map((line) => `> ${line}`)].join('\n')),
      })
    }
    const act: Act = {
      command: answer === null ? 'message-close' : 'message-answer',
      ...(message.userId !== null && { userId: message.userId }),
      before: { message: id, state: 'open' },
      after: { message: id, state: answer === null ? 'closed' : 'answered' },
    }
    return { message, act }
  })
}
