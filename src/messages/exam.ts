import { counted } from './messages.ts'
import { testMessages } from './test-messages.ts'

/** A title whose first part says enough by itself, where there is no room for both. */
export type BriefTitle = readonly [brief: string, rest: string]

/** Everything that a person reads while taking an exam. */
export const examTexts = {
  label: 'Екзамен',

  introTitle: (title: string) => (title === '' ? 'Екзамен' : title),
  questions: (n: number) => counted(n, 'запитання', 'запитання', 'запитань'),
  minutes: (n: number) => counted(n, 'хвилина', 'хвилини', 'хвилин'),
  attemptsLeft: (n: number) => (n === 0 ? 'Екзаменів не лишилося' : counted(n, 'екзамен', 'екзамени', 'екзаменів')),
  factQuestions: 'У цьому екзамені',
  factTime: 'Час на всі запитання',
  factAttempts: 'Лишилося',
  extraTime: (all: number, extra: number) =>
    `Ваш час: ${all}\u00a0хв, з них ${counted(extra, 'додаткова', 'додаткові', 'додаткових')}.`,
  costsTitle: 'Перед початком',
  /** What the start takes, each with the words that say it by themselves. */
  costs: [
    ['Спроба витрачається з першим запитанням.', 'Тоді ж піде годинник.'],
    ['Прочитали — відповідайте, навіть навздогад.', 'Пропуск — це помилка. На що забракне часу, залиште порожнім.'],
    ['Папір і олівець дозволені.', 'Калькулятор і підказки знецінюють результат.'],
  ],
  rulesTitle: 'Як усе відбувається',
  rules: [
    'Можна повертатися до будь-якого запитання й змінювати відповідь, доки йде час.',
    'Кінця роботи, на який забракло часу, щонайбільше третини, помилкою не вважаємо.',
    'Кожна відповідь зберігається одразу: спершу на цьому пристрої, потім на сервері. Біля запитання завжди видно, де саме вона є.',
    'Якщо зникне інтернет, продовжуйте відповідати. Закрита вкладка чи вимкнений телефон теж не завадять: екзамен відкриється там, де ви зупинилися.',
    'Запитання беремо з тих, яких ви ще не бачили. Якщо їх забракне, повернуться найдавніші.',
    'Зникло світло чи лунає тривога? Екзамен можна поставити на паузу: до 2 разів, разом до 150 хвилин. Годинник тоді стоїть, а запитання закрито.',
    'Коли час вийде, роботу буде здано автоматично. Без мережі здана робота чекає тут і надсилається, щойно зв’язок відновиться.',
  ],
  start: 'Почати екзамен',
  resume: 'Продовжити екзамен',
  resumeHint: 'Екзамен уже триває. Відповіді, які дійшли до сервера, на місці.',
  lastResult: 'Попередній результат',
  backToPurchases: 'До моїх тестів',
  purchaseMissing: 'Такої покупки немає серед ваших тестів. Можливо, її оформлено з іншого облікового запису.',
  notUsable:
    'Строк дії цієї покупки минув, тому нового екзамену почати не можна. Щоб скласти його, купіть тест ще раз.',

  opening: 'Готуємо екзамен',
  openingUnanswered: 'Сервер не відповідає',
  /** `since`: the hour and the minute; `clockFrom` null where the exam may run already. */
  openingAsksAgain: (since: string, clockFrom: string | null) =>
    `Відповіді немає з ${since}. Надсилаємо той самий запит знову й знову: другої спроби через це не буде. ${
      clockFrom === null
        ? 'Якщо екзамен уже почався, його час іде.'
        : `Якщо сервер уже видав запитання, час екзамену піде сам, але не раніше ніж о ${clockFrom}.`
    }`,
  askNow: 'Спробувати зараз',
  clockRanTitle: (since: string): BriefTitle => [`Час іде з ${since}`, ' — запитання надійшли пізніше'],
  clockRan: (since: string) =>
    `Сервер видав запитання, але вони не дійшли сюди вчасно, тож час пішов сам о ${since}. Годинник показує, скільки лишилося.`,
  building: 'Добираємо запитання саме для вас',
  buildingHint: 'Зазвичай це триває кілька секунд. Сторінку можна перезавантажити: підготовка триває на сервері.',
  buildProgress: 'Готовність',
  ready: 'Зберігаємо запитання на цьому пристрої',

  questionOf: (n: number, total: number) => `Запитання ${n} з ${total}`,
  chooseOne: 'Оберіть одну відповідь',
  chooseMany: 'Оберіть усі правильні відповіді',
  numberAnswer: 'Ваша відповідь числом',
  textAnswer: 'Ваша відповідь',
  optionName: (n: number) => `Варіант ${n}`,
  clear: 'Очистити',
  clearWhat: 'відповідь',
  previous: 'Попереднє',
  next: 'Наступне',
  flag: 'Позначити',
  flagWhat: 'запитання',
  unflag: 'Зняти позначку',
  map: 'Усі запитання',
  mapAnswered: 'є відповідь',
  mapUnanswered: 'без відповіді',
  mapFlagged: 'позначено',
  mapDiffers: 'на іншому пристрої відповідь інша',
  mapWaiting: 'ще не на сервері',
  mapWaitingHint: 'Пунктирна рамка: ще не на сервері',
  /** Of an exam, whose time may end before its questions do. */
  blank: 'Прочитали запитання — відповідайте, навіть навздогад; на що забракне часу, залиште порожнім.',
  mapCount: (answered: number, total: number) => `Відповіді: ${answered} з ${total}`,
  keys: 'Швидкі клавіші',
  keysHint:
    'Цифри обирають варіант, F ставить позначку. Стрілки ← → переходять між запитаннями; якщо фокус на варіанті, вони обирають сусідній.',
  /** On a narrow screen the button says only what is done, on a wide one also what to. */
  submitShort: 'Здати',
  submitWhat: 'екзамен',

  showClock: 'Показувати годинник',
  showClockHint: 'Останню хвилину видно завжди.',
  clock: 'Лишилося часу',
  timeIsUp: 'Час вийшов',
  half: 'Минула половина часу.',
  fiveMinutes: 'Лишилося п’ять хвилин. До чого в кінці не дійдете, того не вважаємо помилкою.',
  oneMinute: 'Лишилася одна хвилина.',

  pause: 'Пауза',

  /** On a narrow screen the middle part is heard, and not shown. */
  saving: {
    none: ['Відповіді ще немає'],
    saving: ['Зберігаємо…'],
    device: ['Збережено на', ' цьому', ' пристрої'],
    server: ['Збережено на сервері'],
    unsaved: ['Не збережено', ' на цьому пристрої. Пробуємо ще раз, не закривайте сторінку.'],
  },
  /** The same of a field that was emptied: what is saved then is that there is no answer. */
  cleared: {
    saving: ['Прибираємо відповідь…'],
    device: ['Прибрано на', ' цьому', ' пристрої'],
    server: ['Відповіді ще немає'],
  },
  online: 'Зв’язок є',
  offline: 'Зв’язку немає',
  connecting: 'Перевіряємо зв’язок',
  allSentTitle: ['Усе на сервері', ''],
  allSent: 'Усі відповіді вже на сервері. Щоб згорнути це, натисніть рядок угорі.',
  settledTitle: ['Усе гаразд', ''],
  settled: 'Те, про що тут ішлося, вже минуло: відповідайте далі. Щоб згорнути це, натисніть рядок угорі.',
  offlineTitle: ['Немає зв’язку', ' з сервером'],
  offlineNotice:
    'Відповідайте далі: усе зберігається на цьому пристрої й надійде на сервер, щойно зв’язок відновиться.',
  refusingTitle: ['Сервер не приймає', ' відповідей'],
  refusingNotice:
    'Відповідайте далі: усе зберігається на цьому пристрої. Надсилаємо знову самі, доки сервер не прийме.',
  waitingAnswers: (n: number) => `Ще не на сервері: ${counted(n, 'відповідь', 'відповіді', 'відповідей')}.`,
  deviceOnlyTitle: ['Відповіді лише тут', ' — на цьому пристрої'],
  deviceOnly:
    'Відповідайте далі: усе збережено на цьому пристрої, і ми надсилаємо відповіді самі. Доки вони не дійдуть, не видаляйте даних браузера й не закривайте приватного вікна, бо відповіді зникнуть. Про всяк випадок їх можна завантажити файлом.',
  pageOnlyTitle: ['Лише на сторінці', ' — ні диск, ні сервер відповідей ще не мають'],
  pageOnly:
    'Браузер не записує їх на диск, а сервер їх іще не має. Не закривайте сторінку: пробуємо далі. Про всяк випадок завантажте відповіді файлом.',
  leaveTitle: 'Піти з цієї сторінки?',
  leave: 'Частина відповідей лише тут: ні диск, ні сервер їх іще не мають. Якщо піти, вони зникнуть.',
  leaveStay: 'Залишитися',
  leaveGo: 'Піти без них',
  serverOnlyTitle: ['Браузер не зберігає', ' відповідей'],
  serverOnly:
    'Їх має сервер, тож нічого не втрачено. Але без зв’язку нові відповіді будуть лише на цій сторінці: не закривайте її, доки екзамен не здано.',
  sessionEndedTitle: ['Сеанс завершився', ' — відповіді надходять далі'],
  sessionEnded:
    'Ваш сеанс завершився, але екзамен триває: відповіді надходять на сервер і далі. Увійдіть знову, щоб після здачі побачити результат.',

  /** From the last question. */
  submitReview: 'Перевірити й здати',
  submitTitle: 'Здати екзамен?',
  submitAllAnswered: 'Ви відповіли на всі запитання. Після здачі змінити відповіді вже не можна.',
  submitUnanswered: (n: number) =>
    `Без відповіді: ${counted(n, 'запитання', 'запитання', 'запитань')}. Після здачі змінити відповіді вже не можна.`,
  submitFlagged: (n: number) => `Позначено, щоб повернутися: ${n}.`,
  submitGoTo: (number: number) => `Перейти до запитання ${number}`,
  submitDiffering: (numbers: readonly number[]) =>
    `На іншому пристрої ви відповіли інакше: запитання ${numbers.join(', ')}. Якщо не обрати, зарахуємо відповідь, яка діє зараз.`,
  submitConfirm: 'Здати',
  submitCancel: 'Повернутися до запитань',

  submitting: 'Здаємо екзамен',
  submittingDeadline: 'Час вийшов, здаємо екзамен',
  submittingHint:
    'Відповіді збережено на цьому пристрої. Сторінку можна закрити: надсилання продовжиться, коли ви повернетеся.',
  submittingNotKept: 'Записуємо роботу на цей пристрій і надсилаємо її. Не закривайте сторінку.',
  submittingOffline: 'Сервер поки не відповідає. Надішлемо знову самі, щойно він відповість.',
  submittingLong: 'Надсилання триває довше, ніж зазвичай. Чекаємо на відповідь сервера.',
  submittingSlow:
    'Надсилаємо повільно: сервер на зв’язку, але мережа не встигає передати роботу. Даємо їй більше часу й надсилаємо далі лише те, чого сервер ще не має.',
  submittingUnkept:
    'Браузер не зміг записати вашу роботу на диск. Не закривайте сторінку: пробуємо знову. Про всяк випадок завантажте відповіді файлом.',

  linkBrief: ['Сторінка чекає', ' — запропонуємо після здачі'],
  link: 'Ви відкрили посилання чи сповіщення, а ця робота ще триває. Щойно її здасте, ми запропонуємо відкрити ту сторінку.',

  otherTabBrief: ['Інша вкладка', ' — писати можна лише в ній'],
  otherTabTitle: 'Екзамен відкрито в іншій вкладці',
  otherTab: 'Щоб відповіді не переплуталися, писати можна лише в одній вкладці.',
  otherDeviceBrief: ['Інший пристрій', ' — писати можна лише на ньому'],
  otherDeviceTitle: 'Екзамен продовжено на іншому пристрої',
  otherDevice: 'Тут відповіді лише для перегляду. Можна повернути екзамен сюди.',
  continueHere: 'Продовжити тут',
  takeOverUnanswered: 'Сервер не відповів, тож повернутися сюди не вдалося. Перевірте зв’язок і натисніть ще раз.',

  conflictBrief: ['Дві відповіді', ' на це запитання'],
  conflictTitle: 'На іншому пристрої ви відповіли інакше',
  conflict: 'Поки діє відповідь з іншого пристрою. Оберіть, яку лишити.',
  conflictReadOnly: 'Поки діє відповідь з іншого пристрою. Щоб обрати, спершу продовжте екзамен тут.',
  contested:
    'Відповіді дано на двох пристроях, незалежно одна від одної. Поки діє та, що показана першою. Оберіть, яку лишити.',
  contestedReadOnly:
    'Відповіді дано на двох пристроях, незалежно одна від одної. Поки діє та, що показана першою. Щоб обрати, спершу продовжте екзамен тут.',
  answerThatHolds: 'Та, що діє зараз',
  answerHere: 'На цьому пристрої',
  answerThere: 'На іншому пристрої',
  choose: 'Лишити цю',
  chooseFrom: (where: string) => `Лишити цю: ${where.toLowerCase()}`,
  noAnswer: 'Без відповіді',

  download: 'Завантажити мої відповіді',
  tryAgain: 'Спробувати ще раз',
} as const

/** The sentences that differ between an exam and a training; all others are of examTexts. */
export interface AttemptTexts {
  readonly label: string
  /** What the button of the bar submits, on a wide screen. */
  readonly submitWhat: string
  readonly submitTitle: string
  readonly submitting: string
  /** Above the promise to try again; an exam's needs none. */
  readonly notSubmitted: (lastTry: {
    readonly isUnanswered: boolean
    readonly pace: 'slow' | 'first-try' | 'broken' | null
    readonly serverMessage: string
  }) => string | null
  readonly otherTabTitle: string
  readonly otherDeviceTitle: string
  readonly otherDevice: string
  readonly conflictReadOnly: string
  readonly contestedReadOnly: string
  readonly serverOnly: string
  readonly sessionEnded: string
}

export const examAttemptTexts: AttemptTexts = { ...examTexts, notSubmitted: () => null }

export const trainingAttemptTexts: AttemptTexts = {
  label: 'Тренування',
  submitWhat: 'тренування',
  submitTitle: 'Здати тренування?',
  submitting: 'Здаємо тренування',
  notSubmitted: ({ isUnanswered, pace, serverMessage }) => {
    if (isUnanswered) return testMessages.testNetwork
    return pace !== null ? null : serverMessage || testMessages.testSubmitFailed
  },
  otherTabTitle: 'Тренування відкрито в іншій вкладці',
  otherDeviceTitle: 'Тренування продовжено на іншому пристрої',
  otherDevice: 'Тут відповіді лише для перегляду. Можна повернути тренування сюди.',
  conflictReadOnly: 'Поки діє відповідь з іншого пристрою. Щоб обрати, спершу продовжте тренування тут.',
  contestedReadOnly:
    'Відповіді дано на двох пристроях, незалежно одна від одної. Поки діє та, що показана першою. Щоб обрати, спершу продовжте тренування тут.',
  serverOnly:
    'Їх має сервер, тож нічого не втрачено. Але без зв’язку нові відповіді будуть лише на цій сторінці: не закривайте її, доки тренування не здано.',
  sessionEnded:
    'Ваш сеанс завершився, але тренування триває: відповіді надходять на сервер і далі. Увійдіть знову, щоб після здачі побачити результат.',
}

/** A browser that keeps nothing: what it means for an exam, and the way to continue anyway. */
export const storageTexts = {
  goOnMeans:
    'Можна продовжити й без цього: відповіді зберігатиме лише сервер. Якщо зв’язок зникне, нові відповіді будуть лише на відкритій сторінці й зникнуть разом із нею.',
  goOn: 'Продовжити все одно',
  startAnyway: 'Почати все одно',
  check: 'Перевірити пристрій',
  checkUnavailable: 'Перевірку не вдалося завантажити. Екзамен можна починати й без неї.',
  preparing: 'Готуємо запитання',
  unkeptRefused:
    'Сервер не прийняв цю роботу, а браузер не зміг записати її на диск. Не закривайте сторінку: завантажте відповіді файлом і напишіть нам.',
} as const
