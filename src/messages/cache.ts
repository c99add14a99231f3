/** What is shown from this device, because the server cannot be asked. */
export const cacheTexts = {
  savedAt: (moment: string, reason: 'network' | 'server') =>
    reason === 'network' ? `Збережено ${moment}, мережі немає.` : `Збережено ${moment}, сервер не відповідає.`,
  askAgain: 'Оновити',
} as const
