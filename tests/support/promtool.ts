import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Sample, Scrapes } from './alert-rules.ts'

const tool = process.env.PROMTOOL ?? 'promtool'
/** Whether Prometheus’s own tool is here (Debian: the package prometheus). PROMTOOL names another one. */
export const hasPromtool = spawnSync(tool, ['--version']).status === 0

export const rulesFile = path.resolve(import.meta.dirname, '../../deploy/alerts.yml')

export function promtool(...args: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' })
  return { code: status, said: stdout + stderr }
}

/**
 * Whether Prometheus itself, fed with these two pages of metrics for an hour, has this alert firing at the end. `promtool test
 * rules` is its evaluation of rules, without a server.
 */
export function firesByPromtool(alert: string, { before, now }: Scrapes): boolean {
  const earlier = new Map(before.map((sample) => [seriesOf(sample), sample.value]))
  const input_series = now
    .filter(({ value, name }) => Number.isFinite(value) && name.startsWith('iq_'))
    .map((sample) => {
      const isCounter = /_(total|count|bucket|sum)$/.test(sample.name)
      const first = isCounter ? (earlier.get(seriesOf(sample)) ?? sample.value) : sample.value
      // A counter rises within the last minutes of the hour, so that every range sees it.
      return { series: seriesOf(sample), values: `${first.toFixed(6)}x58 ${sample.value.toFixed(6)}x62` }
    })
  const folder = mkdtempSync(path.join(tmpdir(), 'promtool-'))
  const test = {
    rule_files: [rulesFile],
    evaluation_interval: '1m',
    tests: [
      { interval: '1m', input_series, alert_rule_test: [{ eval_time: '61m', alertname: alert, exp_alerts: [] }] },
    ],
  }
  try {
    const file = path.join(folder, 'test.yml')
    writeFileSync(file, JSON.stringify(test))
    const { code, said } = promtool('test', 'rules', file)
    // It fails exactly where alerts are there that were not expected: none was.
    if (code !== 0 && !/got:\s*\[\s*0:/.test(said)) throw new Error(said)
    return code !== 0
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function seriesOf({ name, labels }: Sample): string {
  const all = Object.entries({ ...labels, job: 'iq', instance: 'one' })
  return `${name}{${all.map(([label, value]) => `${label}="${value}"`).join(',')}}`
}
