import { categories } from './lexicon/categories.ts'
import { crossings } from './lexicon/crossings.ts'
import { synonymSets } from './lexicon/synonym-sets.ts'

const kinds: readonly ReadonlySet<string>[] = [
  ...[...categories, ...synonymSets].map(({ words, also }) => new Set([...words, ...also])),
  ...crossings.map((words) => new Set(words)),
]

/**
 * Whether a word is the only possible odd one among these. It is, when every kind that we know (by sense, across senses,
 * by form) and that takes in all words but one, leaves out this very word, and one of them by sense.
 */
export function standsOut(odd: string, others: readonly string[]): boolean {
  const words = [...others, odd]
  if (new Set(words).size < words.length) return false
  const bySense = kinds.map((kind) => onlyOne(words, (word) => !kind.has(word))).filter((word) => word !== undefined)
  if (!bySense.includes(odd) || bySense.some((word) => word !== odd)) return false
  return forms.every((form) => {
    const seen = words.map(form)
    return seen.every((value) => {
      const leftOut = onlyOne(words, (_, place) => seen[place] !== value)
      return leftOut === undefined || leftOut === odd
    })
  })
}

/** The word that alone of these is such; undefined where none is, or several are. */
function onlyOne(words: readonly string[], isSuch: (word: string, place: number) => boolean): string | undefined {
  let found: string | undefined
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] as string
    if (!isSuch(word, place)) continue
    if (found !== undefined) return undefined
    found = word
  }
  return found
}

/** What a person may see in a word's form alone: its ending (gender, number), its capital, its first letter. */
const forms: readonly ((word: string) => string)[] = [
  (word) => (/[ая]$/.test(word) ? 'a' : /[оеє]$/.test(word) ? 'o' : /[иії]$/.test(word) ? 'y' : 'consonant'),
  (word) => (/^[А-ЯІЇЄҐ]/.test(word) ? 'capital' : 'small'),
  (word) => word.charAt(0).toLowerCase(),
  (word) => (/[’-]/.test(word) ? 'marked' : 'plain'),
  (word) => (word.endsWith('ий') ? 'adjective' : /ти(ся)?$/.test(word) ? 'verb' : 'noun'),
]
