const english = /^[\x20-\x7e]+$/
/** How the Russian sentences of the specification begin, in the fewest letters that begin no Ukrainian sentence. */
const russian = /^(Не уд|Ошиб|Прои|Пожал|Сооб|Email обя)/

/**
 * The language of a sentence that is not in the page's: the specification gives some in Russian and some in English, and
 * a screen reader reads them aloud by the rules of their `lang` (WCAG 3.1.2). Undefined for Ukrainian, and for what is no text.
 */
export function languageOf(sentence: unknown): 'ru' | 'en' | undefined {
  if (typeof sentence !== 'string') return undefined
  if (russian.test(sentence)) return 'ru'
  return english.test(sentence) ? 'en' : undefined
}
