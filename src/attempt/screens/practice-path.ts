import { paths } from '../../paths.ts'

/** The training's page with the way of one task at a time chosen. */
export const practicePath = (testId: string, purchaseId: string) =>
  `${paths.learning(testId, purchaseId)}?pace=one-by-one`

/** The same for new tasks by the rules that went wrong before. */
export const mistakesPath = (testId: string, purchaseId: string) => `${practicePath(testId, purchaseId)}&mistakes=yes`

/** The training's page with all tasks in a row chosen, as in an exam. */
export const wholeTrainingPath = (testId: string, purchaseId: string) =>
  `${paths.learning(testId, purchaseId)}?pace=exam`
