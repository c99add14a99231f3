import type { Passage } from './site-words.ts'

const boundary = (words: string) => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'giu')

/** Words for numbers, in their grammatical cases. */
const wordsOfNumbers: Record<number, string> = {
  2: 'два|дві|двох|двом|двома|двоє|двічі|обидва|обидві',
  3: 'три|трьох|трьом|трьома|троє|тричі|третина|третини|третину',
  4: 'чотири|чотирьох|чотирма|чверть',
  5: 'п’ять|п’яти|п’ятьох',
  6: 'шість|шести|шістьох',
  7: 'сім|семи|сімох',
  8: 'вісім|восьми',
  9: 'дев’ять|дев’яти',
  10: 'десять|десяти|десяту|десятьох',
  11: 'одинадцять|одинадцяти',
  12: 'дванадцять|дванадцяти',
  15: 'п’ятнадцять|п’ятнадцяти',
  20: 'двадцять|двадцяти',
  30: 'тридцять|тридцяти',
  40: 'сорок|сорока',
  50: 'п’ятдесят|п’ятдесяти',
  100: 'сто|сотня|сотні|сотню',
  1000: 'тисяча|тисячі|тисячу|тисяч',
}
/** Words for one unit of time, which name no number. By seconds. */
const wordsOfTimes: Record<number, string> = {
  60: 'хвилину|хвилини|хвилина',
  3600: 'годину|години|година',
  86_400: 'добу|доби|день|дня',
  604_800: 'тиждень|тижня',
  2_592_000: 'місяць|місяця',
  31_536_000: 'рік|року',
}
const times = Object.values(wordsOfTimes).join('|')
const numbers = boundary(
  String.raw`\d[\d.,]*\d|\d|половин\p{L}*|пів|раз на \p{L}+|${Object.values(wordsOfNumbers).join('|')}|(?:на|за|через|протягом|діє|ніж|до|від) (?:${times})|\p{L}+ ${'хвилина'}`,
)
/** Words that allow no exception. */
const absolutes = boundary(
  String.raw`ніколи|завжди|назавжди|необмежен\p{L}*|безлімітн\p{L}*|безмежн\p{L}*|без обмежен\p{L}*|скільки завгодно|лише ви|тільки ви|жодн\p{L}+|жоден|ніхто|нікому|ніщо|нічого|будь-(?:коли|хто|кому|який|де)|рівно|гарантов\p{L}+|усі|всі|усіх|всіх|усім|всім|усе|все(?! одно)|кожн\p{L}+|кожен`,
)

/** A duration in seconds. Texts name it «добу» for a day, «14 днів» for fourteen days. */
export interface Time {
  seconds: number
}
export const time = (seconds: number): Time => ({ seconds })

/**
 * The source of a sentence's numbers, its «always» and its «never». `fragment` finds the sentence in the texts. The source is
 * one of: the code's value that is written into the fragment; the `test` that fails if the sentence is false; the line of
 * operations.md that tells `people` to do so; or `plain`, why the sentence promises nothing that the code could break.
 */
export interface Source {
  fragment: RegExp
  test?: string
  people?: string
  plain?: string
}

/** Words with the code's own counts, lengths or times in them. Throws if the words around them have a number. */
export function from(words: TemplateStringsArray, ...values: (number | Time)[]): Source {
  for (const [i, chunk] of words.entries()) {
    const around = `${i === 0 ? '' : 'x '}${chunk}${i === words.length - 1 ? '' : ' x'}`
    if (around.match(numbers) !== null) throw new Error(`A number without its source stands in «${words.join('…')}»`)
  }
  const source = words.map((chunk, i) => escaped(chunk) + (i < values.length ? said(values[i]!) : '')).join('')
  return { fragment: new RegExp(source, 'giu') }
}

/** The same for words that are the whole text, as in a cell of a table. */
export const cell = (words: TemplateStringsArray, ...values: (number | Time)[]): Source => ({
  fragment: new RegExp(`^(?:${from(words, ...values).fragment.source})$`, 'giu'),
})

/** Words that the test of this title proves. */
export const proven = (words: string, test: string): Source => ({ fragment: new RegExp(escaped(words), 'giu'), test })
/** Words that people keep, as this line of docs/operations.md tells them to. */
export const kept = (words: string, people: string): Source => ({ fragment: new RegExp(escaped(words), 'giu'), people })
/** Words that promise nothing, with the reason. */
export const plain = (words: string, why: string): Source => ({
  fragment: new RegExp(escaped(words), 'giu'),
  plain: why,
})

const escaped = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function said(value: number | Time): string {
  if (typeof value === 'number') {
    const inWords = wordsOfNumbers[value]
    const figure = String(value).replace('.', ',')
    return String.raw`(?<![\p{L}\d])(?:${figure}${inWords === undefined ? '' : `|${inWords}`})(?![\p{L}\d])`
  }
  const ways = Object.keys(wordsOfTimes).flatMap((unit) => {
    const [each, count] = [Number(unit), value.seconds / Number(unit)]
    if (!Number.isInteger(count)) return []
    const inWords = wordsOfNumbers[count]
    const many = String.raw`(?<!\d)(?:${count}${inWords === undefined ? '' : `|${inWords}`}) (?:${unitsOf[each]})`
    return count === 1 ? [wordsOfTimes[each]!, many] : [many]
  })
  return String.raw`(?:${ways.join('|')})(?!\p{L})`
}

/** Words for units of time after a number. By seconds. */
const unitsOf: Record<number, string> = {
  60: 'хвилин[аи]?|хв',
  3600: 'годин[аи]?|год',
  86_400: 'день|дні|днів|доба|доби|діб',
  604_800: 'тиждень|тижні|тижнів',
  2_592_000: 'місяць|місяці|місяців',
  31_536_000: 'рік|роки|років',
}

interface Place {
  from: number
  to: number
}

const placesOf = (text: string, words: RegExp): Place[] =>
  [...text.matchAll(words)].map((found) => ({ from: found.index, to: found.index + found[0].length }))

/** Claims that a visitor may hold us to: numbers and, except in a label of up to four words, words that allow no exception. */
function claimsIn(text: string): Place[] {
  const isLabel = text.split(' ').length <= 4
  return [...placesOf(text, numbers), ...(isLabel ? [] : placesOf(text, absolutes))]
}

/** Lists claims without a source, and sources that have lost their words, test or line. Empty if texts and code agree. */
export function judgeWords(
  passages: readonly Passage[],
  sources: readonly Source[],
  known: { titles: readonly string[]; operations: string },
): string[] {
  const used = new Set<Source>()
  const unsourced = passages.flatMap(({ file, text }) => {
    const covered = sources.flatMap((source) => {
      const places = placesOf(text, source.fragment)
      if (places.length > 0) used.add(source)
      return places
    })
    return claimsIn(text)
      .filter((claim) => !covered.some((place) => place.from <= claim.from && claim.to <= place.to))
      .map(({ from: start, to }) => `no source: ${file}: «${text.slice(start, to)}» in «${text}»`)
  })
  const idle = sources.filter((source) => !used.has(source)).map(({ fragment }) => `no such words: ${fragment.source}`)
  const gone = sources.flatMap(({ test, people, fragment }) => {
    if (test !== undefined && !known.titles.some((title) => title.includes(test))) {
      return [`no such test: «${test}» of ${fragment.source}`]
    }
    return people !== undefined && !known.operations.includes(people)
      ? [`no such line of operations.md: «${people}» of ${fragment.source}`]
      : []
  })
  return [...unsourced, ...idle, ...gone]
}
