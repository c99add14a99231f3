import { createChance, grade, honestPerson, type Papers } from './people.ts'

/** Prints the precision of each test, and the least and the greatest score that a paper of it can give. */
export function tellPrecision(tests: readonly Papers[], count: number): void {
  console.log('\nPrecision by the model     reliability  two papers, r  error of θ, IQ points  estimates from … to')
  for (const test of tests) {
    const { reliability, r, error, least } = precisionOf(test, count)
    const allRight = test.papers.map((paper) => grade(paper, { right: () => true }).score?.theta ?? 0)
    console.log(
      `  ${test.name}`.padEnd(26),
      reliability.toFixed(2).padStart(11),
      r.toFixed(2).padStart(14),
      error.toFixed(1).padStart(22),
      `${Math.round(100 + 15 * least)} … ${Math.round(100 + 15 * Math.max(...allRight))}`.padStart(20),
    )
  }
}

/**
 * What the model promises of itself, and what two papers of one person show, by `count` simulated people: the reliability of a
 * score (mean of 1 − psd²), the correlation of two papers' scores, the error of measurement in IQ points without what the
 * missing norm adds, and the least θ that was estimated.
 */
export function precisionOf({ name, papers }: Papers, count: number) {
  const chance = createChance(`precision/${name}`)
  const pairs = Array.from({ length: count }, (_, i) => {
    const theta = chance.normal()
    const twice = [0, 1].map((other) =>
      grade(papers[(2 * i + other) % papers.length]!, honestPerson(theta, { name: '' }, chance)),
    )
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

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, each) => sum + each, 0) / figures.length
}

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const [mx, my] = [mean(xs), mean(ys)]
  const product = mean(xs.map((x, i) => (x - mx) * (ys[i]! - my)))
  return product / Math.sqrt(mean(xs.map((x) => (x - mx) ** 2)) * mean(ys.map((y) => (y - my) ** 2)))
}
