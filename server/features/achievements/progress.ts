import { bestPercentSoFar, examsSoFar, examTypesSoFar, trainingsSoFar } from '../exams/result/graded-so-far.ts'
import { achievementKinds, type Measure } from './achievement-list.ts'

const mostTrainings = Math.max(
  ...achievementKinds.filter(({ measure }) => measure === 'trainings').map(({ goal }) => goal),
)

/** Each measure of a person's Progress by itself, as SQL of one number. */
export const measures: Record<Measure, (person: string) => string> = {
  trainings: (person) => trainingsSoFar(person, mostTrainings),
  exams: examsSoFar,
  examTypes: examTypesSoFar,
  bestExamPercent: bestPercentSoFar,
}
