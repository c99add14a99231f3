/** The test that a guest chose, on the pages that ask for an account. */
export const chosenTestTexts = {
  label: 'Ви обрали',
  whyFree: 'Обліковий запис потрібен, щоб відповіді й результат збереглися за вами. Картка не потрібна.',
  why: 'Обліковий запис потрібен, щоб тест, відповіді й результат збереглися за вами.',
} as const
