import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ModuleWeights } from '../../scripts/bundle/module-weights.ts'
import { assetNames, fontBytes, precacheBytes, sentBytes } from './built.ts'
import { chunksOfFirstLoads, initialScripts } from './initial-scripts.ts'

/** Upper bound of a weight in bytes, and the reason for it. */
export interface Budget {
  bytes: number
  reason: string
}

/** A build's weights in bytes as sent (brotli for text), by the name of the budget. */
export type Weights = Record<string, number>

const root = path.resolve(import.meta.dirname, '../..')
const budgetsFile = path.join(root, 'benches/weight/budgets.json')
const modulesFile = path.join(root, 'benches/weight/modules.json')

/** A chunk's name holds a hash, and another hash compresses by some bytes better or worse. */
const slackBytes = 200

export const readBudgets = (): Record<string, Budget> => readJson(budgetsFile)

/** Modules as they were when the budgets were last written. */
export const readKeptModules = (): ModuleWeights => readJson(modulesFile)

export const readBuiltModules = (): ModuleWeights => readJson(path.join(root, 'build/module-weights.json'))

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

export function measureWeights(): Weights {
  const code = assetNames().filter((name) => /\.(js|css)$/.test(name))
  return {
    ...Object.fromEntries(initialScripts().map(({ page, bytes }) => [`JavaScript of ${page}`, bytes])),
    'HTML and styles of /': sentBytes('index.html'),
    'HTML and styles of /examples': sentBytes('examples.html'),
    'HTML and styles of /login': sentBytes('login.html'),
    'all JavaScript and CSS': code.reduce((sum, name) => sum + sentBytes(`assets/${name}`), 0),
    'precache of the worker': precacheBytes(),
    fonts: fontBytes(),
    ...Object.fromEntries([...chunksOfFirstLoads()].map(([chunk, bytes]) => [`chunk ${chunk}`, bytes])),
  }
}

/** One sentence for each weight without a budget or above it, with the modules that grew most, and each idle budget. */
export function findExcess(
  weights: Weights,
  budgets: Record<string, Budget>,
  modules: { kept: ModuleWeights; built: ModuleWeights },
): string[] {
  const found: string[] = []
  for (const [name, bytes] of Object.entries(weights)) {
    const budget = budgets[name]
    if (budget === undefined) found.push(`${name}: ${bytes} bytes, and no budget in benches/weight/budgets.json`)
    else if (bytes > budget.bytes) {
      found.push(`${name}: ${bytes} bytes, ${bytes - budget.bytes} more than its budget${grownModules(name, modules)}`)
    }
  }
  for (const name of Object.keys(budgets)) {
    if (!(name in weights)) found.push(`${name}: has a budget, and the build has nothing of that name`)
  }
  return found
}

function grownModules(name: string, { kept, built }: { kept: ModuleWeights; built: ModuleWeights }): string {
  const chunk = /^chunk (.+)$/.exec(name)?.[1]
  if (chunk === undefined) return ''
  const before = kept[chunk] ?? {}
  const grown = Object.entries(built[chunk] ?? {})
    .map(([module, bytes]) => ({ module, by: bytes - (before[module] ?? 0) }))
    .filter(({ by }) => by > 0)
    .sort((a, b) => b.by - a.by)
  return grown.length === 0
    ? ''
    : `: ${grown
        .slice(0, 5)
        .map(({ module, by }) => `${module} +${by}`)
        .join(', ')}`
}

/**
 * Lowers each budget to the build's weight and never raises one: that is done by hand, in a separate commit that says why. Keeps
 * the build's modules for comparison. A new weight gets a budget whose reason is still to be written.
 */
export function lowerBudgets(): void {
  const before = readBudgets()
  const budgets = Object.entries(measureWeights()).map(([name, measured]) => {
    const bytes = Math.ceil((measured + slackBytes / 2) / slackBytes) * slackBytes
    const kept = before[name]
    return [name, kept === undefined ? { bytes, reason: '' } : { ...kept, bytes: Math.min(bytes, kept.bytes) }]
  })
  writeFileSync(budgetsFile, `${JSON.stringify(Object.fromEntries(budgets), null, 2)}\n`)
  const built = readBuiltModules()
  const firstChunks = [...chunksOfFirstLoads().keys()].map((chunk) => [chunk, sorted(built[chunk] ?? {})])
  writeFileSync(modulesFile, `${JSON.stringify(Object.fromEntries(firstChunks), null, 2)}\n`)
}

const sorted = (modules: Record<string, number>) =>
  Object.fromEntries(Object.entries(modules).sort(([a], [b]) => (a < b ? -1 : 1)))
