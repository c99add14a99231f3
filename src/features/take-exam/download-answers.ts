import type { SubmissionBody } from '../../storage/exam-rows.ts'

interface AnswersFile {
  readonly title: string
  readonly attemptId: string | null
  readonly body: SubmissionBody
}

/**
 * Gives the person their answers as a file: the bytes that were to be sent, so that the file can be handed in. The
 * ticket stays out of it: a file is passed on more easily than a browser.
 */
export function downloadAnswers({ title, attemptId, body }: AnswersFile): void {
  const { ticket: _, ...handIn } = body
  const content = JSON.stringify({ format: 1, title, attempt_id: attemptId, ...handIn }, null, 2)
  const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `vidpovidi-${attemptId ?? 'ekzamen'}.json`
  link.click()
  // Not at once: the browser still reads it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
