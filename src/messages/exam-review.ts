import { counted } from './plural.ts'

interface Counts {
  right: number
  wrong: number
  unanswered: number
}

/** What is said of an exam question by question. Fetched with the strip of them. */
export const examReviewTexts = {
  title: 'Запитання за запитанням',
  mark: { right: 'правильно', wrong: 'неправильно', unanswered: 'без відповіді' },
  counts: ({ right, wrong, unanswered }: Counts) =>
    [`Правильно ${right}`, wrong > 0 && `неправильно ${wrong}`, unanswered > 0 && `без відповіді ${unanswered}`]
      .filter(Boolean)
      .join(', ') + '.',
  /** One cell, for who does not see it. */
  cell: (number: number, kind: string | null, mark: string, time: string | null) =>
    `Запитання ${number}${kind === null ? '' : `, ${kind}`}: ${[mark, time].filter(Boolean).join(', ')}`,
  noTime: '—',
  open: (count: number, kind: string) => `Розібрати ${counted(count, 'завдання', 'завдання', 'завдань')}: ${kind}`,
  openTitle: (kind: string) => `Розбір: ${kind}`,
  openNote:
    'Цей вид завдань пішов цього разу найгірше. Решта завдань екзамену лишається закритою, а ці не трапляться вам знову, поки є такі, яких ви ще не бачили.',
  loadFailed: 'Не вдалося дізнатися, які запитання вдалися.',
} as const
