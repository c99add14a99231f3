import { paths } from '../paths.ts'

/** The training's page with the way of one task at a time chosen. */
export const practicePath = (testId: string, purchaseId: string) =>
  `${paths.learning(testId, purchaseId)}?pace=one-by-one`
