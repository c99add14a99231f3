/** A letter's plain text: a greeting, then the paragraphs, with an empty line between. A link is a paragraph of its own. */
export function letterText(...paragraphs: readonly string[]): string {
  return ['Вітаємо!', ...paragraphs, '«Тестування IQ»'].join('\n\n')
}

const kyivMoment = new Intl.DateTimeFormat('uk-UA', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Kyiv' })

/** A moment as people say it, by the clock of Kyiv. */
export function inKyiv(moment: Date): string {
  return `${kyivMoment.format(moment)} (за Києвом)`
}
