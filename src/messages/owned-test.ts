import { clockFace } from './formats.ts'

/** A running exam, on other pages. */
export const runningExamTexts = {
  runs: 'Екзамен триває',
  timeLeft: 'Лишилося часу',
  /** The exam's clock, from the remaining milliseconds. */
  face: (isPaused: boolean) => (left: number) => (isPaused ? 'на паузі' : clockFace(left)),
  goOn: 'Продовжити',
  goOnWith: (title: string) => `Продовжити: ${title}`,
} as const

/** A purchase on the shelf, on its page and before its exam. */
export const ownedTestTexts = {
  goesBackTitle: 'Кошти повертаються',
  goesBack: 'Кошти за цей тест повертаються, тому нового екзамену почати не можна.',
  buyAgain: 'Купити ще раз',
} as const
