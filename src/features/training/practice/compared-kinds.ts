import type { Result } from '#contract/result.ts'

/** A kind of tasks in this practice, and in the one before it that had some of it. */
export interface ComparedKind {
  readonly title: string
  readonly before: KindCount
  readonly now: KindCount
}

type KindCount = Pick<NonNullable<Result['by_family']>[number], 'correct' | 'total'>

/**
 * The kinds of this practice that were practised before. `results`: of the purchase, the newest first. Exams and trainings
 * that are taken as an exam are of another length and another care: a practice is compared with practices alone, and with none that
 * was left before its end, for what was not answered in it is counted as wrong.
 */
export function comparedKinds(results: readonly Result[], attemptId: string): ComparedKind[] {
  const place = results.findIndex(({ attempt_id }) => attempt_id === attemptId)
  if (place === -1) return []
  const earlier = results.slice(place + 1).filter((each) => each.pace === 'one-by-one' && isAnswered(each))
  return (results[place]!.by_family ?? []).flatMap(({ family, title, ...now }) => {
    const before = earlier.flatMap(({ by_family }) => by_family ?? []).find((each) => each.family === family)
    return before === undefined ? [] : [{ title, before, now }]
  })
}

/** In whole. Who asked to be shown gave no answer either: the two are not told apart. */
function isAnswered({ review, total }: Result): boolean {
  return review != null && review.length === total && review.every(({ given }) => given != null)
}
