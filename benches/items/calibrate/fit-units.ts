import type { Response } from './responses.ts'
import { inverted, type Matrix, zeros } from './linear-algebra.ts'

/** Something with one difficulty: an item that enough people had, or else all other items of its group together. */
export interface Unit {
  name: string
  isItem: boolean
  group: string
  guessing: number
  prior: number | null
  features: Readonly<Record<string, number>>
  answers: number
  rightShare: number
  /** b in deviations of the examinees; a as a slope a deviation. */
  difficulty: number
  error: number
  discrimination: number
}

export interface Exam {
  name: string
  person: string
  test: string
  earlier: number
  /** Expected a posteriori, and the posterior's deviation. */
  theta: number
  psd: number
  /** Range of places among the answers. */
  from: number
  to: number
}

export interface Fit {
  units: Unit[]
  exams: Exam[]
  /** By answer, in the order of the exams. */
  unitOf: Int32Array
  right: Uint8Array
  responses: Response[]
  discrimination: number
  iterations: number
  logLikelihood: number
  converged: boolean
  /** Reason why each unit's error was computed separately; null if all were estimated together. */
  errorsAlone: string | null
}

export interface FitOptions {
  model: 'rasch' | '2pl'
  /** An item with fewer answers is estimated with its group. */
  fewestOfItem: number
  onProgress: (iteration: number, logLikelihood: number) => void
}

/** Nodes of θ over N(0, 1). */
const nodes = Array.from({ length: 41 }, (_, i) => -5 + i / 4)
const count = nodes.length
const logWeights = nodes.map((theta) => -(theta ** 2) / 2)
const logTotal = Math.log(logWeights.reduce((sum, log) => sum + Math.exp(log), 0))

const mostIterations = 500
/** Greatest change of a difficulty, in logits, at which the estimate has converged. */
const tolerance = 5e-4
/** Below so many answers a unit has the common slope. Up to so many units, errors are estimated together. */
const [fewestOfSlope, mostTogether] = [200, 1200]

/**
 * Rasch (one slope) or 2PL by marginal maximum likelihood over θ ~ N(0, 1), with c given (Bock & Aitkin, 1981). A weak prior N(0,
 * 3²) keeps the difficulty of an item that everybody solves finite. Throws an Error with the reason if the answers tell nothing.
 */
export function fitUnits(all: readonly Response[], options: FitOptions): Fit {
  const data = arranged(all, options.fewestOfItem)
  requireEnough(data)
  const { units } = data
  const state = { common: 1, slopes: units.map(() => 1) }
  let [iterations, logLikelihood, converged] = [0, 0, false]
  while (iterations < mostIterations && !converged) {
    iterations += 1
    const expected = expectedCounts(data, state.slopes)
    logLikelihood = expected.logLikelihood
    const moved = units.map((unit, g) => improveDifficulty(unit, state.slopes[g]!, countsOf(expected, g)))
    const slopeMoved = improveSlopes(units, state, expected, options.model)
    converged = Math.max(slopeMoved, ...moved) < tolerance
    if (iterations % 20 === 0) options.onProgress(iterations, logLikelihood)
  }
  const errorsAlone = placeErrors(data, state.slopes)
  for (const [g, unit] of units.entries()) unit.discrimination = state.slopes[g]!
  placeAbilities(data, state.slopes)
  return { ...data, discrimination: state.common, iterations, logLikelihood, converged, errorsAlone }
}

type Data = Pick<Fit, 'units' | 'exams' | 'unitOf' | 'right' | 'responses'>

function arranged(all: readonly Response[], fewestOfItem: number): Data {
  const responses = all.toSorted((a, b) => (a.exam < b.exam ? -1 : Number(a.exam > b.exam)))
  const counts = new Map<string, number>()
  for (const { item } of responses) counts.set(item, (counts.get(item) ?? 0) + 1)
  const byName = new Map<string, { place: number; of: Response[] }>()
  const unitOf = Int32Array.from(responses, (response) => {
    const isItem = counts.get(response.item)! >= fewestOfItem
    const name = isItem ? response.item : `all of ${response.group}`
    const found = byName.get(name) ?? { place: byName.size, of: [] }
    if (!byName.has(name)) byName.set(name, found)
    found.of.push(response)
    return found.place
  })
  const units = [...byName].map(([name, { of }]) => unitFrom(name, of))
  const exams: Exam[] = []
  for (const [i, { exam: name, person, test, earlier }] of responses.entries()) {
    if (exams.at(-1)?.name !== name) exams.push({ name, person, test, earlier, theta: 0, psd: 1, from: i, to: i })
    exams.at(-1)!.to = i + 1
  }
  return { units, exams, unitOf, right: Uint8Array.from(responses, ({ right }) => Number(right)), responses }
}

function unitFrom(name: string, of: readonly Response[]): Unit {
  const [first] = of
  const mean = (value: (response: Response) => number) => of.reduce((sum, each) => sum + value(each), 0) / of.length
  const features: Record<string, number> = {}
  for (const { features: own } of of) {
    for (const [feature, amount] of Object.entries(own))
      features[feature] = (features[feature] ?? 0) + amount / of.length
  }
  const rightShare = mean(({ right }) => Number(right))
  const guessing = mean(({ guessing: c }) => c)
  const priors = of.flatMap(({ prior }) => (prior === null ? [] : [prior]))
  // The difficulty if everybody were average.
  const solved = Math.min(0.98, Math.max(0.02, (rightShare - guessing) / (1 - guessing)))
  return {
    name,
    isItem: first!.item === name,
    group: first!.group,
    guessing,
    prior: priors.length === of.length ? priors.reduce((sum, b) => sum + b, 0) / of.length : null,
    features,
    answers: of.length,
    rightShare,
    difficulty: -Math.log(solved / (1 - solved)),
    error: Number.NaN,
    discrimination: 1,
  }
}

function requireEnough({ exams, units }: Data): void {
  if (exams.length < 30) throw new Error(`${exams.length} exams are too few: from 30 on something can be said.`)
  if (units.length < 3)
    throw new Error(`${units.length} items or groups are too few: from 3 on they can be told apart.`)
  const several = exams.filter(({ from, to }) => to - from > 1).length
  if (several < 30)
    throw new Error('Too few people answered more than one item: ability and difficulty cannot be told apart.')
}

/** The chance of a right answer at each node. */
function chancesOf({ guessing, difficulty }: Unit, slope: number): Float64Array {
  return Float64Array.from(nodes, (theta) => guessing + (1 - guessing) / (1 + Math.exp(-slope * (theta - difficulty))))
}

interface Expected {
  /** By unit and node: how many had the unit there, and how many of them were right. */
  had: Float64Array
  wereRight: Float64Array
  logLikelihood: number
}

const countsOf = ({ had, wereRight }: Expected, unit: number) => ({
  had: had.subarray(unit * count, (unit + 1) * count),
  wereRight: wereRight.subarray(unit * count, (unit + 1) * count),
})
type Counts = ReturnType<typeof countsOf>

function logChances({ units }: Data, slopes: readonly number[]) {
  const [right, wrong] = [new Float64Array(units.length * count), new Float64Array(units.length * count)]
  for (const [g, unit] of units.entries()) {
    for (const [q, p] of chancesOf(unit, slopes[g]!).entries()) {
      right[g * count + q] = Math.log(Math.max(p, 1e-12))
      wrong[g * count + q] = Math.log(Math.max(1 - p, 1e-12))
    }
  }
  return { right, wrong }
}

/** Calls `each` with the posterior of every exam over the nodes. Returns the log likelihood. */
function eachPosterior(data: Data, slopes: readonly number[], each: (exam: Exam, posterior: Float64Array) => void) {
  const logs = logChances(data, slopes)
  const posterior = new Float64Array(count)
  let logLikelihood = 0
  for (const exam of data.exams) {
    for (let q = 0; q < count; q += 1) posterior[q] = logWeights[q]! - logTotal
    for (let i = exam.from; i < exam.to; i += 1) {
      const table = data.right[i] === 1 ? logs.right : logs.wrong
      const base = data.unitOf[i]! * count
      for (let q = 0; q < count; q += 1) posterior[q]! += table[base + q]!
    }
    let greatest = Number.NEGATIVE_INFINITY
    for (let q = 0; q < count; q += 1) greatest = Math.max(greatest, posterior[q]!)
    let total = 0
    for (let q = 0; q < count; q += 1) {
      posterior[q] = Math.exp(posterior[q]! - greatest)
      total += posterior[q]!
    }
    for (let q = 0; q < count; q += 1) posterior[q]! /= total
    logLikelihood += greatest + Math.log(total)
    each(exam, posterior)
  }
  return logLikelihood
}

function expectedCounts(data: Data, slopes: readonly number[]): Expected {
  const had = new Float64Array(data.units.length * count)
  const wereRight = new Float64Array(data.units.length * count)
  const logLikelihood = eachPosterior(data, slopes, ({ from, to }, posterior) => {
    for (let i = from; i < to; i += 1) {
      const base = data.unitOf[i]! * count
      for (let q = 0; q < count; q += 1) had[base + q]! += posterior[q]!
      if (data.right[i] === 1) for (let q = 0; q < count; q += 1) wereRight[base + q]! += posterior[q]!
    }
  })
  return { had, wereRight, logLikelihood }
}

/** Slope of the log likelihood along a parameter, and its information; `along`: derivative of the chance. */
function alongParameter(
  unit: Unit,
  slope: number,
  { had, wereRight }: Counts,
  along: (solved: number, theta: number) => number,
) {
  let [score, information] = [0, 0]
  for (const [q, theta] of nodes.entries()) {
    const solved = 1 / (1 + Math.exp(-slope * (theta - unit.difficulty)))
    const p = Math.min(1 - 1e-9, Math.max(1e-9, unit.guessing + (1 - unit.guessing) * solved))
    const derivative = (1 - unit.guessing) * along(solved, theta)
    score += ((wereRight[q]! - had[q]! * p) * derivative) / (p * (1 - p))
    information += (had[q]! * derivative ** 2) / (p * (1 - p))
  }
  return { score, information }
}

const alongDifficulty = (slope: number) => (solved: number) => -slope * solved * (1 - solved)
const alongSlope = (difficulty: number) => (solved: number, theta: number) =>
  (theta - difficulty) * solved * (1 - solved)

function improveDifficulty(unit: Unit, slope: number, counts: Counts): number {
  const before = unit.difficulty
  for (let round = 0; round < 3; round += 1) {
    const { score, information } = alongParameter(unit, slope, counts, alongDifficulty(slope))
    unit.difficulty += bounded((score - unit.difficulty / 9) / (information + 1 / 9))
  }
  return Math.abs(unit.difficulty - before)
}

const bounded = (step: number) => Math.min(1, Math.max(-1, step))

interface Slopes {
  common: number
  slopes: number[]
}

/** One slope for all. With 2PL each unit with enough answers has its own around it, by a prior N(common, .4²). */
function improveSlopes(units: readonly Unit[], state: Slopes, expected: Expected, model: FitOptions['model']): number {
  const each = units.map((unit, g) =>
    alongParameter(unit, state.slopes[g]!, countsOf(expected, g), alongSlope(unit.difficulty)),
  )
  const [score, information] = [sum(each.map((one) => one.score)), sum(each.map((one) => one.information))]
  const before = state.common
  state.common = Math.min(5, Math.max(0.1, state.common + bounded(score / information) / 2))
  state.slopes = units.map(({ answers }, g) => {
    if (model === 'rasch' || answers < fewestOfSlope) return state.common
    const own = state.slopes[g]!
    const { score: s, information: info } = each[g]!
    return Math.min(5, Math.max(0.1, own + bounded((s - (own - state.common) / 0.16) / (info + 1 / 0.16)) / 2))
  })
  return Math.abs(state.common - before)
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Sets errors from the products of the exams' own scores, together if units are few enough. Returns why not, or null. */
function placeErrors(data: Data, slopes: readonly number[]): string | null {
  const { units } = data
  const size = units.length
  const together = size <= mostTogether ? zeros(size) : null
  const alone = new Float64Array(size)
  const derivatives = units.map((unit, g) => derivativesOf(unit, slopes[g]!))
  const own = new Map<number, number>()
  eachPosterior(data, slopes, ({ from, to }, posterior) => {
    own.clear()
    for (let i = from; i < to; i += 1) {
      const unit = data.unitOf[i]!
      const { ifRight, ifWrong } = derivatives[unit]!
      const table = data.right[i] === 1 ? ifRight : ifWrong
      let score = 0
      for (let q = 0; q < count; q += 1) score += posterior[q]! * table[q]!
      own.set(unit, (own.get(unit) ?? 0) + score)
    }
    for (const [g, a] of own) {
      alone[g]! += a * a
      if (together !== null) for (const [h, b] of own) together[g]![h]! += a * b
    }
  })
  const inverse = together === null ? null : invertedWithPrior(together)
  for (const [g, unit] of units.entries()) unit.error = Math.sqrt(inverse?.[g]?.[g] ?? 1 / (alone[g]! + 1 / 9))
  if (inverse !== null) return null
  return together === null ? `there are more than ${mostTogether} of them` : 'some of them cannot be told apart'
}

function invertedWithPrior(information: Matrix): Matrix | null {
  for (const [g, row] of information.entries()) row[g]! += 1 / 9
  return inverted(information)
}

/** By node: the derivative of the log likelihood of a right and of a wrong answer along the difficulty. */
function derivativesOf(unit: Unit, slope: number) {
  const gains = nodes.map((theta) => {
    const solved = 1 / (1 + Math.exp(-slope * (theta - unit.difficulty)))
    const p = Math.min(1 - 1e-9, Math.max(1e-9, unit.guessing + (1 - unit.guessing) * solved))
    return { p, by: (1 - unit.guessing) * alongDifficulty(slope)(solved) }
  })
  return {
    ifRight: Float64Array.from(gains, ({ p, by }) => by / p),
    ifWrong: Float64Array.from(gains, ({ p, by }) => -by / (1 - p)),
  }
}

function placeAbilities(data: Data, slopes: readonly number[]): void {
  eachPosterior(data, slopes, (exam, posterior) => {
    let [mean, square] = [0, 0]
    for (const [q, theta] of nodes.entries()) {
      mean += posterior[q]! * theta
      square += posterior[q]! * theta ** 2
    }
    exam.theta = mean
    exam.psd = Math.sqrt(Math.max(0, square - mean ** 2))
  })
}

/** For statistics of single answers. */
export function chanceAt(fit: Fit, exam: Exam, answer: number): number {
  const unit = fit.units[fit.unitOf[answer]!]!
  return unit.guessing + (1 - unit.guessing) / (1 + Math.exp(-unit.discrimination * (exam.theta - unit.difficulty)))
}
