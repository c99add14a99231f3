import type { Queries } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { queuePush, type Word } from '../push/queue-push.ts'
import type { Attempt } from './attempt.ts'

/** Seconds. */
const day = 86_400

/** Both are of one subject: a browser that hears of the result need not hear that the answers have come. */
export const subjectOf = ({ id }: Attempt) => `attempt ${id}`

/** Where its result is shown. The page itself puts the type of the test right. */
export const resultPath = ({ id, purchaseId }: Pick<Attempt, 'id' | 'purchaseId'>) =>
  `/test/test-result/${purchaseId}?attempt=${id}`

const about = (attempt: Attempt): Pick<Word, 'path' | 'attempt'> => ({
  path: resultPath(attempt),
  attempt: attempt.id,
})

/** Tells that an exam was graded which nobody was looking at. It says nothing of the grade. Nothing of a training. */
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
 * Tells that work has come which nobody was looking at: it had waited for a network, or its window was out of sight. That window
 * shows the same once somebody looks at it, and is no reason to say nothing: the person may be away from it for hours, or the
 * browser may close it. Where they look at the site again before it arrives, the worker shows nothing (`sw/push.ts`, Chromium).
 */
export const wordOfDelivery = (attempt: Attempt): Word => ({
  ...about(attempt),
  kind: 'answers-delivered',
  lastsSeconds: day,
  title: 'Роботу передано',
  body: 'Ваші відповіді тепер на сервері.',
})

/** Tells the browsers of its owner of a delivery whose grade is not there yet. */
export async function pushOfDelivery(services: Services, tx: Queries, attempt: Attempt): Promise<void> {
  await queuePush(services, tx, attempt.userId, { ...wordOfDelivery(attempt), subject: subjectOf(attempt) })
}
