import type { Unit } from './fit-units.ts'
import { inverted, zeros } from './linear-algebra.ts'

export interface Effect {
  name: string
  /** Change of a difficulty by one more of the feature, in deviations of the examinees. */
  effect: number
  error: number
}

export interface Effects {
  effects: Effect[]
  /** Deviation of the random item effect: the difference between units of the same features. */
  residual: number
  /** Explained share of the variance of difficulties between units, corrected for their errors. */
  explained: number
  /** Features that depend on others, or never vary. */
  left: string[]
}

/**
 * The linear logistic test model with a random item effect (Fischer, 1973; Janssen, Schepers & Peres, 2004) in two steps:
 * weighted least squares of difficulties on features; the effect's variance by Paule & Mandel (1982).
 */
export function explainDifficulties(units: readonly Unit[]): Effects {
  const { names, left } = independent(units)
  const rows = units.map((unit) => names.map((name) => valueOf(unit, name)))
  let [low, high] = [0, 25]
  const fitAt = (variance: number) => weighted(units, rows, variance)
  if (fitAt(0).misfit <= units.length - names.length) high = 0
  for (let round = 0; round < 60 && high > 0; round += 1) {
    const middle = (low + high) / 2
    if (fitAt(middle).misfit > units.length - names.length) low = middle
    else high = middle
  }
  const variance = (low + high) / 2
  const { coefficients, errors } = fitAt(variance)
  const effects = names.map((name, i) => ({ name, effect: coefficients[i]!, error: errors[i]! }))
  const mean = units.reduce((sum, { difficulty }) => sum + difficulty, 0) / units.length
  const between =
    units.reduce((sum, { difficulty, error }) => sum + (difficulty - mean) ** 2 - error ** 2, 0) / units.length
  const explained = between <= 0 ? 0 : Math.min(1, Math.max(0, 1 - variance / between))
  return { effects, residual: Math.sqrt(variance), explained, left }
}

const constant = 'constant'
const valueOf = ({ features }: Unit, name: string) => (name === constant ? 1 : (features[name] ?? 0))

/** Features whose columns are independent of those before (Gram-Schmidt). */
function independent(units: readonly Unit[]): { names: string[]; left: string[] } {
  const all = [constant, ...new Set(units.flatMap(({ features }) => Object.keys(features)))]
  const kept: { name: string; column: number[] }[] = []
  const left: string[] = []
  for (const name of all) {
    const column = units.map((unit) => valueOf(unit, name))
    const length = Math.hypot(...column)
    for (const { column: other } of kept) {
      const along = column.reduce((sum, value, i) => sum + value * other[i]!, 0)
      for (const i of column.keys()) column[i]! -= along * other[i]!
    }
    const rest = Math.hypot(...column)
    if (rest <= 1e-6 * Math.max(length, 1e-300) || kept.length >= units.length - 1) left.push(name)
    else kept.push({ name, column: column.map((value) => value / rest) })
  }
  return { names: kept.map(({ name }) => name), left }
}

function weighted(units: readonly Unit[], rows: readonly (readonly number[])[], variance: number) {
  const size = rows[0]!.length
  const information = zeros(size)
  const target = new Float64Array(size)
  const weights = units.map(({ error }) => 1 / (error ** 2 + variance))
  for (const [g, row] of rows.entries()) {
    for (let i = 0; i < size; i += 1) {
      target[i]! += weights[g]! * row[i]! * units[g]!.difficulty
      for (let j = 0; j < size; j += 1) information[i]![j]! += weights[g]! * row[i]! * row[j]!
    }
  }
  const inverse = inverted(information)
  if (inverse === null) throw new Error('The features cannot be told apart: too few items have some of them.')
  const coefficients = inverse.map((row) => row.reduce((sum, value, j) => sum + value * target[j]!, 0))
  const misfit = rows.reduce((sum, row, g) => {
    const expected = row.reduce((total, value, i) => total + value * coefficients[i]!, 0)
    return sum + weights[g]! * (units[g]!.difficulty - expected) ** 2
  }, 0)
  return { coefficients, errors: inverse.map((row, i) => Math.sqrt(row[i]!)), misfit }
}
