import { iqNamed, type NamedIq } from '#contract/iq-named.ts'

/** The home of a signed-in person, above the settings of the cabinet. */
export const homeTexts = {
  /** The name in its given form: not every name's vocative is known. */
  greeting: (name: string) => (name === '' ? 'Вітаємо!' : `${name}, вітаємо!`),
  timeLeft: 'Лишилося часу',
  goOn: 'Продовжити',
  runsTitle: 'Екзамен триває',
  runsHint: 'Відповіді збережено. Годинник іде, навіть коли сторінку екзамену закрито.',
  pausedHint: 'Відповіді збережено, годинник стоїть.',

  resultTitle: 'Останній результат',
  scoreTitle: 'Остання оцінка IQ',
  /** Before an exam that is newer than the shown score. */
  newerTitle: 'Новіший результат без оцінки IQ:',
  iqOf: (score: NamedIq) => `IQ ${iqNamed(score)}`,
  correctOf: (correct: number, total: number) => `${correct} з ${total} правильних`,
  noNumber: 'Результат готовий',
  trialNote: 'Проба знайомить із завданнями. Щоб виміряти IQ, потрібен повний тест.',
  withheldNote: 'Оцінки IQ цього разу немає: чому саме, сказано на сторінці результату.',
  openResult: 'Переглянути результат',
  full: (price: string) => `Повний тест · ${price}`,
  fullOf: (title: string, price: string) => `Повний тест: ${title} · ${price}`,
  again: 'Скласти ще раз',
  train: 'Потренуватися',

  kindsTitle: 'Ваші оцінки за видами',
  kindEmpty: 'ще не складено',
  takeKind: 'Скласти',
  testFor: (price: string) => `Тест · ${price}`,
  kindsHint: 'Точка — оцінка, риска — імовірний діапазон. Де риски перекриваються, різниця може бути випадковою.',

  readyTitle: 'Ваш тест чекає на вас',
  readyHint: 'Можна спершу потренуватися: час тоді не обмежено, і екзамен не витрачається.',
  trainedHint: 'Ви вже тренувалися. Складайте екзамен, коли будете готові.',
  takeExam: 'Скласти екзамен',
  takeExamOf: (title: string) => `Скласти: ${title}`,

  firstTitle: 'З чого почати',
  firstHint: 'Короткі проби безкоштовні. Оберіть вид завдань, який вам цікавіший.',
  firstNone: 'Оберіть тест: там видно, скільки в ньому запитань, скільки він триває й скільки коштує.',
  chooseTest: 'Обрати тест',
  tryTest: 'Спробувати',
  tryOf: (title: string) => `Спробувати: ${title}`,

  ways: 'Куди далі',
  allTests: 'Усі тести',
  myTests: 'Мої тести',

  settings: 'Налаштування',
  unfoldSettings: 'Показати налаштування',
  foldSettings: 'Сховати налаштування',
} as const
