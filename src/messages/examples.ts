import { typeName } from './type-name.ts'

const kinds: Record<string, string> = {
  verbal: 'Вербальне завдання',
  math: 'Математичне завдання',
  logic: 'Логічне завдання',
}

/** Example items: on the landing page, on their own page and in their modal. */
export const exampleTexts = {
  title: 'Приклади завдань',
  lead: 'Такі самі завдання, як у тестах, але з поясненнями. У справжніх тестах вони не трапляються.',
  modalTitle: 'Приклад завдання',
  /** The kind of an item; an unknown kind under its own name. */
  kind: (type: string) => kinds[type] ?? typeName(type),
  open: 'Розв’язати',
  number: (number: number, total: number) => `Приклад ${number} з ${total}`,
  check: 'Перевірити',
  next: 'Інший приклад',
  toFreeTest: 'Почати безкоштовно',
  end: 'Проба триває кілька хвилин і нічого не коштує; вона є для кожного виду завдань.',
  yourAnswer: 'Ваша відповідь',
  chooseFirst: 'Оберіть або введіть відповідь, тоді перевіримо.',
  right: 'Правильно!',
  wrong: 'Не цього разу.',
  rightAnswer: (answer: string) => `Правильна відповідь: ${answer}.`,
  markRight: 'правильна',
  markWrong: 'ваша',
  failed: 'Не вдалося завантажити приклади.',
  empty: 'Прикладів поки немає',
  option: (index: number) => `Варіант ${index}`,
} as const
