import type { Item } from '../../item.ts'
import { makeItem } from '../../make-item.ts'
import { type Partition, partitions } from '../../partition.ts'
import type { Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, nearestLevel } from '../item-generator.ts'
import { askOfWord, dealtSpelling, partitionOfKind } from './dealt-words.ts'
import { categories } from './lexicon/categories.ts'
import { type Category, goTogether } from './lexicon/category.ts'
import { synonymSets } from './lexicon/synonym-sets.ts'
import { isOdd } from './is-odd.ts'

type Drawn = { kind: Category; other: Category; four: string[]; odd: string; level: number }
type Pairing = { kind: Category; other: Category }
type Maker = { level: number; pairings: Record<Partition, Pairing[]> }

/** How the odd word's kind may stand to that of the four. */
type Fits = (kind: Category, other: Category) => boolean
const areForeign: Fits = (kind, other) => kind.domain !== other.domain
const areSiblings: Fits = (kind, other) => kind.domain === other.domain && !goTogether(kind, other)

/** Whether four of either can stand without a word that is the other kind's too: else only one of the two is ever the four. */
const areApart: Fits = (kind, other) => hasFourOthers(kind, other) && hasFourOthers(other, kind)
const hasFourOthers: Fits = ({ words }, { also }) => words.filter((word) => !also.includes(word)).length >= 4

const areCommon: Fits = (kind, other) => !kind.rare && !other.rare
const areRare: Fits = (kind, other) => kind.rare && other.rare
/** Either of them: where rare kinds were only the four, a person who has learnt their words would know the odd one by them. */
const oneIsRare: Fits = (kind, other) => kind.rare !== other.rare

/** The nearer the odd word stands to the others, and the rarer the kind, the harder. */
const makers: readonly Maker[] = [
  maker(-2, categories, [areForeign, areCommon]),
  maker(-1.5, categories, [areForeign, oneIsRare]),
  maker(-1, categories, [areSiblings, areCommon]),
  maker(-0.5, categories, [goTogether, areCommon]),
  maker(0, categories, [areSiblings, areRare]),
  maker(0.5, categories, [goTogether, areRare]),
  maker(1, synonymSets, [areSiblings, areRare]),
]
const levels = makers.map(({ level }) => level)

/** All pairs of kinds of one partition that stand so to each other: four words of the one, an odd word of the other. */
function maker(level: number, kinds: readonly Category[], fits: readonly Fits[]): Maker {
  const of = (partition: Partition) => {
    const dealt = kinds.filter((kind) => partitionOfKind(kind) === partition)
    return dealt.flatMap((kind) =>
      dealt
        .filter((other) => other !== kind && areApart(kind, other) && fits.every((stand) => stand(kind, other)))
        .map((other) => ({ kind, other })),
    )
  }
  return {
    level,
    pairings: Object.fromEntries(partitions.map((partition) => [partition, of(partition)])) as Maker['pairings'],
  }
}

/** Five words, four of one kind; the fifth is to be found. */
export const verbalOddOneOut: ItemGenerator = {
  family: 'verbal-odd-one-out',
  levels,
  generate(rng, difficulty, partition = 'exam') {
    const level = nearestLevel(levels, difficulty)
    const { pairings } = makers.find((each) => each.level === level) as Maker
    const drawn = drawUntilSound(() => drawOf(rng, rng.pick(pairings[partition])), `odd one out of level ${level}`)
    return oddItem({ ...drawn, level }, partition)
  },
}

const drawsOfPairing = 100

/**
 * Words of a pairing are drawn until they are sound, and only then is another one taken: every pairing has its reverse, so
 * each kind is the odd one as often as it is the four, however few of its words can stand together. (Where the four have
 * their root in common, or all begin alike, most draws are refused.) Undefined where nothing of it is sound.
 */
function drawOf(rng: Rng, { kind, other }: Pairing): Omit<Drawn, 'level'> | undefined {
  for (let draws = 0; draws < drawsOfPairing; draws++) {
    const [four, odd] = [rng.sample(kind.words, 4), rng.pick(other.words)]
    if (isOdd(odd, four)) return { kind, other, four, odd }
  }
  return undefined
}

function oddItem({ kind, other, four, odd, level }: Drawn, partition: Partition): Item {
  const words = [...four, odd]
  return makeItem({
    family: verbalOddOneOut.family,
    difficulty: level,
    subject: kind.name,
    radicals: { kind: kind.name, odd },
    stem: words.map(dealtSpelling).toSorted().join(' '),
    asks: words.map(askOfWord),
    partition,
    prompt: 'Чотири слова об’єднані за змістом, а одне — зайве. Яке слово зайве?',
    answer: { options: words.map((text) => ({ text })), right: 4 },
    explanation: `Зайве слово — «${odd}»: це ${other.one}. Решта — ${kind.said}.`,
  })
}
