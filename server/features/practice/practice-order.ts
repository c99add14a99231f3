import type { z } from 'zod/mini'
import type { PracticeOrder } from '#content/assemble-practice.ts'
import type { Blueprint } from '#content/blueprint.ts'
import type { beginPractice } from '#contract/practice.ts'
import type { Queries } from '../../db/connect.ts'
import { Failure } from '../../failure.ts'
import { findBlueprint, findBoughtTest } from '../purchases/bought-test.ts'
import { findMistakes } from './find-mistakes.ts'

type Chosen = Pick<z.output<(typeof beginPractice)['body']>, 'size' | 'kind' | 'mistakes'>

/** The families of a blueprint, in its order. */
export const familiesOf = ({ parts }: Blueprint): string[] => [...new Set(parts.map(({ family }) => family))]

/** The contents of a practice. Throws 400 `unknown_kind` if the purchase lacks it, 409 `no_mistakes` if there are none. */
export async function practiceOrder(
  queries: Queries,
  { purchaseId, userId }: { purchaseId: string; userId: string },
  { size, kind, mistakes = false }: Chosen,
): Promise<PracticeOrder> {
  const blueprint = await findBlueprint(queries, purchaseId)
  const families = familiesOf(blueprint)
  if (kind !== undefined && !families.includes(kind)) {
    throw new Failure(400, 'unknown_kind', 'У цьому тесті немає завдань такого виду.')
  }
  if (!mistakes) return { blueprint, size, family: kind }
  const { type } = await findBoughtTest(queries, purchaseId)
  const again = await findMistakes(queries, { userId, type, families: kind === undefined ? families : [kind] })
  if (again.length === 0) {
    throw new Failure(409, 'no_mistakes', 'Помилок, які варто повторити, зараз немає. Оберіть інші завдання.')
  }
  return { blueprint, size, again }
}
