import type { Queries } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { type Push, queuePush } from '../push/queue-push.ts'
import type { Attempt } from './attempt.ts'

/** Seconds. */
const day = 86_400

/** Both are of one subject: a browser that hears of the result need not hear that the answers have come. */
const about = ({ id, purchaseId }: Attempt): Pick<Push, 'subject' | 'path' | 'attempt'> => ({
  subject: `attempt ${id}`,
  // The page itself puts the type of the test right.
  path: `/test/test-result/${purchaseId}?attempt=${id}`,
  attempt: id,
})

/** Tells the browsers of its owner that an exam was graded which nobody was looking at. It says nothing of the grade. */
export async function pushOfResult(services: Services, tx: Queries, attempt: Attempt, title: string): Promise<void> {
  if (attempt.mode !== 'exam') return
  await queuePush(services, tx, attempt.userId, {
    ...about(attempt),
    kind: 'result-ready',
    lastsSeconds: 3 * day,
    replaces: true,
    title: 'Результат готовий',
    body: `Екзамен «${title}» оцінено.`,
  })
}

/** Tells the browsers of its owner that work which had waited for a network has come, with no window open. */
export async function pushOfDelivery(services: Services, tx: Queries, attempt: Attempt): Promise<void> {
  await queuePush(services, tx, attempt.userId, {
    ...about(attempt),
    kind: 'answers-delivered',
    lastsSeconds: day,
    title: 'Роботу передано',
    body: 'Відповіді, що чекали на мережу, тепер на сервері.',
  })
}
