/** An exam that runs, on the other pages. */
export const runningExamTexts = {
  runs: 'Екзамен триває',
  timeLeft: 'Лишилося часу',
  goOn: 'Продовжити',
} as const
