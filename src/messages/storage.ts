/** A browser that keeps nothing: what it means for an exam, and the way to go on all the same. */
export const storageTexts = {
  goOnMeans:
    "Можна продовжити й без цього: відповіді зберігатиме лише сервер. Якщо зв'язок зникне, нові відповіді триматиме тільки відкрита сторінка, і разом із нею вони зникнуть.",
  goOn: 'Продовжити все одно',
  startAnyway: 'Почати все одно',
  preparing: 'Готуємо запитання',
  unkeptRefused:
    'Сервер не прийняв цю роботу, а браузер не зміг записати її на диск. Не закривайте сторінку: завантажте відповіді файлом і напишіть нам.',
} as const
