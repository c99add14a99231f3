import { Failure } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { findOwnAccount } from '../auth/own-account.ts'
import { resultPath } from '../exams/push-owner.ts'
import { letterText } from '../mail/letter-text.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { statementsOf, statementsOfWork, type Statement } from './certificate-facts.ts'
import { type GradedExam, readGraded } from './set-certificate.ts'

type Needed = Pick<Services, 'db' | 'jobs' | 'publicOrigin' | 'limit'>

/** A date ends with «р.», which ends the sentence, too. */
const takenOn = new Intl.DateTimeFormat('uk-UA', { dateStyle: 'long', timeZone: 'Europe/Kyiv' })

/**
 * Mails the result of an exam with its score, in the words of its certificate, to the owner who has just asked for it. Throws 404
 * `not_found` if the attempt is not theirs, 409 `result_letter_unavailable` if it is no graded exam, 409 `email_unconfirmed` if
 * the address may be somebody else's, 429 `rate_limited`.
 */
export async function sendResultLetter(
  { db, jobs, publicOrigin, limit }: Needed,
  attemptId: string,
  { userId, ip }: { userId: string; ip: string },
): Promise<{ to: string }> {
  await limit('own-letters-account', userId)
  await limit('own-letters-address', ip)
  const { graded } = await readGraded(db, attemptId, userId)
  if (graded === null) {
    throw new Failure(409, 'result_letter_unavailable', 'Листом можна надіслати лише результат оціненого екзамену.')
  }
  const { email, isVerified } = (await findOwnAccount(db, userId))!
  if (!isVerified) {
    throw new Failure(
      409,
      'email_unconfirmed',
      'Спершу підтвердьте свою адресу: натисніть посилання в листі, який ми надіслали після реєстрації. Новий такий лист можна попросити в профілі.',
    )
  }
  const { testTitle, takenAt, purchaseId } = graded
  const letter = {
    userId,
    to: email,
    // Other people see subjects, so the number is inside.
    subject: `Результат екзамену: ${testTitle}`,
    action: 'Переглянути результат',
    text: letterText(
      `Ви попросили надіслати результат екзамену «${testTitle}» від ${takenOn.format(takenAt)}`,
      ...saidOf(graded),
      publicOrigin() + resultPath({ id: attemptId, purchaseId }),
      ...(graded.score === null
        ? []
        : ['Щоб оцінку могли перевірити інші, видайте сертифікат на сторінці результату.']),
    ),
  }
  await db.transaction(async (tx) => {
    await queueMail(tx, jobs, letter)
  })
  return { to: email }
}

function saidOf({ score, withheld, ...work }: GradedExam): string[] {
  if (score === null) return [...(withheld === null ? [] : [withheld]), linesOf(statementsOfWork(work))]
  const [iq, interval, ...others] = statementsOf({ ...work, score, name: '' })
  return [`IQ ${iq!.value}\n${linesOf([interval!])}`, linesOf(others)]
}

const linesOf = (statements: readonly Statement[]) =>
  statements
    .map(({ name, value, valueMax }) => `${name}: ${value}${valueMax === undefined ? '' : ` з ${valueMax}`}`)
    .join('\n')
