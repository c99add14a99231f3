import { type OwnAnswers, writeAnswersFile } from './answers-file.ts'

/** Gives the person their answers as a file. */
export function downloadAnswers(answers: OwnAnswers): void {
  const url = URL.createObjectURL(new Blob([writeAnswersFile(answers)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `vidpovidi-${answers.attemptId ?? 'ekzamen'}.json`
  link.click()
  // Not at once: the browser still reads it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
