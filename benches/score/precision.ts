import { createChance, grade, honestPerson, type Papers } from './people.ts'

/**
 * What the model promises of itself, and what two papers of one person show: the reliability of a score (mean of 1 − psd²),
 * the correlation of two papers' scores, and the error of measurement without what the missing norm adds. Also the least and
 * the greatest score that a paper can give.
 */
export function tellPrecision(tests: readonly Papers[], count: number): void {
  console.log('\nPrecision by the model     reliability  two papers, r  error of θ, IQ points  estimates from … to')
  for (const { name, papers } of tests) {
    const chance = createChance(`precision/${name}`)
    const pairs = Array.from({ length: count }, (_, i) => {
      const theta = chance.normal()
      const twice = [0, 1].map((other) =>
        grade(papers[(2 * i + other) % papers.length]!, honestPerson(theta, { name: '' }, chance)),
      )
      return { theta, scores: twice.flatMap(({ score }) => (score === null ? [] : [score])) }
    }).filter(({ scores }) => scores.length === 2)
    const scores = pairs.flatMap((pair) => pair.scores)
    const reliability = mean(scores.map((score) => score.reliability ?? 0))
    const errors = pairs.flatMap(({ theta, scores: both }) => both.map((score) => 15 * (score.theta - theta)))
    const [first, second] = [0, 1].map((which) => pairs.map((pair) => pair.scores[which]!.theta))
    const reach = [false, true].map((right) => papers.map((paper) => grade(paper, { right: () => right }).score?.theta))
    const from = Math.min(...scores.map(({ theta }) => theta))
    const to = Math.max(...reach[1]!.map((theta) => theta ?? 0))
    console.log(
      `  ${name}`.padEnd(26),
      reliability.toFixed(2).padStart(11),
      correlation(first!, second!).toFixed(2).padStart(14),
      Math.sqrt(mean(errors.map((error) => error ** 2)))
        .toFixed(1)
        .padStart(22),
      `${Math.round(100 + 15 * from)} … ${Math.round(100 + 15 * to)}`.padStart(20),
    )
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
