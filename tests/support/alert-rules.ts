import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

export interface AlertRule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string }
}

/** Reads the rules of a file in deploy/. */
export function readAlertRules(name = 'alerts.yml'): AlertRule[] {
  const file = path.resolve(import.meta.dirname, '../../deploy', name)
  const { groups } = parse(readFileSync(file, 'utf8')) as { groups: { rules: AlertRule[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Reads the samples of a page of metrics (OpenMetrics 1.0). Throws for a line that is not a sample. */
export function readSamples(text: string): Sample[] {
  if (!text.endsWith('# EOF\n')) throw new Error('the page of metrics does not end')
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      if (name === undefined) throw new Error(`no sample: ${line}`)
      return {
        name,
        labels: readLabels(labels),
        value: value === 'Nan' ? Number.NaN : Number(value!.replace('Inf', 'Infinity')),
      }
    })
}

const readLabels = (text: string) =>
  Object.fromEntries([...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name!, value!]))

/** The pages of metrics that an evaluation sees: `now`, and `before` from the beginning of every range. */
export interface Scrapes {
  before: Sample[]
  now: Sample[]
}

/** The label sets for which an expression holds. Throws for PromQL beyond deploy/alerts.yml; Prometheus alone counts `for`. */
export function evaluate(expr: string, scrapes: Scrapes): Record<string, string>[] {
  const [, left, operator, right] = /^(.*) (>|<|==) (\S+)$/.exec(expr) ?? []
  if (left === undefined) throw new Error(`no comparison: ${expr}`)
  const bound = Number(right)
  const holds = { '>': (a: number) => a > bound, '<': (a: number) => a < bound, '==': (a: number) => a === bound }
  return vectorOf(left, scrapes)
    .filter(({ value }) => holds[operator as '>'](value))
    .map(({ labels }) => labels)
}

type Vector = Pick<Sample, 'labels' | 'value'>[]

const aggregations: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
}

function vectorOf(expr: string, scrapes: Scrapes): Vector {
  const [one, other] = expr.split(' / ')
  if (other !== undefined) return divided(vectorOf(one!, scrapes), vectorOf(other, scrapes))
  const aggregation = /^(sum|min|max)(?: by \((\w+)\) )?\((.*)\)$/.exec(expr)
  if (aggregation !== null) {
    const [, how, by, inner] = aggregation
    return aggregated(vectorOf(inner!, scrapes), aggregations[how!]!, by)
  }
  const rise = /^increase\((.*)\[\d+[smh]\]\)$/.exec(expr)
  if (rise !== null) return increased(select(rise[1]!, scrapes.before), select(rise[1]!, scrapes.now))
  return select(expr, scrapes.now)
}

function select(selector: string, samples: Sample[]): Vector {
  const [, name, matchers = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? []
  if (name === undefined) throw new Error(`no selector: ${selector}`)
  const wanted = [...matchers.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)].map(([, label, how, value]) => {
    const is = (text = '') =>
      how === '=~' ? new RegExp(`^(${value})$`).test(text) : (text === value) === (how === '=')
    return (labels: Sample['labels']) => is(labels[label!])
  })
  return samples.filter((sample) => sample.name === name && wanted.every((fits) => fits(sample.labels)))
}

const keyOf = (labels: Sample['labels']) => JSON.stringify(Object.entries(labels).sort())

function divided(some: Vector, others: Vector): Vector {
  const byLabels = new Map(others.map(({ labels, value }) => [keyOf(labels), value]))
  return some.flatMap(({ labels, value }) => {
    const divisor = byLabels.get(keyOf(labels))
    return divisor === undefined ? [] : [{ labels, value: value / divisor }]
  })
}

function aggregated(vector: Vector, aggregate: (values: number[]) => number, by: string | undefined): Vector {
  const groups = new Map<string, number[]>()
  for (const { labels, value } of vector) {
    // A NaN is skipped: min() and max() of Prometheus prefer any number to it.
    if (Number.isNaN(value)) continue
    const key = by === undefined ? '' : labels[by]!
    groups.set(key, [...(groups.get(key) ?? []), value])
  }
  return [...groups].map(([key, values]) => ({
    labels: by === undefined ? {} : { [by]: key },
    value: aggregate(values),
  }))
}

function increased(before: Vector, now: Vector): Vector {
  const earlier = new Map(before.map(({ labels, value }) => [keyOf(labels), value]))
  return now.flatMap(({ labels, value }) => {
    // As in Prometheus, the first value of a series that begins within the range is no rise.
    const from = earlier.get(keyOf(labels)) ?? value
    return [{ labels, value: value - from }]
  })
}
