import { iqNamed, rangeNamed } from '#contract/iq-named.ts'
import type { Result } from '#contract/result.ts'
import type { Queries } from '../../db/connect.ts'
import { type NewNotification, notify } from '../notifications/notify.ts'
import { findBoughtTitle } from '../purchases/bought-test.ts'
import type { Attempt } from './attempt.ts'

interface Outcome {
  readonly correct: number
  readonly total: number
  readonly score: Result['score']
  readonly scoreWithheld: Result['score_withheld']
}

/**
 * The notification of a graded exam: its outcome, a withheld score and the free repeat. A training has none: its review is on
 * the screen already. Only the owner sees the page of news; a push on a lock screen names no figure (`push-owner.ts`).
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

/** The owner was notified before that the exam failed and may be taken again. */
function whatStays({ failure }: Attempt): string {
  return failure === null ? '' : 'Раніше ми повідомили, що він не відбувся: повернена спроба лишається за вами.'
}

function whatAwaits(withheld: Result['score_withheld']): string {
  if (withheld == null || withheld.code === 'sample_too_short') return ''
  const why = 'Оцінки IQ цього разу немає: чому саме, сказано в результаті.'
  return withheld.free_repeat === true ? `${why} Ми додали вам ще одну спробу безкоштовно.` : why
}

/** Notifies the owner of a re-score with its reason, and of the free repeat if it gave one. */
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

/** Notifies the owner that an attempt failed by our fault and was given back. A training has nothing to give back. */
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

/** Notifies the owner that nobody submitted their exam, and that it was closed with the answers that had arrived. */
export async function notifyOfUnattendedEnd(tx: Queries, attempt: Attempt, answered: number): Promise<void> {
  if (attempt.mode !== 'exam') return
  const title = await findBoughtTitle(tx, attempt.purchaseId)
  await notify(tx, attempt.userId, {
    kind: 'attempt-closed',
    title: 'Екзамен завершено без вас',
    message: `Час здати екзамен «${title}» минув, тому ми завершили його самі. Відповідей, які до нас дійшли: ${answered}.`,
  })
}
