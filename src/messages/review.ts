import { trainingBounds } from '#contract/training-bounds.ts'

/** The review of a training, item by item, and the way to another one. */
export const reviewTexts = {
  title: 'Розбір',
  tasteOpen: 'Подивитися розбір одного завдання',
  tasteTitle: 'Розбір одного завдання',
  taste:
    'Так у тренуванні розібрано кожне завдання. Після повного екзамену з оцінкою відкриваються два завдання того виду, який дався найважче, решта лишається закритою.',
  onlyWrong: (n: number) => `Лише помилки (${n})`,
  task: (n: number) => `Запитання ${n}`,
  verdict: { right: 'Правильно', wrong: 'Неправильно', none: 'Без відповіді' },
  given: 'Ваша відповідь',
  right: 'Правильна відповідь',
  givenMark: 'ваша відповідь',
  rightMark: 'правильна',
  givenRight: 'ваша, правильна',
  why: 'Чому',
  option: (n: number) => `Варіант ${n}`,
  mistakes: 'Повторити помилки',
  again: 'Тренуватися ще раз',
  toExam: 'Скласти екзамен',
  /** For an old training of ours, which is stored without its review. */
  trimmed: `Розбору цього тренування вже немає: повністю зберігаються ${trainingBounds.keptWhole} останніх. Результат лишається.`,
  report: 'Повідомити про помилку в завданні',
  reportTitle: 'Щось не так із завданням?',
  bare: 'Тренування здано. Розбору сервер не надав.',
} as const

export const answerCellTexts = {
  count: (right: number, total: number) => `${right} з ${total}`,
  cell: (verdict: keyof typeof reviewTexts.verdict) => reviewTexts.verdict[verdict],
  flawless: (kinds: readonly string[]) => `Без помилок: ${kinds.map(inside).join(', ')}`,
} as const

/** The name of a kind of items within a sentence. */
const inside = (title: string) => title.charAt(0).toLocaleLowerCase('uk') + title.slice(1)

/** The form of a question report; loaded with it. */
export const questionReportTexts = {
  number: 'Номер запитання',
  words: 'Що не так із завданням?',
  wordsAfterExam: 'Що не так із завданням? Опишіть його, як пам’ятаєте.',
  hint: 'Наприклад: підходять дві відповіді або умову зрозуміти неможливо. До 1000 символів.',
  tooShort: 'Напишіть кілька слів про те, що не так.',
  tooLong: 'Не більше 1000 символів.',
  send: 'Надіслати',
  sent: 'Дякуємо! Ми перевіримо це завдання. Якщо в ключі помилка, результати всіх, кому воно трапилося, буде перераховано. Ще одне повідомлення про це завдання замінить попереднє.',
  network: 'Сервер недоступний. Написане лишилося тут: надішліть його, коли зв’язок відновиться.',
  missing: 'Сервер не приймає повідомлень про завдання. Напишіть нам через форму зворотного зв’язку.',
  failed: 'Не вдалося надіслати. Написане лишилося тут: спробуйте ще раз.',
} as const
