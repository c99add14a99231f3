import { chanceAt, type Fit, type Exam, type Unit } from './fit-units.ts'
import { groupKinds } from './responses.ts'

export interface UnitStatistics {
  unit: Unit
  /** Mean square of residuals, weighted by information and unweighted (Wright & Masters, 1982); 1 is expected. */
  infit: number
  outfit: number
  /** For units that are items: the share of each chosen option, and the mean ability of the people who chose it. */
  options: { option: string; share: number; ability: number }[]
}

export interface GroupDifference {
  unit: string
  /** «device: phone», «month: 2027-01». */
  group: string
  answers: number
  /** How much harder the unit is for this group than for others of the same ability, in deviations; and its z. */
  harder: number
  z: number
}

export interface Retest {
  test: string
  people: number
  /** Between estimates of the first and the second exam. Papers differ, so these are parallel forms. */
  correlation: number
  gain: number
  error: number
}

export interface Transfer {
  groups: { group: string; answers: number; expected: number; seen: number }[]
  correlation: number
  exams: number
  verdict: 'kept' | 'broken' | 'too few exams'
}

/** One answer of an exam, with its expected chance. */
interface Judged {
  answer: number
  exam: Exam
  unit: number
  expected: number
  right: number
}

function* judged(fit: Fit): Generator<Judged> {
  for (const exam of fit.exams) {
    for (let answer = exam.from; answer < exam.to; answer += 1) {
      const expected = Math.min(0.999, Math.max(0.001, chanceAt(fit, exam, answer)))
      yield { answer, exam, unit: fit.unitOf[answer]!, expected, right: fit.right[answer]! }
    }
  }
}

export function unitStatistics(fit: Fit): UnitStatistics[] {
  const sums = fit.units.map(() => ({ squares: 0, variance: 0, standard: 0, count: 0 }))
  const chosen = fit.units.map(() => new Map<string, { count: number; theta: number }>())
  for (const { answer, exam, unit, expected, right } of judged(fit)) {
    const variance = expected * (1 - expected)
    const square = (right - expected) ** 2
    const sum = sums[unit]!
    sum.squares += square
    sum.variance += variance
    sum.standard += square / variance
    sum.count += 1
    const given = fit.responses[answer]!.given
    if (given === null || !fit.units[unit]!.isItem) continue
    const option = chosen[unit]!.get(given) ?? { count: 0, theta: 0 }
    chosen[unit]!.set(given, { count: option.count + 1, theta: option.theta + exam.theta })
  }
  return fit.units.map((unit, g) => ({
    unit,
    infit: sums[g]!.squares / sums[g]!.variance,
    outfit: sums[g]!.standard / sums[g]!.count,
    options: [...chosen[g]!]
      .map(([option, { count, theta }]) => ({ option, share: count / unit.answers, ability: theta / count }))
      .toSorted((a, b) => b.share - a.share),
  }))
}

/** `Map.groupBy` for Node 20. */
function grouped<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    const own = groups.get(keyOf(value))
    if (own === undefined) groups.set(keyOf(value), [value])
    else own.push(value)
  }
  return groups
}

const fewestOfGroup = 50
/** In deviations. A smaller difference changes no score visibly. */
const smallest = 0.3

/** Units harder or easier for one group than for equally able others, by .3 deviations and at 1 % for all (Bonferroni). */
export function groupDifferences(fit: Fit): GroupDifference[] {
  const sums = new Map<string, GroupSum>()
  const totals = new Map<string, GroupSum>()
  for (const each of judged(fit)) {
    const { groups } = fit.responses[each.answer]!
    for (const kind of groupKinds) {
      const value = groups[kind]
      if (value === null) continue
      addTo(sums, `${each.unit} ${kind}: ${value}`, each, fit)
      addTo(totals, `${each.unit} ${kind}`, each, fit)
    }
  }
  const compared = [...sums].flatMap(([key, own]) => {
    const rest = without(totals.get(key.slice(0, key.indexOf(':')))!, own)
    if (own.count < fewestOfGroup || rest.count < fewestOfGroup) return []
    const harder = rest.rest / rest.slope - own.rest / own.slope
    const error = Math.sqrt(own.variance / own.slope ** 2 + rest.variance / rest.slope ** 2)
    const group = key.slice(key.indexOf(' ') + 1)
    return [{ unit: fit.units[own.unit]!.name, group, answers: own.count, harder, z: harder / error }]
  })
  const bound = normalQuantile(1 - 0.005 / Math.max(1, compared.length))
  return compared
    .filter(({ harder, z }) => Math.abs(harder) >= smallest && Math.abs(z) >= bound)
    .toSorted((a, b) => Math.abs(b.z) - Math.abs(a.z))
}

interface GroupSum {
  unit: number
  /** Sum of answers above expectation, its variance, and its change by a logit of difficulty. */
  rest: number
  variance: number
  slope: number
  count: number
}

function addTo(sums: Map<string, GroupSum>, key: string, { unit, expected, right }: Judged, fit: Fit): void {
  const sum = sums.get(key) ?? { unit, rest: 0, variance: 0, slope: 0, count: 0 }
  sums.set(key, sum)
  const { guessing, discrimination } = fit.units[unit]!
  sum.rest += right - expected
  sum.variance += expected * (1 - expected)
  sum.slope += (discrimination * (expected - guessing) * (1 - expected)) / (1 - guessing)
  sum.count += 1
}

const without = (all: GroupSum, own: GroupSum): GroupSum => ({
  unit: all.unit,
  rest: all.rest - own.rest,
  variance: all.variance - own.variance,
  slope: all.slope - own.slope,
  count: all.count - own.count,
})

/** Quantile of N(0, 1) for a share of .5 or more, by bisection. */
function normalQuantile(share: number): number {
  let [low, high] = [0, 10]
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2
    if (upperTail(middle) > 1 - share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Share of N(0, 1) above z ≥ 0, by Simpson's rule up to z + 10. */
function upperTail(z: number): number {
  const [steps, width] = [400, 10 / 400]
  const density = (x: number) => Math.exp(-(x ** 2) / 2) / Math.sqrt(2 * Math.PI)
  let sum = density(z) + density(z + 10)
  for (let i = 1; i < steps; i += 1) sum += density(z + i * width) * (i % 2 === 1 ? 4 : 2)
  return (sum * width) / 3
}

/** Correlation and gain between the estimates of a person's first and second exam of a test. */
export function retests(fit: Fit): Retest[] {
  const byPerson = grouped(fit.exams, ({ test, person }) => `${test}\n${person}`)
  const pairs = [...byPerson.values()].flatMap((exams) => {
    const [first, second] = exams.toSorted((a, b) => a.earlier - b.earlier)
    return second === undefined ? [] : [[first!, second] as const]
  })
  return [...grouped(pairs, ([{ test }]) => test)].flatMap(([test, of]) => {
    if (of.length < 10) return []
    const gains = of.map(([first, second]) => second.theta - first.theta)
    const gain = mean(gains)
    const deviation = Math.sqrt(mean(gains.map((each) => (each - gain) ** 2)))
    const correlation = correlationOf(
      of.map(([{ theta }]) => theta),
      of.map(([, { theta }]) => theta),
    )
    return [{ test, people: of.length, correlation, gain, error: deviation / Math.sqrt(of.length) }]
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

export function correlationOf(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)]
  const products = (x: readonly number[], mx: number, y: readonly number[], my: number) =>
    x.reduce((sum, value, i) => sum + (value - mx) * (y[i]! - my), 0)
  return products(a, meanA, b, meanB) / Math.sqrt(products(a, meanA, a, meanA) * products(b, meanB, b, meanB))
}

const [fewestExams, leastCorrelation, fewestAnswers] = [300, 0.8, 30]
/** The supposed slope of all items; see content/score/iq-score.ts. */
const supposedSlope = 1.2

/**
 * The transfer report: by group, the share right that supposed difficulties predict for people from N(0, 1), beside the observed
 * share. Difficulties transfer if the two correlate by .8 or more, from 300 exams on. Null if no difficulty was supposed.
 */
export function transferOf(fit: Fit): Transfer | null {
  const byGroup = grouped(fit.units, ({ group }) => group)
  const groups = [...byGroup].flatMap(([group, units]) => {
    const answers = units.reduce((sum, unit) => sum + unit.answers, 0)
    if (answers < fewestAnswers || units.some(({ prior }) => prior === null)) return []
    const weighted = (value: (unit: Unit) => number) =>
      units.reduce((sum, unit) => sum + unit.answers * value(unit), 0) / answers
    return [{ group, answers, expected: weighted(expectedShare), seen: weighted(({ rightShare }) => rightShare) }]
  })
  if (groups.length < 3) return null
  const correlation = correlationOf(
    groups.map(({ expected }) => expected),
    groups.map(({ seen }) => seen),
  )
  const exams = fit.exams.length
  const verdict = exams < fewestExams ? 'too few exams' : correlation >= leastCorrelation ? 'kept' : 'broken'
  return { groups: groups.toSorted((a, b) => b.expected - a.expected), correlation, exams, verdict }
}

function expectedShare({ prior, guessing }: Unit): number {
  let [share, total] = [0, 0]
  for (let theta = -5; theta <= 5; theta += 0.25) {
    const weight = Math.exp(-(theta ** 2) / 2)
    share += weight * (guessing + (1 - guessing) / (1 + Math.exp(-supposedSlope * (theta - prior!))))
    total += weight
  }
  return share / total
}

/** Share of the estimates' variance that is not error of measurement. */
export function reliabilityOf({ exams }: Fit): number {
  const thetas = exams.map(({ theta }) => theta)
  const middle = mean(thetas)
  const variance = mean(thetas.map((theta) => (theta - middle) ** 2))
  return variance / (variance + mean(exams.map(({ psd }) => psd ** 2)))
}
