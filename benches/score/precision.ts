import { type Chance, createChance, grade, honestPerson, type Papers, type Person, type World } from './people.ts'
import type { Promised } from './promised.ts'

/** Prints each test's precision, its extreme scores, and the correlation of two papers if kinds of tasks differ in ability. */
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

/** A world in which the model is wrong in three things together. */
const kindsApart = { name: 'kinds apart', ownDifficulty: 0.8, discrimination: 0.9, kindsCorrelate: 0.7 }

/**
 * The model's promises, and what two papers of one person show, by `count` simulated people: reliability of a score (mean of 1 −
 * psd²), correlation of two papers' scores, error of measurement in IQ points without the missing norm's part, least estimated θ.
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

/** `kindsCorrelate`: correlation of abilities in two kinds of tasks; 1 if absent. */
interface KindsWorld extends World {
  kindsCorrelate?: number
}

/** A person with a separate ability for each kind of tasks, around `theta`. */
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
