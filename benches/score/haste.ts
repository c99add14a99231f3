import type { Item } from '#content/item.ts'
import { chanceOf } from '#content/score/guessing.ts'
import { type Chance, createChance, grade, honestPerson, normalWithin, type Papers, type Person } from './people.ts'
import { greatestOf, leastOf, type Promised, type Row } from './promised.ts'
import { readerSeconds } from './withheld.ts'

/** Seconds a question for a guessed second half of a paper. */
const paces: Readonly<Record<string, (chance: Chance) => number>> = {
  '1 s': (chance) => 0.6 + 0.8 * chance.next(),
  '2–4 s': (chance) => 2 + 2 * chance.next(),
  '8 s': (chance) => 7 + 2 * chance.next(),
}

/** Prints per cent of hasty people without a score, per cent with a remark, and the mean IQ of the others. */
export function tellHaste(tests: readonly Papers[], count: number): Promised[] {
  console.log(`\n${'Haste: withheld, told, IQ'.padEnd(52)}${tests.map(({ name }) => name.padStart(22)).join('')}`)
  const line = (who: string, make: (chance: Chance) => Person) => {
    const rows = tests.map((test) => ({
      test: test.name,
      ...measured(test, make, who, count),
    }))
    const cells = rows.map(({ withheld, remarked, iq }) =>
      `${withheld.toFixed(1)} ${remarked.toFixed(1)} ${iq.toFixed(0)}`.padStart(22),
    )
    console.log(`  ${who}`.padEnd(52) + cells.join(''))
    const of = (share: (row: (typeof rows)[number]) => number): Row[] =>
      rows.map((row) => ({ who, test: row.test, share: share(row) }))
    return { seen: of(({ withheld, remarked }) => withheld + remarked), remarked: of(({ remarked }) => remarked) }
  }
  const guess = (chance: Chance) => (item: Item) => chance.next() < chanceOf(item.question)
  const halves = [0, 1].flatMap((theta) =>
    Object.entries(paces).map(([pace, seconds]) =>
      line(`θ = ${theta}, then guesses a half, ${pace}`, (chance) => {
        const reader = honestPerson(theta, { name: '' }, chance)
        return {
          right: (item, place) => (place < 15 ? reader.right(item, place) : guess(chance)(item)),
          seconds: (place, item) => (place < 15 ? readerSeconds(chance)(place, item) : seconds(chance)),
          hasClock: true,
        }
      }),
    ),
  )
  const atOnce = [true, false].map((hasClock) =>
    line(`30 right in 75 s${hasClock ? '' : ', no device’s clock'}`, () => ({
      right: () => true,
      seconds: () => 2.5,
      hasClock,
    })),
  )
  const able = (chance: Chance) => honestPerson(normalWithin(chance, -0.5, 6), { name: '' }, chance)
  const honest = [
    line('honest, θ ≥ −.5', (chance) => ({
      ...able(chance),
      seconds: readerSeconds(chance),
      hasClock: true,
    })),
    line('honest, θ ≥ −.5, twice as fast', (chance) => ({
      ...able(chance),
      seconds: readerSeconds(chance, 2),
      hasClock: true,
    })),
    line('honest, θ ≥ −.5, enters all at the end (1 s)', (chance) => ({
      ...able(chance),
      seconds: (place) => (place === 0 ? 1200 : 1),
      hasClock: true,
    })),
  ]
  return [
    leastOf(
      'half in haste: withheld or told, %',
      halves.flatMap(({ seen }) => seen),
      90,
    ),
    leastOf(
      '30 right in 75 s: withheld or told, %',
      atOnce.flatMap(({ seen }) => seen),
      100,
    ),
    greatestOf(
      'honest: told of haste or withheld, %',
      honest.flatMap(({ seen }) => seen),
      3,
    ),
  ]
}

function measured({ name, papers }: Papers, make: (chance: Chance) => Person, who: string, count: number) {
  const chance = createChance(`haste/${name}/${who}`)
  const grades = Array.from({ length: count }, (_, i) => grade(papers[i % papers.length]!, make(chance)))
  const scores = grades.flatMap(({ score }) => (score === null ? [] : [score]))
  const hasty = scores.filter(({ remarks }) => remarks?.some(({ code }) => code === 'hasty_end'))
  return {
    withheld: 100 * (1 - scores.length / count),
    remarked: (100 * hasty.length) / count,
    iq: scores.reduce((sum, { theta }) => sum + 100 + 15 * theta, 0) / Math.max(1, scores.length),
  }
}
