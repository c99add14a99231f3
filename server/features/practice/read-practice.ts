import { familyTitle } from '#content/families.ts'
import type { Practice, PracticeChoice, PracticeKey } from '#contract/practice.ts'
import type { Queries } from '../../db/connect.ts'
import { notFound } from '../../failure.ts'
import { winningEvents } from '../exams/answers/answer-events.ts'
import { type Attempt, practiceMode } from '../exams/attempt.ts'
import { findAttemptOf, findOpenAttempt } from '../exams/attempt-repository.ts'
import { findItems, findQuestions } from '../exams/paper/paper-store.ts'
import { findBlueprint, findBoughtTest } from '../purchases/bought-test.ts'
import { requireOwnPurchase } from '../purchases/purchase-access.ts'
import { findMistakes } from './find-mistakes.ts'
import { familiesOf } from './practice-order.ts'
import { keyOf, verdictOf } from './verdict-of.ts'

/** A practice as its owner sees it: each key comes with the answer that it judges, and no other key does. */
export async function readPractice(queries: Queries, attempt: Attempt): Promise<Practice> {
  const items = (await findItems(queries, attempt.id)) ?? []
  const given = new Map(
    (await winningEvents(queries, attempt.id)).map(({ question_id, value }) => [question_id, value]),
  )
  return {
    attempt_id: attempt.id,
    is_open: attempt.isOpen,
    test: await findBoughtTest(queries, attempt.purchaseId),
    questions: items.map(({ question }) => question),
    verdicts: items.flatMap((item) => {
      const value = given.get(item.question.id)
      return value === undefined ? [] : [verdictOf(item, value)]
    }),
  }
}

/**
 * The keys of a practice, so that it continues without a network. Never of another attempt: no exam's item is in the partition
 * that practices are drawn from. Throws 404, 403 `foreign_purchase`.
 */
export async function readKeys(
  queries: Queries,
  { purchaseId, userId }: { purchaseId: string; userId: string },
  attemptId: string,
): Promise<{ keys: PracticeKey[] }> {
  const purchase = await requireOwnPurchase(queries, purchaseId, userId)
  const attempt = await findAttemptOf(queries, purchase.id, { id: attemptId, mode: practiceMode })
  if (attempt === undefined) throw notFound()
  return { keys: ((await findItems(queries, attempt.id)) ?? []).map(keyOf) }
}

/** What a person may practise with a purchase, and the open practice. Throws 404, 403 `foreign_purchase`. */
export async function readChoice(queries: Queries, purchaseId: string, userId: string): Promise<PracticeChoice> {
  const purchase = await requireOwnPurchase(queries, purchaseId, userId)
  const families = familiesOf(await findBlueprint(queries, purchase.id))
  const { type } = await findBoughtTest(queries, purchase.id)
  const mistakes = await findMistakes(queries, { userId, type, families })
  return {
    kinds: families.map((family) => ({ kind: family, title: familyTitle(family) })),
    mistakes: mistakes.length,
    open: await findOpen(queries, purchase.id),
  }
}

async function findOpen(queries: Queries, purchaseId: string): Promise<PracticeChoice['open']> {
  const open = await findOpenAttempt(queries, purchaseId, practiceMode)
  if (open?.startKey == null) return null
  const questions = (await findQuestions(queries, open.id)) ?? []
  return {
    start_key: open.startKey,
    answered: (await winningEvents(queries, open.id)).length,
    total: questions.length,
  }
}
