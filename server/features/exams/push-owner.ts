import type { Queries } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { queuePush, type Word } from '../push/queue-push.ts'
import type { Attempt } from './attempt.ts'

/** Seconds. */
const day = 86_400

/** The result and the delivery share one subject: a browser that hears of the result need not hear of the delivery. */
export const subjectOf = ({ id }: Attempt) => `attempt ${id}`

/** The path of the page of an attempt's result. The page itself corrects the type of the test. */
export const resultPath = ({ id, purchaseId }: Pick<Attempt, 'id' | 'purchaseId'>) =>
  `/test/test-result/${purchaseId}?attempt=${id}`

const about = (attempt: Attempt): Pick<Word, 'path' | 'attempt'> => ({
  path: resultPath(attempt),
  attempt: attempt.id,
})

/** A push about a graded exam that nobody was watching, without the grade. None for a training. */
export function wordsOfResult(attempt: Attempt, title: string): Word[] {
  if (attempt.mode !== 'exam') return []
  return [
    {
      ...about(attempt),
      kind: 'result-ready',
      lastsSeconds: 3 * day,
      replaces: true,
      title: 'Результат готовий',
      body: `Екзамен «${title}» оцінено.`,
    },
  ]
}

/**
 * A push about a delivery that nobody was watching: it had waited for a network, or its window was out of sight. That window
 * shows the same once somebody looks at it. But the person may be away from it for hours, or the browser may close it. If the
 * person looks at the site before the push arrives, the worker shows nothing (`sw/push.ts`, Chromium).
 */
export const wordOfDelivery = (attempt: Attempt): Word => ({
  ...about(attempt),
  kind: 'answers-delivered',
  lastsSeconds: day,
  title: 'Роботу передано',
  body: 'Ваші відповіді тепер на сервері.',
})

/** Tells the owner's browsers of a delivery without a grade so far. */
export async function pushOfDelivery(services: Services, tx: Queries, attempt: Attempt): Promise<void> {
  await queuePush(services, tx, attempt.userId, { ...wordOfDelivery(attempt), subject: subjectOf(attempt) })
}
