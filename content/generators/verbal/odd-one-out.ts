import type { Item } from '../../item.ts'
import { makeItem } from '../../make-item.ts'
import type { Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, nearestLevel } from '../item-generator.ts'
import { categories } from './lexicon/categories.ts'
import type { Category } from './lexicon/category.ts'
import { synonymSets } from './lexicon/synonym-sets.ts'
import { standsOut } from './stands-out.ts'

type Drawn = { kind: Category; four: string[]; odd: string; why: string; level: number }
type Maker = { level: number; draw(rng: Rng): Omit<Drawn, 'level'> }

const common = categories.filter(({ rare }) => !rare)
const rare = categories.filter((each) => each.rare)
const hasSibling = (kind: Category) => siblingsOf(kind).length > 0

/** The nearer the odd word stands to the others, and the rarer the kind, the harder. */
const makers: readonly Maker[] = [
  { level: -2, draw: (rng) => drawForeign(rng, common) },
  { level: -1.5, draw: (rng) => drawForeign(rng, rare) },
  { level: -1, draw: (rng) => drawSibling(rng, common.filter(hasSibling)) },
  { level: -0.5, draw: (rng) => drawNear(rng, common) },
  { level: 0, draw: (rng) => drawSibling(rng, rare.filter(hasSibling)) },
  { level: 0.5, draw: (rng) => drawNear(rng, rare) },
  { level: 1, draw: (rng) => drawNear(rng, synonymSets) },
]
const levels = makers.map(({ level }) => level)

/** Five words, four of one kind; the fifth is to be found. */
export const verbalOddOneOut: ItemGenerator = {
  family: 'verbal-odd-one-out',
  levels,
  generate(rng, difficulty) {
    const level = nearestLevel(levels, difficulty)
    const maker = makers.find((each) => each.level === level) as Maker
    return oddItem(
      drawUntilSound(() => {
        const drawn = maker.draw(rng)
        return standsOut(drawn.odd, drawn.four) ? { ...drawn, level } : undefined
      }, `odd one out of level ${level}`),
    )
  },
}

function drawForeign(rng: Rng, kinds: readonly Category[]) {
  const kind = rng.pick(kinds)
  const other = rng.pick(categories.filter(({ domain }) => domain !== kind.domain))
  return drawFrom(rng, kind, rng.pick(other.words), `воно належить до іншої групи (${other.said})`)
}

function drawSibling(rng: Rng, kinds: readonly Category[]) {
  const kind = rng.pick(kinds)
  const other = rng.pick(siblingsOf(kind))
  return drawFrom(rng, kind, rng.pick(other.words), `воно належить до іншої групи (${other.said})`)
}

function drawNear(rng: Rng, kinds: readonly Category[]) {
  const kind = rng.pick(kinds)
  return drawFrom(rng, kind, rng.pick(kind.near), 'воно лише пов’язане з ними за змістом')
}

function drawFrom(rng: Rng, kind: Category, odd: string, why: string) {
  return { kind, four: rng.sample(kind.words, 4), odd, why }
}

function siblingsOf(kind: Category): Category[] {
  return categories.filter(({ name, domain }) => domain === kind.domain && name !== kind.name)
}

function oddItem({ kind, four, odd, why, level }: Drawn): Item {
  const words = [...four, odd]
  return makeItem({
    family: verbalOddOneOut.family,
    difficulty: level,
    subject: kind.name,
    radicals: { kind: kind.name, odd },
    stem: words.toSorted().join(' '),
    prompt: 'Чотири слова об’єднані за змістом, а одне — зайве. Яке слово зайве?',
    answer: { options: words.map((text) => ({ text })), right: 4 },
    explanation: `Зайве слово — «${odd}»: ${why}. Решта — ${kind.said}.`,
  })
}
