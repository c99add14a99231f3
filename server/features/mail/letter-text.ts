/** A letter's plain text: a greeting, then the paragraphs, with an empty line between. A link is a paragraph of its own. */
export function letterText(...paragraphs: readonly string[]): string {
  return letterTextTo('', ...paragraphs)
}

/** Like `letterText`, with a greeting by the name that the recipient gave; '' greets without a name. */
export function letterTextTo(name: string, ...paragraphs: readonly string[]): string {
  const greeting = name === '' ? 'Вітаємо!' : `${name}, вітаємо!`
  return [greeting, ...paragraphs, '«Тестування IQ»'].join('\n\n')
}

const kyivMoment = new Intl.DateTimeFormat('uk-UA', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Kyiv' })

/** A moment as people say it, by the clock of Kyiv. */
export function inKyiv(moment: Date): string {
  return `${kyivMoment.format(moment)} (за Києвом)`
}
