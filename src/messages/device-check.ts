/** The check of a device before an exam: checks, outcomes and what they mean. */
export const deviceCheckTexts = {
  title: 'Перевірка пристрою',
  again: 'Перевірити ще раз',
  checking: 'Перевіряємо пристрій…',
  fine: 'Усе гаразд: пристрій готовий до екзамену.',
  looked: 'Що перевірено',
  mind: (names: string) => `Почати можна, але зважте на таке: ${names}.`,
  brokenTitle: 'Браузер не зберігає відповідей',
  broken:
    'Тут їх зберігатиме лише сервер. Вийдіть із приватного режиму, звільніть місце або відкрийте інший браузер. Якщо почнете так, не закривайте сторінку до здачі.',

  storage: 'Збереження відповідей',
  storageWorks: 'працює',
  storageBroken: 'не працює',

  space: 'Вільне місце',
  spaceAbove: (amount: string) => `понад ${amount}`,
  spaceLeft: (amount: string) => `лише ${amount}`,
  spaceUnknown: 'невідомо',
  megabytes: (n: number) => `${n}\u00a0МБ`,
  gigabytes: (n: number) => `${n}\u00a0ГБ`,

  lasting: 'Захист збереженого від видалення',
  lastingGranted: 'увімкнено',
  lastingRefused: 'не гарантовано; відповіді зберігає й сервер',
  lastingUnknown: 'невідомо',

  clock: 'Годинник',
  clockRight: 'збігається із сервером',
  clockAhead: (by: string) => `поспішає на ${by}; час екзамену рахує сервер`,
  clockBehind: (by: string) => `відстає на ${by}; час екзамену рахує сервер`,
  clockUnknown: 'не порівняно; час екзамену рахує сервер',
  seconds: (n: number) => `${n}\u00a0с`,
  minutes: (n: number) => `${n}\u00a0хв`,
  hours: (n: number) => `${n}\u00a0год`,

  connection: 'Зв’язок із сервером',
  connectionFast: 'є',
  connectionSlow: (seconds: string) => `є, але повільний: відповідь за ${seconds}`,
  connectionAway: 'сервер не відповів',

  networkGoes:
    'Якщо інтернет зникне, відповідайте далі: відповіді зберігатимуться на цьому пристрої. Щойно зв’язок повернеться, вони самі надійдуть на сервер.',
} as const
