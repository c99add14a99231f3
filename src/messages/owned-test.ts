import { clockFace } from './formats.ts'

/** An exam that runs, on the other pages. */
export const runningExamTexts = {
  runs: 'Екзамен триває',
  timeLeft: 'Лишилося часу',
  /** How a clock of the exam shows the milliseconds that are left. */
  face: (isPaused: boolean) => (left: number) => (isPaused ? 'на паузі' : clockFace(left)),
  goOn: 'Продовжити',
  goOnWith: (title: string) => `Продовжити: ${title}`,
} as const

/** What is said of a bought test wherever it stands: on its shelf, its page and before its exam. */
export const ownedTestTexts = {
  goesBackTitle: 'Кошти повертаються',
  goesBack: 'Кошти за цей тест повертаються, тому нового екзамену почати не можна.',
  buyAgain: 'Купити ще раз',
} as const
