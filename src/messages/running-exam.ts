/** An exam that runs, told of outside it. */
export const runningExamTexts = {
  runs: 'Екзамен триває',
  timeLeft: 'Лишилося часу',
  goOn: 'Продовжити',
} as const
