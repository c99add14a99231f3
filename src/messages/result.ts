import type { ExamReview } from '#contract/exam-review.ts'
import { iqNamed, type NamedScore as Named, rangeNamed, sideOf } from '#contract/iq-named.ts'
import { ordinal } from '#contract/ordinal.ts'
import { allowsForNorm, firstModel } from '#contract/score-model.ts'
import { counted } from './messages.ts'

/** The name of a kind of items within a sentence. */
const inside = (title: string) => title.charAt(0).toLocaleLowerCase('uk') + title.slice(1)

interface Difference {
  unit: 'iq' | 'share'
  by: number
}

interface Late {
  seconds: number
  in_time: number
}

interface Signed extends Pick<Named, 'iq_open' | 'low_open' | 'high_open'> {
  iq?: number | undefined
  low?: number | undefined
  high?: number | undefined
  correct?: number | undefined
  total?: number | undefined
  version?: number | undefined
  late?: Late | undefined
  after_end?: number | undefined
  pauses?: readonly { cause: string; seconds: number }[] | null | undefined
}

type Comparison = 'surely-below' | 'likely-below' | 'own' | 'likely-above' | 'surely-above'

const comparisons: Readonly<Record<Comparison, string>> = {
  'surely-above': 'вище за весь ваш діапазон',
  'likely-above': 'вище за вашу оцінку, але в межах діапазону',
  own: 'ви',
  'likely-below': 'нижче за вашу оцінку, але в межах діапазону',
  'surely-below': 'нижче за весь ваш діапазон',
}

const rules = new Intl.PluralRules('uk')
const leftForms = {
  one: 'лишилася',
  few: 'лишилися',
  many: 'лишилося',
  other: 'лишилося',
  zero: 'лишилося',
  two: 'лишилися',
}

/** How many of a hundred (0.1 to 99.9), to begin a sentence; never none, and never all. */
function sharePercent(percentile: number, open: Named['iq_open']): string {
  if (open === 'above') return `Понад ${Math.floor(percentile)}`
  if (open === 'below') return `Менш ніж ${Math.ceil(percentile)}`
  const whole = Math.round(percentile)
  if (whole < 1) return 'Менш ніж 1'
  return whole > 99 ? 'Понад 99' : `Близько ${whole}`
}

/** Values of `bandOf` and `reachOf` (src/features/results/meaning.ts). */
type Band = 'far-above' | 'above' | 'middle' | 'below' | 'far-below'
type Reach = 'above' | 'over' | 'below'

const bands: Readonly<Record<Band, string>> = {
  'far-above': 'Число високо над серединою кривої.',
  above: 'Число вище за середину кривої.',
  middle: 'Число біля середини кривої, де вона найвища.',
  below: 'Число нижче за середину кривої. Це результат однієї роботи одного дня, а не межа ваших можливостей.',
  'far-below': 'Число низько під серединою кривої. Це результат однієї роботи одного дня, а не межа ваших можливостей.',
}

/** For an interval that contains the mean. */
const over = {
  above: 'Найімовірніше, вище за середину й ваш рівень, але діапазон сягає й нижчих.',
  middle: 'Ваш рівень може бути й вищим, і нижчим за середину: діапазон сягає обох боків.',
  below: 'Найімовірніше, нижче за середину й ваш рівень, але діапазон сягає й вищих.',
}

/** For an interval on one side of the mean. */
const whole = {
  above: 'Увесь діапазон вище за середину: із цими завданнями ви впоралися краще, ніж більшість людей на цій кривій.',
  below: 'Увесь діапазон нижче за середину.',
}

const titles = { exam: 'Результат екзамену', training: 'Результат тренування', trial: 'Результат проби' } as const

export const resultTexts = {
  title: 'Результат екзамену',
  titleOf: (of: 'exam' | 'training' | 'trial') => titles[of],
  iq: 'Оцінка IQ',
  interval: (score: Named) => `Імовірний діапазон: ${rangeNamed(score)}`,
  /** By the rules of the score; another server's rules are unknown. */
  intervalNote: (model: string | null | undefined) => {
    if (allowsForNorm(model)) {
      return 'Складність завдань поки що є нашим припущенням, тому діапазон широкий. У наших моделюваннях він охоплює справжній рівень щонайменше 93 рази зі 100, навіть коли всі завдання разом на 7–8 балів IQ легші чи важчі, ніж ми вважаємо. Якщо ми помилилися ще дужче, то рідше.'
    }
    if (model === firstModel) {
      return 'Цю оцінку пораховано за нашими попередніми правилами. Її діапазон завузький: у ньому майже не враховано, що складність завдань ще не перевірено на відповідях людей.'
    }
    return ''
  },
  meaningTitle: 'Що означає це число',
  /** The meaning of the number's band, then what the interval allows: no sentence may be surer than the interval. */
  meaning: (band: Band, reach: Reach) => {
    const side = band.endsWith('above') ? 'above' : band === 'middle' ? 'middle' : 'below'
    return `${bands[band]} ${reach === 'over' ? over[side] : whole[reach]}`
  },
  consolation:
    'Тест вимірює один бік мислення, а не цінність людини. На результат впливають утома, хвилювання й те, чи знайомі вам такі завдання.',
  hurried: (seconds: number) =>
    `Ви відповідали дуже швидко: у середньому близько ${seconds}\u00a0с на запитання. Якщо ви поспішали, результат, імовірно, нижчий за ваш рівень.`,
  sureness:
    'Оцінка орієнтовна: складність завдань ще не перевірено на відповідях людей. Дивіться на діапазон, а не лише на число.',
  precision: 'Наскільки це точно',
  weights:
    'Важить не лише кількість, а й те, які саме завдання вдалися: правильну відповідь на важке можна вгадати, а помилка в легкому говорить більше. Тому менша кількість правильних відповідей може дати вищу оцінку.',
  hundred: (groups: readonly { standing: Comparison; count: number }[]) =>
    `Сто людей за цією кривою, як сто клітинок: ${groups.map(({ standing, count }) => resultTexts.standing(standing, count)).join('; ')}.`,
  /** How many of a hundred levels on the curve are lower, in the fewest words; `percentile` is the full sentence. */
  belowOf: (percentile: number, open: Named['iq_open']) =>
    `${sharePercent(percentile, open)} зі 100 рівнів на кривій — нижчі`,
  /** The kind with a result above the others by more than chance. */
  best: (kind: string) => `Найкраще вдалися ${inside(kind)}`,
  hundredMore: 'Скільки з них у межах діапазону',
  standing: (standing: Comparison, count: number) =>
    standing === 'own' ? comparisons.own : `${count}: ${comparisons[standing]}`,
  next: 'Що далі',
  trainKind: (kind: string) => `Потренувати: ${inside(kind)}`,
  train: 'Потренуватися',
  anotherExam: (left: number) => `Скласти ще один екзамен (лишилося ${left})`,
  otherSides: 'Інші види мислення вимірюють інші тести:',
  fullTitle: 'Оцінку в балах IQ дає повний тест',
  fullAct: 'Дізнатися свій IQ',
  fullTest: (title: string, price: string | null) => ['Дізнатися свій IQ', title, price].filter(Boolean).join(' · '),
  sampleTitle: 'Пробу завершено',
  sample: (correct: number, total: number) => `Правильно ${correct} з ${total}.`,
  fileTitle: 'Перерахувати самому',
  file: 'Файл зі складністю кожного завдання й тим, чи його розв’язано. Самих завдань у ньому немає. Оцінку за ним рахує окрема сторінка, на вашому пристрої.',
  fileTake: 'Завантажити файл результату',
  filePage: 'Сторінка перерахунку',
  fileTaken: 'Файл збережено. Оберіть його на сторінці перерахунку.',
  fileNone: 'Для цієї оцінки файла немає: її пораховано за першими правилами, або якесь завдання відтоді виправлено.',
  fileFailed: 'Не вдалося завантажити файл.',
  proof: 'Перевірити справжність',
  /** The parts of the interval, in IQ points to either side: from these answers alone, and with the missing norm. */
  halves: (answers: number, all: number) =>
    `Якби складність завдань ми знали точно, похибка за вашими відповідями була б ±${answers}\u00a0балів. До ±${all} її збільшує те, що складність ще не перевірено на відповідях людей.`,
  how: 'Як ми рахуємо оцінку',
  /** `percentile`: from 0.1 to 99.9, on the curve, not among people here. So nobody is above all or below all. */
  percentile: (percentile: number, open: Named['iq_open']) => {
    const share = sharePercent(percentile, open)
    return `Якби справжні рівні людей лягали на цю криву, нижче за вашу оцінку були б ${share.toLowerCase()} зі 100 людей.`
  },
  /** Among people who took this test here for the first time; see content/manual/manual.en.md. */
  percentileRank: ({ people, missing, low, high }: NonNullable<ExamReview['percentile_rank']>, day: string) =>
    low === null
      ? `Порівняння з людьми, які складали цей тест тут, буде від 200 перших робіт з оцінкою: бракує ${missing}.`
      : `Вище, ніж у ${low}–${high}\u00a0% тих, хто складав цей тест тут: ${counted(people, 'людина', 'людини', 'людей')} на ${day}, лише перші роботи з оцінкою. Це ті, хто захотів скласти тест, а не населення.`,
  population: (population: string) => `Крива: ${population}.`,
  calibration: (calibration: string) => `Точність: ${calibration}.`,
  curve: (score: Named) =>
    `Крива розподілу справжніх рівнів від 55 до 145. Ваша оцінка ${iqNamed(score)}${sideOf(score) === null ? ' позначена на ній' : ''}, діапазон ${rangeNamed(score)} зафарбовано.`,
  average: 'середнє',
  withheldTitle: 'Оцінки IQ цього разу немає',
  /** Once per purchase. */
  freeRepeat: 'Цю спробу зараховано, але ми додали вам ще одну безкоштовно. Таке можливо раз на покупку.',
  repeatExam: 'Скласти ще раз',
  correct: 'Правильних відповідей',
  correctOf: (correct: number, total: number) => `${correct} з ${total}`,
  time: 'Витрачено часу',
  /** Shown next to `time` if the end came after the exam's own time. */
  elapsed: 'Від початку до кінця',
  pauses: 'Паузи',
  /** The exam's pauses, one after another. */
  pausesOf: (pauses: readonly { cause: string; seconds: number }[]) =>
    pauses
      .map(({ cause, seconds }) => `${resultTexts.seconds(seconds)}${cause === 'alarm' ? ' (повітряна тривога)' : ''}`)
      .join(', '),
  submitted: 'Здано',
  families: 'За видами завдань',
  /** Kinds that differ from the others, in this paper only. */
  strongest: 'вдалося краще за інші',
  weakest: 'далося важче за інші',
  familyResult: (correct: number, total: number) => `${correct} з ${total}`,
  lateTitle: 'Здано із запізненням',
  late: (seconds: number, inTime: number) =>
    `Остання відповідь надійшла на ${resultTexts.seconds(seconds)} пізніше, ніж скінчився час. Вчасно сервер отримав ${counted(inTime, 'відповідь', 'відповіді', 'відповідей')}. Оцінено все, що надійшло, крім відповідей, які сервер позначив як дані після завершення часу.`,
  rescored: (version: number) => `Результат перераховано. Це версія ${version}.`,
  attemptNumber: 'Спроба',
  /** `left`: the exams that remain; null if unknown. */
  numberOf: (number: number, left: number | null) =>
    left === null || left === 0 ? ordinal(number) : `${ordinal(number)} · ${leftForms[rules.select(left)]} ${left}`,
  comparison: 'Порівняно з минулою спробою',
  thisAttempt: 'Ця спроба',
  previousAttempt: 'Минула спроба',
  scoreOf: (score: Named) => `IQ ${iqNamed(score)} (${rangeNamed(score)})`,
  difference: ({ unit, by }: Difference) => {
    const size = Math.abs(by)
    if (unit === 'iq') {
      if (by === 0) return 'Оцінка така сама, як минулого разу.'
      return `На ${counted(size, 'бал', 'бали', 'балів')} ${by > 0 ? 'вище' : 'нижче'}, ніж минулого разу.`
    }
    if (by === 0) return 'Частка правильних відповідей така сама, як минулого разу.'
    const points = counted(size, 'відсотковий пункт', 'відсоткові пункти', 'відсоткових пунктів')
    return `Частка правильних відповідей на ${points} ${by > 0 ? 'більша' : 'менша'}, ніж минулого разу.`
  },
  differenceCertain: 'Різниця більша за похибку вимірювання.',
  differenceUncertain: 'Різниця в межах похибки вимірювання, тож може бути випадковою.',
  share: 'Поділитися результатом',
  certificate: 'Сертифікат',
  byLetter: 'Надіслати мені листом',
  letterSent: (to: string) => `Надсилаємо результат на ${to}. Листа немає? Загляньте до спаму.`,
  letterFailed: 'Надіслати лист не вдалося. Спробуйте ще раз.',
  print: 'Роздрукувати або зберегти як PDF',
  printed: (date: string) => `Роздруковано ${date}`,
  proofOnPaper: (attempt: string, keys: string) =>
    `Як перевірити. Номер спроби: ${attempt}. Попросіть у власника результату підписану квитанцію з цим номером (на сторінці результату: «Перевірити справжність») або адресу сертифіката. Підпис перевіряють за нашими відкритими ключами: ${keys}`,
  receiptTitle: 'Квитанція',
  receipt: 'Підписане підтвердження, що саме цю роботу прийнято й оцінено. Збережіть його на випадок запитань.',
  receiptSays: (
    date: string,
    { correct, total, iq, low, high, version, late, after_end: afterEnd, pauses, ...ends }: Signed,
  ) => {
    const said = [
      correct !== undefined && total !== undefined && `правильних відповідей ${correct} з ${total}`,
      iq !== undefined && low !== undefined && high !== undefined && resultTexts.scoreOf({ ...ends, iq, low, high }),
      version !== undefined && version > 1 && `версія ${version}`,
      late !== undefined &&
        `здано із запізненням на ${resultTexts.seconds(late.seconds)}, вчасно надійшло ${counted(late.in_time, 'відповідь', 'відповіді', 'відповідей')}`,
      pauses != null && pauses.length > 0 && `паузи: ${resultTexts.pausesOf(pauses)}`,
      afterEnd !== undefined && `дано після завершення часу й не зараховано: ${afterEnd}`,
    ].filter(Boolean)
    return `Підписано ${date}${said.length === 0 ? '' : `: ${said.join(', ')}`}.`
  },
  receiptCheck: 'Перевірити підпис',
  receiptValid: 'Підпис справжній: квитанцію видали ми, і в ній нічого не змінено.',
  /** Follows `receiptValid`: nobody who checks a receipt may take late work for work in time. */
  receiptLate: 'Підписано й те, що роботу здано із запізненням.',
  receiptInvalid: 'Підпис не підтверджено: цю квитанцію видали не ми, або її змінено.',
  receiptUnchecked: 'Не вдалося перевірити підпис.',
  receiptHow: (keys: string) =>
    `Перевірити можна й без нас, будь-якою програмою для підписів JWS (Ed25519). Наші відкриті ключі: ${keys}`,
  receiptCopy: 'Скопіювати квитанцію',
  receiptCopied: 'Скопійовано',
  receiptDownload: 'Завантажити файл',
  submissionTitle: 'Як прийнято роботу',
  afterEnd: (count: number) => `Дано після завершення часу, не зараховано: ${count}`,
  afterEndMeans:
    'Ці відповіді дано вже після того, як час екзамену вийшов і пристрій передав серверу свої відповіді. Ми їх зберегли, але оцінки вони не змінюють. Якщо вважаєте це помилкою, напишіть нам.',
  afterClose: (count: number) => `Відповіді, що надійшли після завершення: ${count}`,
  afterCloseMeans:
    'Вони надійшли, коли екзамен було вже завершено. Ми їх зберегли, але самі собою вони оцінки не змінюють. Якщо вважаєте це помилкою, напишіть нам.',
  /** `number` is null if the server does not name the question's place. */
  afterCloseAnswer: (number: number | null, isCleared: boolean) =>
    [number === null ? 'Відповідь' : `Запитання ${number}`, isCleared && 'відповідь прибрано']
      .filter(Boolean)
      .join(': '),
  others: 'Інші спроби',
  attempt: (isTraining: boolean, moment: string | null) =>
    [isTraining ? 'Тренування' : 'Екзамен', moment].filter(Boolean).join(', '),
  processing: 'Рахуємо результат',
  processingHint: 'Екзамен прийнято. Результат з’явиться тут, щойно буде готовий.',
  takesLonger:
    'Ваші відповіді прийнято й збережено на сервері. Рахуємо результат довше, ніж зазвичай; перевірте за кілька хвилин.',
  askAgain: 'Перевірити ще раз',
  ungraded:
    'Ваші відповіді прийнято, але порахувати результат не вдалося. Спробу вам повернено: вона не списується з покупки.',
  emptyTitle: 'Результату ще немає',
  empty: 'За цією покупкою ще немає зданого екзамену.',
  emptyWaiting: 'Він з’явиться тут, щойно сервер прийме вашу роботу.',
  toExam: 'До екзамену',
  toPurchases: 'До моїх тестів',
  myTests: 'Мої тести',
  loadFailed: 'Не вдалося завантажити результат.',
  bareTitle: 'Екзамен здано, правильних відповідей:',
  bare: 'Екзамен здано. Докладного результату сервер не надав.',
  seconds: (seconds: number) => {
    const minutes = Math.floor(seconds / 60)
    const hours = Math.floor(minutes / 60)
    // Next to hours, seconds do not matter.
    if (hours > 0) return `${hours}\u00a0год ${minutes % 60}\u00a0хв`
    return minutes === 0 ? `${seconds}\u00a0с` : `${minutes}\u00a0хв ${seconds % 60}\u00a0с`
  },
} as const

/** The skill behind each kind of items, in two words. Kinds of another server have none. */
const words: Readonly<Record<string, string>> = {
  'verbal-analogy': 'помічати зв’язки',
  'verbal-odd-one-out': 'бачити спільне',
  'verbal-conclusion': 'робити висновки',
  'math-series': 'вловлювати закономірність',
  'math-table': 'зіставляти числа',
  'math-letters': 'бачити чергування',
  'logic-matrix': 'знаходити правило',
  'logic-overlay': 'складати подумки',
  'logic-analogy': 'переносити зміну',
  'logic-latin': 'відкидати неможливе',
  'logic-ordering': 'відновлювати порядок',
}

export const kindWords = (family: string): string | null => (Object.hasOwn(words, family) ? words[family]! : null)
