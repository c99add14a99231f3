import { categories } from './lexicon/categories.ts'
import { crossings } from './lexicon/crossings.ts'
import { synonymSets } from './lexicon/synonym-sets.ts'

const kinds: readonly (readonly string[])[] = [...categories, ...synonymSets].map(({ words, also }) => [
  ...words,
  ...also,
])

/**
 * Whether a word is the only possible odd one among these. It is, when every kind that we know (by sense, across senses,
 * by form) and that takes in all words but one, leaves out this very word, and one of them by sense.
 */
export function standsOut(odd: string, others: readonly string[]): boolean {
  const words = [...others, odd]
  const leftOutBy = (has: (word: string) => boolean) => {
    const out = words.filter((word) => !has(word))
    return out.length === 1 ? out[0] : undefined
  }
  const bySense = [...kinds, ...crossings].map((kind) => leftOutBy((word) => kind.includes(word)))
  const byForm = forms.flatMap((form) => {
    const seen = new Set(words.map(form))
    return [...seen].map((value) => leftOutBy((word) => form(word) === value))
  })
  const isLeftAlone = [...bySense, ...byForm].every((word) => word === undefined || word === odd)
  return new Set(words).size === words.length && bySense.includes(odd) && isLeftAlone
}

/** What a person may see in a word's form alone: its ending (gender, number), its capital, its first letter. */
const forms: readonly ((word: string) => string)[] = [
  (word) => (/[ая]$/.test(word) ? 'a' : /[оеє]$/.test(word) ? 'o' : /[иії]$/.test(word) ? 'y' : 'consonant'),
  (word) => (/^[А-ЯІЇЄҐ]/.test(word) ? 'capital' : 'small'),
  (word) => word.charAt(0).toLowerCase(),
  (word) => (/[’-]/.test(word) ? 'marked' : 'plain'),
  (word) => (word.endsWith('ий') ? 'adjective' : /ти(ся)?$/.test(word) ? 'verb' : 'noun'),
]
