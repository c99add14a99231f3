import type { Effects } from './effects.ts'
import type { Fit } from './fit-units.ts'
import type { BadRow } from './responses.ts'
import type { GroupDifference, Retest, Transfer, UnitStatistics } from './statistics.ts'

export interface Calibration {
  file: string
  model: 'rasch' | '2pl'
  fit: Fit
  effects: Effects | null
  /** The reason if there are no effects. */
  noEffects: string | null
  units: UnitStatistics[]
  differences: GroupDifference[]
  retests: Retest[]
  transfer: Transfer | null
  reliability: number
  bad: readonly BadRow[]
}

/** New parameters that an operator's release may use; nothing uses them by itself. */
export function proposalOf({ file, model, fit, effects }: Calibration) {
  return {
    proposal: 'difficulties in deviations of the people who sat; a proposal, in force nowhere',
    from: file,
    model,
    exams: fit.exams.length,
    answers: fit.responses.length,
    discrimination: digits(fit.discrimination),
    residual: effects === null ? null : digits(effects.residual),
    effects:
      effects?.effects.map(({ name, effect, error }) => ({ name, effect: digits(effect), error: digits(error) })) ?? [],
    units: fit.units.map(({ name, answers, difficulty, error, discrimination, guessing }) => ({
      name,
      answers,
      b: digits(difficulty),
      error: digits(error),
      a: digits(discrimination),
      c: digits(guessing),
    })),
  }
}

const digits = (value: number) => Math.round(value * 1000) / 1000
const said = (value: number) => (Number.isFinite(value) ? value.toFixed(2).replace('-', '−') : '–')
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export function pageOf(calibration: Calibration): string {
  const { file, fit, effects, noEffects, units, differences, transfer, bad } = calibration
  const sections = [
    section('What was read', summaryOf(calibration)),
    section(
      'What of the supposed difficulties holds',
      transfer === null ? 'No difficulty was supposed for enough answers.' : transferPart(transfer),
    ),
    section('Effects of features on difficulty', effects === null ? escaped(noEffects ?? '') : effectsPart(effects)),
    section('Second exams', retestPart(calibration.retests)),
    section('Items that differ between groups', differencesPart(differences)),
    section('Items', unitsPart(units)),
    section('Abilities', histogram(fit.exams.map(({ theta }) => theta))),
    ...(bad.length === 0 ? [] : [section('Rows left out', badPart(bad))]),
  ]
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Calibration of ${escaped(file)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{padding:2px 12px 2px 0;text-align:start;border-bottom:1px solid #8884}
svg{max-width:100%;height:auto}svg text{font-size:11px;fill:currentColor}</style>
<h1>Calibration of ${escaped(file)}</h1>${sections.join('\n')}</html>
`
}

const section = (title: string, content: string) => `<section><h2>${title}</h2>${content}</section>`

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cell: string, cells: readonly string[]) =>
    `<tr>${cells.map((each) => `<${cell}>${escaped(each)}</${cell}>`).join('')}</tr>`
  return `<table>${line('th', heads)}${rows.map((cells) => line('td', cells)).join('')}</table>`
}

function summaryOf({ fit, model, reliability, bad }: Calibration): string {
  const { exams, responses, units, iterations, converged, errorsAlone, discrimination } = fit
  const items = units.filter(({ isItem }) => isItem).length
  return table(
    ['', ''],
    [
      ['exams', String(exams.length)],
      ['answers', String(responses.length)],
      ['rows left out', String(bad.length)],
      ['items by themselves', String(items)],
      ['groups of items that few people had', String(units.length - items)],
      ['model', model === 'rasch' ? 'Rasch: one slope' : '2PL: a slope of each item with 200 answers or more'],
      ['slope that is common', said(discrimination)],
      ['iterations', `${iterations}, ${converged ? 'converged' : 'NOT CONVERGED: do not use these figures'}`],
      ['errors of difficulties', errorsAlone === null ? 'estimated together' : `each by itself: ${errorsAlone}`],
      ['reliability of the estimates', said(reliability)],
    ],
  )
}

function transferPart({ groups, correlation, exams, verdict }: Transfer): string {
  const points = groups.map(({ group, expected, seen }) => ({ x: expected, y: seen, name: group }))
  const rows = groups.map(({ group, answers, expected, seen }) => [
    group,
    String(answers),
    percent(expected),
    percent(seen),
  ])
  return `<p>r = ${said(correlation)} between expected and seen shares of ${groups.length} groups, ${exams} exams: ${verdict} (.80 is asked from 300 exams on).</p>
${scatter(points, 'expected share right', 'seen')}${table(['group', 'answers', 'expected', 'seen'], rows)}`
}

const percent = (share: number) => `${Math.round(100 * share)} %`

function effectsPart({ effects, residual, explained, left }: Effects): string {
  const rows = effects.map(({ name, effect, error }) => [name, said(effect), said(error), said(effect / error)])
  const without = left.length === 0 ? '' : `<p>Cannot be told apart from the others: ${escaped(left.join(', '))}.</p>`
  return `<p>Items of the same features differ by ${said(residual)} (the random item effect); the features explain ${percent(explained)} of the variance of difficulties.</p>
${table(['feature', 'effect', 'error', 'z'], rows)}${without}`
}

function retestPart(found: readonly Retest[]): string {
  if (found.length === 0) return 'Fewer than ten people have sat a test twice.'
  const rows = found.map(({ test, people, correlation, gain, error }) => [
    test,
    String(people),
    said(correlation),
    `${said(gain)} ± ${said(1.96 * error)}`,
  ])
  return table(['test', 'people', 'correlation of parallel forms', 'gain, deviations'], rows)
}

function differencesPart(found: readonly GroupDifference[]): string {
  if (found.length === 0)
    return 'None by .3 deviations or more that chance does not explain, or nothing is known of devices, months, ages and schooling.'
  const rows = found.map(({ unit, group, answers, harder, z }) => [unit, group, String(answers), said(harder), said(z)])
  return table(['item', 'group', 'answers', 'harder for them by, deviations', 'z'], rows)
}

function unitsPart(units: readonly UnitStatistics[]): string {
  const rows = units.map(({ unit, infit, outfit, options }) => [
    unit.name,
    String(unit.answers),
    percent(unit.rightShare),
    `${said(unit.difficulty)} ± ${said(unit.error)}`,
    said(unit.discrimination),
    said(infit),
    said(outfit),
    options.map(({ option, share, ability }) => `${option}: ${percent(share)} (θ ${said(ability)})`).join(', '),
  ])
  return table(['item', 'answers', 'right', 'b', 'a', 'infit', 'outfit', 'chosen, mean ability'], rows)
}

function badPart(bad: readonly BadRow[]): string {
  const shown = bad.slice(0, 100).map(({ line, why }) => [String(line), why])
  const more = bad.length > shown.length ? `<p>And ${bad.length - shown.length} more.</p>` : ''
  return `${table(['line', 'why'], shown)}${more}`
}

interface Point {
  x: number
  y: number
  name: string
}

function scatter(points: readonly Point[], across: string, up: string): string {
  const dots = points
    .map(
      ({ x, y, name }) =>
        `<circle cx="${40 + 340 * x}" cy="${360 - 340 * y}" r="4"><title>${escaped(name)}</title></circle>`,
    )
    .join('')
  return `<svg viewBox="0 0 400 400" width="400" role="img" aria-label="${up} against ${across}"><path d="M40 20V360H380M40 360L380 20" fill="none" stroke="currentColor" opacity=".4"/>${dots}<text x="210" y="390" text-anchor="middle">${across}</text><text x="12" y="190" transform="rotate(-90 12 190)" text-anchor="middle">${up}</text></svg>`
}

function histogram(thetas: readonly number[]): string {
  const bins = Array.from({ length: 24 }, (_, i) => thetas.filter((theta) => Math.floor((theta + 3) * 4) === i).length)
  const most = Math.max(1, ...bins)
  const bars = bins.map(
    (bin, i) => `<rect x="${20 + i * 15}" y="${180 - (160 * bin) / most}" width="13" height="${(160 * bin) / most}"/>`,
  )
  return `<svg viewBox="0 0 400 210" width="400" role="img" aria-label="Estimated abilities from −3 to 3 deviations">${bars.join('')}<text x="20" y="200">−3</text><text x="197" y="200">0</text><text x="372" y="200">3</text></svg>`
}
