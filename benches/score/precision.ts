import { type Chance, createChance, grade, honestPerson, type Papers, type Person, type World } from './people.ts'
import type { Promised } from './promised.ts'

/**
 * Prints the precision of each test, the least and the greatest score that a paper of it can give, and how two papers of one person
 * correlate where kinds of tasks are other abilities than each other.
 */
export function tellPrecision(tests: readonly Papers[], count: number): Promised[] {
  console.log(
    '\nPrecision by the model     reliability  two papers, r  error of θ, IQ points  estimates from … to  r, kinds apart',
  )
  for (const test of tests) {
    const { reliability, r, error, least } = precisionOf(test, count)
    const allRight = test.papers.map((paper) => grade(paper, { right: () => true }).score?.theta ?? 0)
    console.log(
      `  ${test.name}`.padEnd(26),
      reliability.toFixed(2).padStart(11),
      r.toFixed(2).padStart(14),
      error.toFixed(1).padStart(22),
      `${Math.round(100 + 15 * least)} … ${Math.round(100 + 15 * Math.max(...allRight))}`.padStart(20),
      precisionOf(test, count, kindsApart).r.toFixed(2).padStart(14),
    )
  }
  return []
}

/** A world in which the model is wrong in three things at once. */
const kindsApart = { name: 'kinds apart', ownDifficulty: 0.8, discrimination: 0.9, kindsCorrelate: 0.7 }

/**
 * What the model promises of itself, and what two papers of one person show, by `count` simulated people: the reliability of a
 * score (mean of 1 − psd²), the correlation of two papers' scores, the error of measurement in IQ points without what the
 * missing norm adds, and the least θ that was estimated.
 */
export function precisionOf({ name, papers }: Papers, count: number, world: KindsWorld = { name: '' }) {
  const chance = createChance(`precision/${name}`)
  const pairs = Array.from({ length: count }, (_, i) => {
    const theta = chance.normal()
    const person = personOfKinds(theta, world, chance)
    const twice = [0, 1].map((other) => grade(papers[(2 * i + other) % papers.length]!, person))
    return { theta, scores: twice.flatMap(({ score }) => (score === null ? [] : [score])) }
  }).filter(({ scores }) => scores.length === 2)
  const scores = pairs.flatMap((pair) => pair.scores)
  const errors = pairs.flatMap(({ theta, scores: both }) => both.map((score) => 15 * (score.theta - theta)))
  const [first, second] = [0, 1].map((which) => pairs.map((pair) => pair.scores[which]!.theta))
  return {
    reliability: mean(scores.map((score) => score.reliability ?? 0)),
    r: correlation(first!, second!),
    error: Math.sqrt(mean(errors.map((error) => error ** 2))),
    least: Math.min(...scores.map(({ theta }) => theta)),
  }
}

/** `kindsCorrelate`: how abilities in two kinds of tasks correlate; 1, where this is missing. */
interface KindsWorld extends World {
  kindsCorrelate?: number
}

/** Somebody who has in each kind of tasks an ability of its own, about `theta`. */
function personOfKinds(theta: number, world: KindsWorld, chance: Chance): Person {
  const { kindsCorrelate = 1 } = world
  const kinds = new Map<string, Person>()
  const ofKind = (family: string) => {
    const known = kinds.get(family)
    if (known !== undefined) return known
    const own = kindsCorrelate === 1 ? 0 : Math.sqrt(1 - kindsCorrelate) * chance.normal()
    const made = honestPerson(Math.sqrt(kindsCorrelate) * theta + own, world, chance)
    kinds.set(family, made)
    return made
  }
  return { right: (item, place) => ofKind(item.family).right(item, place) }
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, each) => sum + each, 0) / figures.length
}

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const [mx, my] = [mean(xs), mean(ys)]
  const product = mean(xs.map((x, i) => (x - mx) * (ys[i]! - my)))
  return product / Math.sqrt(mean(xs.map((x) => (x - mx) ** 2)) * mean(ys.map((y) => (y - my) ** 2)))
}
