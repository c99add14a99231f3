/** Answers typed as numbers: in an exam, a training, an example. */
export const numberTexts = {
  hint: 'Потрібне число, наприклад −12 або 7,5',
  sign: 'Змінити знак числа',
  /** On a narrow screen the second part is read out, but not shown. */
  unread: ['Це ще не число', ', тому не збережено'],
  /** The same with a former answer, which still counts; a long one is not spelt out. */
  unreadWithFormer: (former: string) =>
    ['Це не число: ', 'і далі ', former.length > 16 ? 'діє попередня відповідь' : `діє ${former}`] as const,
} as const
