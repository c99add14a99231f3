import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'yaml'
import { findPrometheus } from '../../scripts/test-run/find-prometheus.mjs'
import type { Sample, Scrapes } from './alert-rules.ts'
import { freePort } from './free-port.ts'

const tools = findPrometheus()
export const hasPromtool = tools !== null
export const noPrometheus = 'there is no Prometheus: apt-get install prometheus, or PROMETHEUS_PATH'

export const rulesFile = path.resolve(import.meta.dirname, '../../deploy/alerts.yml')
/** The rules for a database on three machines. */
export const rulesOfThree = path.resolve(import.meta.dirname, '../../deploy/ha/alerts.yml')

export function promtool(...args: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(tools!.promtool, args, { encoding: 'utf8' })
  return { code: status, said: stdout + stderr }
}

/** Whether Prometheus's own evaluation (`promtool test rules`) fires this alert after an hour of these two pages of metrics. */
export function firesByPromtool(alert: string, { before, now }: Scrapes): boolean {
  const earlier = new Map(before.map((sample) => [seriesOf(sample), sample.value]))
  const input_series = now
    .filter(({ value, name }) => Number.isFinite(value) && name.startsWith('iq_'))
    .map((sample) => {
      const isCounter = /_(total|count|bucket|sum)$/.test(sample.name)
      const first = isCounter ? (earlier.get(seriesOf(sample)) ?? sample.value) : sample.value
      // A counter rises two minutes before the evaluation, so that every range sees it.
      return { series: seriesOf(sample), values: `${first.toFixed(6)}x58 ${sample.value.toFixed(6)}x62` }
    })
  const { code, said } = testRules('1m', [
    { interval: '1m', input_series, alert_rule_test: [{ eval_time: '61m', alertname: alert, exp_alerts: [] }] },
  ])
  // No alert is expected, so promtool fails exactly if the alert fires.
  if (code !== 0 && !/got:\s*\[\s*0:/.test(said)) throw new Error(said)
  return code !== 0
}

/** One of the `tests` of a file for `promtool test rules`. */
export interface RuleTest {
  interval: string
  input_series: { series: string; values: string }[]
  alert_rule_test: { eval_time: string; alertname: string; exp_alerts: object[] }[]
}

/** Runs `promtool test rules` on the shipped rules, with this evaluation interval. */
export function testRules(evaluation_interval: string, tests: RuleTest[]): ReturnType<typeof promtool> {
  const folder = mkdtempSync(path.join(tmpdir(), 'promtool-'))
  try {
    const file = path.join(folder, 'test.yml')
    writeFileSync(file, JSON.stringify({ rule_files: [rulesFile, rulesOfThree], evaluation_interval, tests }))
    return promtool('test', 'rules', file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function seriesOf({ name, labels }: Sample): string {
  const all = Object.entries({ ...labels, job: 'iq', instance: 'one' })
  return `${name}{${all.map(([label, value]) => `${label}="${value}"`).join(',')}}`
}

/**
 * Starts Prometheus by deploy/prometheus.yml. Each second it scrapes the process at `target` (HOST:PORT) instead of the
 * shipped targets. `series` counts the series of a selector. `rules` gives the health of the rules of deploy/alerts.yml.
 */
export async function startPrometheus(target: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'prometheus-'))
  const shipped = parse(readFileSync(path.join(path.dirname(rulesFile), 'prometheus.yml'), 'utf8'))
  shipped.global = { ...shipped.global, scrape_interval: '1s', evaluation_interval: '1s' }
  shipped.rule_files = [rulesFile]
  shipped.scrape_configs[0].static_configs[0].targets = [target]
  const file = path.join(folder, 'prometheus.yml')
  writeFileSync(file, JSON.stringify(shipped))
  const port = await freePort()
  const settings = [`--config.file=${file}`, `--storage.tsdb.path=${folder}`, `--web.listen-address=127.0.0.1:${port}`]
  const child = spawn(tools!.server, settings, { stdio: 'ignore' })
  const gone = once(child, 'exit')
  const ask = async (what: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/${what}`).catch(() => null)
    return reply === null ? null : ((await reply.json()) as { data: any }).data
  }
  return {
    series: async (selector: string): Promise<number> =>
      (await ask(`query?query=${encodeURIComponent(selector)}`))?.result.length ?? 0,
    rules: async (): Promise<{ name: string; health: string }[]> =>
      (await ask('rules'))?.groups.flatMap((group: { rules: [] }) => group.rules) ?? [],
    async stop() {
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
