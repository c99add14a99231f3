import type { Queries } from '../../../db/connect.ts'
import type { Services } from '../../../services.ts'
import { isOpen } from '../../auth/open-account.ts'
import { findOwnAccount } from '../../auth/own-account.ts'
import { letterText } from '../../mail/letter-text.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Attempt } from '../attempt.ts'
import { resultPath } from '../push-owner.ts'

/** Minutes in which a person who returns for the result, or gets a push, opens it without a letter. */
const delayMinutes = 10

interface GradedUnwatched {
  title: string
  /** As in the submission: `person` or `unattended`. */
  closedBy: string
}

/**
 * Queues the letter of an exam's result in the transaction of its grade, for a grade that nobody was watching. The letter leaves
 * ten minutes later, once an exam, and only if the owner has not seen the result meanwhile (decision 0108). It never names the
 * grade: others read over the shoulder, and mail is kept in places unknown to its owner. Only a confirmed address gets it.
 */
export async function queueResultLetter(
  { jobs, publicOrigin }: Pick<Services, 'jobs' | 'publicOrigin'>,
  tx: Queries,
  attempt: Attempt,
  { title, closedBy }: GradedUnwatched,
): Promise<void> {
  if (attempt.mode !== 'exam') return
  const owner = await findOwnAccount(tx, attempt.userId)
  if (owner === undefined || !owner.isVerified || !isOpen(owner)) return
  const how =
    closedBy === 'unattended'
      ? ' Його завершили ми, бо час здати роботу минув: пораховано відповіді, які до нас дійшли.'
      : ''
  await queueMail(tx, jobs, {
    userId: owner.id,
    to: owner.email,
    resultOf: attempt.id,
    delayMinutes,
    subject: `Ваш результат: ${title}`,
    action: 'Переглянути результат',
    text: letterText(
      `Екзамен «${title}» оцінено.${how}`,
      publicOrigin() + resultPath(attempt),
      'Самої оцінки в листі немає: її видно, щойно ви ввійдете.',
    ),
  })
}
