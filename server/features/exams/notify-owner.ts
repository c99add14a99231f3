import { iqNamed, rangeNamed } from '#contract/iq-named.ts'
import type { Result } from '#contract/result.ts'
import type { Queries } from '../../db/connect.ts'
import { type NewNotification, notify } from '../notifications/notify.ts'
import { findBoughtTitle } from '../purchases/bought-test.ts'
import type { Attempt } from './attempt.ts'

/** What the news of a result says of it. */
interface Outcome {
  readonly correct: number
  readonly total: number
  readonly score: Result['score']
  readonly scoreWithheld: Result['score_withheld']
}

/**
 * What tells the owner that an exam was graded, and what became of it; where its score is withheld, also that, and the free repeat.
 * Training tells nothing: its review is on the screen already. The page of news is its owner's alone: what a lock screen shows
 * names no figure (`push-owner.ts`).
 */
export function resultNotifications(
  attempt: Attempt,
  title: string,
  { correct, total, score, scoreWithheld }: Outcome,
): NewNotification[] {
  if (attempt.mode !== 'exam') return []
  return [
    {
      kind: 'result-ready',
      title: `Результат готовий: ${score == null ? `${correct} з ${total}` : `IQ ${iqNamed(score)}`}`,
      message: [
        `Екзамен «${title}» оцінено.`,
        score == null ? '' : `Імовірний діапазон: ${rangeNamed(score)}.`,
        whatStays(attempt),
        whatAwaits(scoreWithheld),
      ]
        .filter(Boolean)
        .join(' '),
      result: { purchaseId: attempt.purchaseId, attemptId: attempt.id },
    },
  ]
}

/** Its owner was told that it came to nothing, and that the exam is theirs to take again. */
function whatStays({ failure }: Attempt): string {
  return failure === null ? '' : 'Раніше ми повідомили, що він не відбувся: повернена спроба лишається за вами.'
}

function whatAwaits(withheld: Result['score_withheld']): string {
  if (withheld == null || withheld.code === 'sample_too_short') return ''
  const why = 'Оцінки IQ цього разу немає: чому саме, сказано в результаті.'
  return withheld.free_repeat === true ? `${why} Ми додали вам ще одну спробу безкоштовно.` : why
}

/** Tells the owner that a grade was given again, and why; also where that gave them a free repeat. */
export async function notifyOfReScore(
  tx: Queries,
  attempt: Attempt,
  reason: string,
  gaveRepeat: boolean,
): Promise<void> {
  const repeat = gaveRepeat ? 'Оцінки IQ за ним немає, тож ми додали вам ще одну спробу безкоштовно. ' : ''
  await notify(tx, attempt.userId, {
    kind: 'result-ready',
    title: 'Результат переглянуто',
    message: `Результат тесту «${await findBoughtTitle(tx, attempt.purchaseId)}» перераховано. ${repeat}Причина: ${reason}`,
    result: { purchaseId: attempt.purchaseId, attemptId: attempt.id },
  })
}

/** Tells the owner that an attempt failed by our fault and was given back. Training has nothing to give back. */
export async function notifyOfReturn(tx: Queries, attempt: Attempt): Promise<void> {
  if (attempt.mode !== 'exam') return
  const title = await findBoughtTitle(tx, attempt.purchaseId)
  await notify(tx, attempt.userId, {
    kind: 'attempt-returned',
    title: 'Спробу повернено',
    message: `Екзамен «${title}» не відбувся з нашої вини. Спроба лишилася за вами.`,
    pack: { id: attempt.purchaseId, title },
  })
}

/** Tells the owner that nobody handed their exam in, and that it was closed with what had come. */
export async function notifyOfUnattendedEnd(tx: Queries, attempt: Attempt, answered: number): Promise<void> {
  if (attempt.mode !== 'exam') return
  const title = await findBoughtTitle(tx, attempt.purchaseId)
  await notify(tx, attempt.userId, {
    kind: 'attempt-closed',
    title: 'Екзамен завершено без вас',
    message: `Час здати екзамен «${title}» минув, тому ми завершили його самі. Відповідей, які до нас дійшли: ${answered}.`,
  })
}
