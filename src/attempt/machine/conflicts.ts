import { isLater } from '#contract/answer-merge.ts'
import { seenText } from '#contract/pasted-text.ts'
import type { AnswerValue } from '#contract/question.ts'
import { isSame } from './acknowledged.ts'
import { type Answers, answerTo, isUnseen } from './answers.ts'
import type { Answering } from './state.ts'

/** Two answers to one question, from two devices of one person; null where a device cleared its answer. */
export interface AnswerConflict {
  readonly here: AnswerValue | null
  readonly there: AnswerValue | null
  /** Which of them holds until the person has chosen. */
  readonly holds: 'here' | 'there'
}

/**
 * Whether the person is to be asked which of two devices' answers is meant. Either another device's answer holds in place of
 * this one's, or it came without either device knowing of the other's answer. No rule can know which is meant. Any answer
 * given here afterwards ends the conflict, because it is later than both. What the server calls contested comes first: the
 * person has already seen this device's own answers.
 */
export function conflictOn(answers: Answers, questionId: string): AnswerConflict | null {
  return contestedHere(answers, questionId) ?? lostHere(answers, questionId)
}

/** The ids of the questions on which the person is to be asked. */
export function conflictsIn(answers: Answers): string[] {
  return [...answers.entries.keys()].filter((questionId) => conflictOn(answers, questionId) !== null)
}

/** The same questions by the numbers that the person sees, from 1, in the order of the paper. */
export function conflictNumbers({ paper, answers }: Pick<Answering, 'paper' | 'answers'>): number[] {
  const conflicts = new Set(conflictsIn(answers))
  return paper.questions.flatMap(({ id }, index) => (conflicts.has(id) ? [index + 1] : []))
}

function lostHere({ entries }: Answers, questionId: string): AnswerConflict | null {
  const { own, seen } = entries.get(questionId) ?? { own: null, seen: null }
  // Two answers under one name are no conflict: the later one replaces the earlier. The page's present name does not tell:
  // `own` may be another tab's answer that was read from the disk, while the server holds the answer of this page.
  if (own === null || seen === null || seen.device_id === own.device_id || !isLater(seen, own)) return null
  return isSameValue(own.value, seen.value) ? null : { here: own.value, there: seen.value, holds: 'there' }
}

function contestedHere(answers: Answers, questionId: string): AnswerConflict | null {
  const remote = answers.contested.get(questionId)
  const entry = answers.entries.get(questionId)
  if (remote === undefined || remote.device_id === answers.deviceId) return null
  // This device gave that answer under another name, before the page was loaded again.
  if (entry?.own != null && isSame(remote, entry.own)) return null
  // The answer that holds has not been shown here yet: there is nothing to choose from.
  if (entry === undefined || isUnseen(entry)) return null
  const here = answerTo(answers, questionId)
  return isSameValue(here, remote.value) ? null : { here, there: remote.value, holds: 'here' }
}

/** Several options are one answer in whatever order they were chosen. */
function isSameValue(a: AnswerValue | null, b: AnswerValue | null): boolean {
  if (a === null || b === null) return a === b
  if (typeof a === 'string' && typeof b === 'string') return seenText(a) === seenText(b)
  const [chosen, other] = [new Set(a), new Set(b)]
  return chosen.size === other.size && [...chosen].every((id) => other.has(id))
}
