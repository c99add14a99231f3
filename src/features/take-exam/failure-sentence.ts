import type { ExamFailure } from '../../engine/failure.ts'
import { examTexts } from '../../messages/exam.ts'
import { htmlInsteadOfData } from '../../messages/failure-sentence.ts'
import { messages } from '../../messages/messages.ts'
import { testMessages } from '../../messages/test-messages.ts'

/** The specification's sentence for a failure (S8.10), the server's own where it gave one. */
export function examFailureSentence(failure: ExamFailure): string {
  switch (failure.kind) {
    case 'build-failed':
      return failure.message || testMessages.examBuildingFailed
    case 'build-expired':
      return testMessages.examBuildingExpired
    case 'build-timeout':
      return testMessages.examBuildingTimeout(failure.seconds)
    case 'results-failed':
      return failure.message || testMessages.resultsFailed
    case 'results-expired':
      return testMessages.resultsExpired
    case 'results-timeout':
      return testMessages.resultsTimeout(failure.seconds)
    case 'html':
      return htmlInsteadOfData
    case 'network':
      return messages.network
    case 'refused':
      return failure.message || examTexts.refusedWithoutReason
    case 'storage':
      return examTexts.storageFailed
    case 'needs-attention':
      return failure.message || ungradedSentence(failure.code) || examTexts.attention
  }
}

/** Another device of the same person has handed in the same attempt with other answers. */
export function isHandedInElsewhere(failure: ExamFailure): boolean {
  return failure.kind === 'needs-attention' && failure.code === 'submission_mismatch'
}

/** The server took the work and answered that nothing came of it: the same bytes may be sent once more. */
export function isUngraded(failure: ExamFailure): boolean {
  return failure.kind === 'needs-attention' && ungradedSentence(failure.code) !== undefined
}

/** The specification's sentence for the two statuses of a grading without a result. */
function ungradedSentence(code: string): string | undefined {
  if (code === 'error') return testMessages.resultsFailed
  return code === 'expired' ? testMessages.resultsExpired : undefined
}

/** What a person can do about it, in Ukrainian, whatever the language of the sentence above it. */
export function examFailureAdvice(failure: ExamFailure): string | null {
  switch (failure.kind) {
    case 'build-failed':
    case 'build-expired':
      return `Не вдалося скласти екзамен. ${examTexts.attemptReturned} Почніть ще раз.`
    case 'build-timeout':
      return 'Складання триває надто довго. Натисніть «Спробувати ще раз»: якщо екзамен уже готовий, він одразу відкриється.'
    case 'results-failed':
    case 'results-expired':
      return `Ваші відповіді прийнято, але порахувати результат не вдалося. ${examTexts.attemptReturned}`
    case 'results-timeout':
      return 'Ваші відповіді прийнято й збережено на сервері. Результат рахується довше, ніж зазвичай; перевірте за кілька хвилин.'
    case 'network':
      // A silence tells nothing of the attempt: it may have been begun before, or by the very call that was not answered.
      return "Сервер не відповів. Перевірте з'єднання з інтернетом. Якщо екзамен уже почався, його час іде."
    case 'html':
      return 'Якщо ви в мережі готелю чи кафе, можливо, у ній треба спершу увійти.'
    case 'needs-attention':
      if (isUngraded(failure)) return examTexts.ungraded
      return isHandedInElsewhere(failure) ? examTexts.elsewhere : examTexts.attention
    case 'refused':
    case 'storage':
      return null
  }
}
