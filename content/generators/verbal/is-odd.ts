import { kindsByRelation } from './lexicon.ts'
import { categories } from './lexicon/categories.ts'
import { crossings } from './lexicon/crossings.ts'
import { synonymSets } from './lexicon/synonym-sets.ts'
import { shareRoot } from './roots.ts'

const namedKinds = [...categories, ...synonymSets].map(({ words, also }) => new Set([...words, ...also]))

/** Every kind of the whole lexicon, and for each word the kinds that contain it. */
const kinds: readonly ReadonlySet<string>[] = [
  ...namedKinds,
  ...crossings.map((words) => new Set(words)),
  ...kindsByRelation,
]
const kindsOf = new Map<string, number[]>()
for (const [place, kind] of kinds.entries()) {
  for (const word of kind) kindsOf.set(word, [...(kindsOf.get(word) ?? []), place])
}

/**
 * Whether a word is the only possible odd one. Each known kind (by sense, across senses, by relation, by form) that contains
 * all words but one must leave out this word, and one kind by sense must do so. No kind that we ask by contains the odd word
 * with any other. And no shared root or capital letter gives the odd word away.
 */
export function isOdd(odd: string, others: readonly string[]): boolean {
  const words = [...others, odd]
  if (new Set(words).size < words.length || isGivenAway(odd, others)) return false
  if (namedKinds.some((kind) => kind.has(odd) && others.some((word) => kind.has(word)))) return false
  const left = leftOutBySense(words)
  return left.has(odd) && left.size === 1 && forms.every((form) => leavesOutNoneBut(odd, words, form))
}

/** Words that some kind leaves out while it contains all the others. */
function leftOutBySense(words: readonly string[]): Set<string> {
  const own = words.map((word) => kindsOf.get(word) ?? [])
  const candidates = new Set(own.flat())
  const left = [...candidates].flatMap((kind) => {
    const out = words.filter((_, i) => !own[i]?.includes(kind))
    return out.length === 1 ? out : []
  })
  return new Set(left)
}

function leavesOutNoneBut(odd: string, words: readonly string[], form: (word: string) => string): boolean {
  const said = words.map(form)
  return [...new Set(said)].every((value) => {
    const out = words.filter((_, i) => said[i] !== value)
    return out.length !== 1 || out[0] === odd
  })
}

/** Words with one root obviously belong together; one small letter among capitals obviously does not. */
function isGivenAway(odd: string, others: readonly string[]): boolean {
  const isOfOneRoot = others.some((word, i) => [...others.slice(i + 1), odd].some((other) => shareRoot(word, other)))
  return isOfOneRoot || others.every((word) => capital(word) !== capital(odd))
}

const capital = (word: string) => (/^[А-ЯІЇЄҐ]/.test(word) ? 'capital' : 'small')

/** What a person may see in a word's form alone: its ending (gender, number), its capital, its first letter. */
const forms: readonly ((word: string) => string)[] = [
  (word) => (/[ая]$/.test(word) ? 'a' : /[оеє]$/.test(word) ? 'o' : /[иії]$/.test(word) ? 'y' : 'consonant'),
  capital,
  (word) => word.charAt(0).toLowerCase(),
  (word) => (/[’-]/.test(word) ? 'marked' : 'plain'),
  (word) => (/[иі]й$/.test(word) ? 'adjective' : /ти(ся)?$/.test(word) ? 'verb' : 'noun'),
]
