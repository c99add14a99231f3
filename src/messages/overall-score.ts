import { type NamedScore, rangeNamed } from '#contract/iq-named.ts'

type Test = 'verbal' | 'math' | 'logic'

/** Subject («Логічний вищий»), object («за логічний»), genitive («Логічного ще немає»). */
const forms: Readonly<Record<Test, readonly [string, string, string]>> = {
  verbal: ['Вербальний', 'вербальний', 'Вербального'],
  math: ['Математичний', 'математичний', 'Математичного'],
  logic: ['Логічний', 'логічний', 'Логічного'],
}
const all = Object.keys(forms) as Test[]

/** The overall score of two or three tests, and what their differences allow to say. */
export const overallTexts = {
  title: 'Загальний бал',
  interval: (score: NamedScore) => `Імовірний діапазон: ${rangeNamed(score)}`,
  madeOf: (tests: readonly Test[]) => {
    const missing = all.filter((test) => !tests.includes(test))
    const known = `За найновішими оцінками тестів: ${tests.map((test) => forms[test][1]).join(', ')}.`
    return [known, ...missing.map((test) => `${forms[test][2]} ще немає, про нього судимо за двома іншими.`)].join(' ')
  },
  differs: ({ higher, lower }: { higher: Test; lower: Test }) =>
    `${forms[higher][0]} вищий за ${forms[lower][1]} більше, ніж пояснюють випадок і похибка складності.`,
  note: 'Це спільне для тестів. Як вони пов’язані між собою, ми припускаємо, а не вимірювали, тож дивіться на діапазон.',
} as const
