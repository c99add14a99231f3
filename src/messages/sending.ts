import { counted } from './messages.ts'

/** Whole minutes from two minutes on: nobody thinks in 597 seconds. */
const wait = (seconds: number) =>
  seconds < 120
    ? counted(seconds, 'секунду', 'секунди', 'секунд')
    : counted(Math.ceil(seconds / 60), 'хвилину', 'хвилини', 'хвилин')

/** Work that is being sent, on the page that sends it. */
export const sendingTexts = {
  broken:
    'Цей браузер не може надіслати роботу. Оновіть браузер і відкрийте сайт знову або завантажте відповіді файлом і здайте його в іншому браузері на сторінці «Питання й відповіді».',
  nextTry: (n: number) => `Наступна спроба за ${wait(n)}`,
  held: (n: number) => `Сервер просить зачекати ${wait(n)}`,
  countsUntil: (moment: string) =>
    `Роботу зарахуємо, якщо вона дійде до сервера до ${moment}. Щойно буде зв’язок, вона надійде сама; якщо сайт закрито, відкрийте його до того часу, маючи інтернет.`,
  countedUntil: (moment: string) =>
    `Роботу зараховували до ${moment}. Ми все одно її надішлемо: сервер збереже відповіді поруч із результатом.`,
  sending: 'Надсилаємо…',
  sendNow: 'Надіслати зараз',
  offerNotice: 'Сповістити, щойно передамо',
  willNotify: 'Якщо роботу буде передано, коли сайт закрито, ви отримаєте сповіщення.',
} as const
