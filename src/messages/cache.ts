/** What is shown from this device, because the server cannot be asked. */
export const cacheTexts = {
  savedAt: (moment: string, reason: 'network' | 'server') =>
    reason === 'network'
      ? `Мережі немає. Тут те, що збережено ${moment}.`
      : `Сервер не відповідає. Тут те, що збережено ${moment}.`,
  askAgain: 'Оновити',
} as const
