import type { Score } from '#contract/result.ts'

/** Beside a score: what somebody must know of how it came about, in words without blame. */
export type Remark = NonNullable<Score['remarks']>[number]

/** How a paper was worked through, as far as it has to be said. Counts of questions. */
export type Course = {
  /** At the end, and counted as not given. */
  notReached: number
  /** Without an answer, and counted as wrong. */
  leftOut: number
  /** Its end, where that was answered in haste and no better than by chance; `seconds` a question. */
  hasty: { count: number; seconds: number } | null
}

/** In the order in which they are read; none for who has answered everything at leisure. */
export function remarksOn({ notReached, leftOut, hasty }: Course): Remark[] {
  const remarks: (Remark | false)[] = [
    notReached > 0 && {
      code: 'not_reached',
      text: `Порожнього кінця роботи (останніх завдань: ${notReached}) помилкою не вважаємо: оцінку пораховано за рештою. Що менше відповідей, то менш певна оцінка.`,
    },
    leftOut > 0 && {
      code: 'left_out',
      text: `Пропусків, які вважаємо помилками: ${leftOut}. Не вважаємо помилкою лише порожнього кінця роботи, щонайбільше третини завдань. Тож оцінка може бути нижчою за ваш рівень.`,
    },
    hasty !== null && {
      code: 'hasty_end',
      text: `Останні відповіді (${hasty.count}) дано дуже швидко, у середньому за ${hasty.seconds}\u00a0с, і правильних серед них приблизно стільки, скільки можна вгадати навмання. Якщо ви поспішали, оцінка, ймовірно, нижча за ваш рівень.`,
    },
  ]
  return remarks.filter((remark) => remark !== false)
}
