import * as z from 'zod/mini'

export const Family = z.enum([
  'verbal-analogy',
  'verbal-odd-one-out',
  'verbal-conclusion',
  'math-series',
  'math-table',
  'math-letters',
  'logic-matrix',
  'logic-overlay',
  'logic-analogy',
  'logic-latin',
  'logic-ordering',
])
export type Family = z.infer<typeof Family>

const titles: Record<Family, string> = {
  'verbal-analogy': 'Аналогії',
  'verbal-odd-one-out': 'Зайве слово',
  'verbal-conclusion': 'Висновки',
  'math-series': 'Числові ряди',
  'math-table': 'Числові таблиці',
  'math-letters': 'Буквені ряди',
  'logic-matrix': 'Матриці фігур',
  'logic-overlay': 'Накладання фігур',
  'logic-analogy': 'Аналогії фігур',
  'logic-latin': 'Латинські квадрати',
  'logic-ordering': 'Порядок за умовами',
}

/** The Ukrainian name of a family in the breakdown of a result. A family of an older release keeps its own name. */
export function familyTitle(family: string): string {
  return Object.hasOwn(titles, family) ? titles[family as Family] : family
}
