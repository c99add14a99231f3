/** What each kind of tasks asks of who solves it, in two words. Kinds of another server have none. */
const words: Readonly<Record<string, string>> = {
  'verbal-analogy': 'помічати зв’язки',
  'verbal-odd-one-out': 'бачити спільне',
  'verbal-conclusion': 'робити висновки',
  'math-series': 'вловлювати закономірність',
  'math-table': 'зіставляти числа',
  'logic-matrix': 'знаходити правило',
  'logic-overlay': 'складати подумки',
  'logic-ordering': 'відновлювати порядок',
}

export const kindWords = (family: string): string | null => (Object.hasOwn(words, family) ? words[family]! : null)
