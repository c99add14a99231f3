import { trainingBounds } from '#contract/training-bounds.ts'

/** The review of a training, task by task, and the way to another one. */
export const reviewTexts = {
  title: 'Розбір',
  tasteOpen: 'Подивитися розбір одного завдання',
  tasteTitle: 'Розбір одного завдання',
  taste:
    'Так у тренуванні розібрано кожне завдання. Після повного екзамену з оцінкою відкриваються два завдання виду, що пішов найгірше, решта лишаються закритими.',
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
  /** Of an old training of ours, whose result is shown without it. */
  trimmed: `Розбору цього тренування вже немає: повністю зберігаються ${trainingBounds.keptWhole} останніх. Результат лишається.`,
  report: 'Повідомити про помилку в завданні',
  reportTitle: 'Щось не так із запитанням?',
  bare: 'Тренування здано. Розбору сервер не надав.',
} as const
