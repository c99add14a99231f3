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

/** How the kinds of the odd word and of the four may be related. */
type Fits = (kind: Category, other: Category) => boolean
const areForeign: Fits = (kind, other) => kind.domain !== other.domain
const areSiblings: Fits = (kind, other) => kind.domain === other.domain && !goTogether(kind, other)

/** Whether each kind has four words that are not also the other kind's. Otherwise only one of the two could be the four. */
const areApart: Fits = (kind, other) => hasFourOthers(kind, other) && hasFourOthers(other, kind)
const hasFourOthers: Fits = ({ words }, { also }) => words.filter((word) => !also.includes(word)).length >= 4

const areCommon: Fits = (kind, other) => !kind.rare && !other.rare
const areRare: Fits = (kind, other) => kind.rare && other.rare
/** Either kind may be the rare one. If rare kinds were only the four, their familiar words would betray the odd one. */
const oneIsRare: Fits = (kind, other) => kind.rare !== other.rare

/** Harder: a nearer odd word, a rarer kind. */
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

/** All pairs of kinds of one partition that fit: four words of `kind`, the odd one of `other`. */
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

/** Five words, four of one kind; the person finds the fifth. */
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
 * Draws words of a pairing until they are sound. Only then is another pairing tried: every pairing has its reverse, so each
 * kind is the odd one as often as the four, however few of its words fit together. (If the four share a root or a first
 * letter, most draws fail.) Undefined after `drawsOfPairing` failures.
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
