import path from 'node:path'
import { expect, it } from 'vitest'
import { readAlertRules } from './support/alert-rules.ts'
import { hasPromtool, noPrometheus, promtool, type RuleTest, rulesOfThree, testRules } from './support/promtool.ts'

/** Series by name, with values every 15 s: `0x3 1x9` is a 0, three more zeros, then 1. */
type Series = Record<string, string>

interface Case {
  series: Series
  /** Seconds after which the condition holds for as long as the alert's `for` requires. */
  from: number
  /** Labels of the alert that then fires, besides its severity. */
  labels?: Record<string, string>
}

/** Figures of a process that cannot ask the database. */
const unknown = Array(21).fill('NaN').join(' ')
const routes = { saves: '/api/exam-answers/:id/' }
const calls = (status: string, route = '/api/bundles/') =>
  `iq_http_request_duration_seconds_count{instance="one",route="${route}",status="${status}"}`
const savesWithin = (le: string, route = routes.saves) =>
  `iq_http_request_duration_seconds_bucket{instance="one",route="${route}",le="${le}"}`

/** For each alert, series that make it fire, and series that do not: at the bound, too short, or of another fault. */
const cases: Record<string, { fires: Case[]; silent: Series[] }> = {
  AnswerDifference: {
    fires: [{ series: { 'iq_answer_differences{instance="one"}': '0x3 1x20' }, from: 60 }],
    silent: [{ 'iq_answer_differences{instance="one"}': '0x20', 'iq_answer_differences{instance="two"}': unknown }],
  },
  AnswerWatchBehind: {
    fires: [{ series: { 'iq_answer_watch_behind_seconds{instance="one"}': '3600x3 3601x60' }, from: 60 }],
    silent: [
      { 'iq_answer_watch_behind_seconds{instance="one"}': '3601x38 10x20' },
      {
        'iq_answer_watch_behind_seconds{instance="one"}': '9000x60',
        'iq_answer_watch_behind_seconds{instance="two"}': '10x60',
      },
    ],
  },
  GradesOwed: {
    fires: [{ series: { 'iq_grades_owed{instance="one"}': '0x3 1x20' }, from: 60 }],
    silent: [{ 'iq_grades_owed{instance="one"}': '0x20' }],
  },
  GradesLate: {
    fires: [{ series: { 'iq_grades_oldest_seconds{instance="one"}': '300x3 301x20' }, from: 60 }],
    silent: [{ 'iq_grades_oldest_seconds{instance="one"}': '400x7 0x20' }],
  },
  GradingFails: {
    fires: [{ series: { 'iq_gradings_total{instance="one",outcome="failed"}': '0x3 1x20' }, from: 60 }],
    silent: [
      {
        'iq_gradings_total{instance="one",outcome="failed"}': '7x60',
        'iq_gradings_total{instance="one",outcome="graded"}': '0+9x60',
      },
    ],
  },
  ProcessDown: {
    fires: [
      {
        series: { 'up{job="iq",instance="one"}': '1x3 0x20', 'up{job="iq",instance="two"}': '1x23' },
        from: 60,
        labels: { job: 'iq', instance: 'one' },
      },
    ],
    silent: [{ 'up{job="iq",instance="one"}': '1x3 0x3 1x20' }, { 'up{job="node",instance="one"}': '0x20' }],
  },
  NotReady: {
    fires: [
      {
        series: { 'iq_ready{instance="one",part="queue"}': '1x3 0x20' },
        from: 60,
        labels: { instance: 'one', part: 'queue' },
      },
    ],
    silent: [{ 'iq_ready{instance="one",part="mail"}': '0x20', 'iq_ready{instance="one",part="writes"}': '0x3 1x20' }],
  },
  DatabaseAway: {
    fires: [{ series: { 'iq_database_up{instance="one"}': '1x3 0x20' }, from: 60, labels: { instance: 'one' } }],
    silent: [{ 'iq_database_up{instance="one"}': '0x3 1x20' }],
  },
  CallsFail: {
    fires: [{ series: { [calls('2xx')]: '0+97x60', [calls('5xx')]: '0+3x60' }, from: 15 }],
    silent: [
      { [calls('2xx')]: '0+98x60', [calls('5xx')]: '0+2x60' },
      { [calls('2xx')]: '5x60', [calls('5xx')]: '5x60' },
      { [calls('4xx')]: '0+50x60', [calls('2xx')]: '0+50x60' },
    ],
  },
  SavesSlow: {
    fires: [
      { series: { [savesWithin('1')]: '0+94x60', [calls('2xx', routes.saves)]: '0+100x60' }, from: 15 },
      // Prometheus 3 writes the bounds of histograms like this.
      { series: { [savesWithin('1.0')]: '0+94x60', [calls('2xx', routes.saves)]: '0+100x60' }, from: 15 },
    ],
    silent: [
      { [savesWithin('1')]: '0+96x60', [calls('2xx', routes.saves)]: '0+100x60' },
      { [savesWithin('1')]: '7x60', [calls('2xx', routes.saves)]: '7x60' },
      { [savesWithin('1', '/api/bundles/')]: '0+1x60', [calls('2xx')]: '0+100x60' },
    ],
  },
  PoolExhausted: {
    fires: [
      {
        series: { 'iq_pool_waiting{instance="one",pool="ordinary"}': '20x3 21x20' },
        from: 60,
        labels: { instance: 'one', pool: 'ordinary' },
      },
    ],
    silent: [{ 'iq_pool_waiting{instance="one",pool="ordinary"}': '90x7 20x20' }],
  },
  TurnedAway: {
    fires: [{ series: { 'iq_failures_total{instance="one",code="overloaded"}': '0x19 120x20' }, from: 300 }],
    silent: [
      {
        'iq_failures_total{instance="one",code="overloaded"}': '0+4x60',
        'iq_failures_total{instance="one",code="rate_limited"}': '0+90x60',
      },
    ],
  },
  QueueStuck: {
    fires: [
      {
        series: {
          'iq_jobs_oldest_seconds{instance="one",queue="send-mail"}': '120x3 121x20',
          'iq_jobs_oldest_seconds{instance="two",queue="send-mail"}': unknown,
        },
        from: 60,
        labels: { queue: 'send-mail' },
      },
    ],
    silent: [{ 'iq_jobs_oldest_seconds{instance="one",queue="send-mail"}': '500x7 120x20' }],
  },
  JobGivenUp: {
    fires: [
      {
        series: { 'iq_jobs_total{instance="one",queue="send-mail",outcome="given_up"}': '0x3 1x20' },
        from: 60,
        labels: { queue: 'send-mail' },
      },
    ],
    silent: [
      {
        'iq_jobs_total{instance="one",queue="send-mail",outcome="given_up"}': '3x60',
        'iq_jobs_total{instance="one",queue="send-mail",outcome="failed"}': '0+1x60',
      },
    ],
  },
  MailDown: {
    fires: [{ series: { 'iq_letters_oldest_seconds{instance="one"}': '900x3 901x20' }, from: 60 }],
    silent: [
      { 'iq_letters_oldest_seconds{instance="one"}': '900x20', 'iq_letters_oldest_seconds{instance="two"}': '950x20' },
    ],
  },
  PushesFail: {
    fires: [{ series: { 'iq_pushes_total{instance="one",outcome="refused"}': '0x59 40x20' }, from: 900 }],
    silent: [
      {
        'iq_pushes_total{instance="one",outcome="refused"}': '0x59 3x20',
        'iq_pushes_total{instance="one",outcome="gone"}': '0+9x80',
      },
    ],
  },
  RefundOwed: {
    fires: [{ series: { 'iq_refunds_oldest_seconds{instance="one"}': '259200x3 259201x20' }, from: 60 }],
    silent: [{ 'iq_refunds_oldest_seconds{instance="one"}': '259200x20' }],
  },
  RefundGivenUp: {
    fires: [{ series: { 'iq_refunds_given_up{instance="one"}': '0x3 1x20' }, from: 60 }],
    silent: [{ 'iq_refunds_given_up{instance="one"}': '0x20' }],
  },
  CallbacksRefused: {
    fires: [
      {
        series: {
          'iq_payment_callbacks_total{instance="one",outcome="forged"}': '0x59 2x20',
          'iq_payment_callbacks_total{instance="one",outcome="not_verified"}': '0x59 3x20',
        },
        from: 900,
      },
    ],
    silent: [
      {
        'iq_payment_callbacks_total{instance="one",outcome="forged"}': '0x59 1x20',
        'iq_payment_callbacks_total{instance="one",outcome="recorded"}': '0+9x80',
      },
    ],
  },
  DiskLow: {
    fires: [
      {
        series: {
          'iq_disk_free_bytes{instance="one",folder="/srv/iq"}': '100x3 99x40',
          'iq_disk_bytes{instance="one",folder="/srv/iq"}': '1000x43',
        },
        from: 60,
        labels: { instance: 'one', folder: '/srv/iq' },
      },
    ],
    silent: [
      {
        'iq_disk_free_bytes{instance="one",folder="/srv/iq"}': '9x18 100x40',
        'iq_disk_bytes{instance="one",folder="/srv/iq"}': '1000x58',
      },
    ],
  },
  DatabaseTrouble: {
    fires: [
      {
        series: { 'iq_database_trouble_total{instance="one",trouble="disk_full"}': '0x3 1x20' },
        from: 60,
        labels: { trouble: 'disk_full' },
      },
    ],
    silent: [{ 'iq_database_trouble_total{instance="one",trouble="disk_full"}': '4x60' }],
  },
  DatabaseWithoutPrimary: {
    fires: [
      { series: { 'patroni_primary{instance="a"}': '1x3 0x20', 'patroni_primary{instance="b"}': '0x23' }, from: 60 },
    ],
    // A standby takes over within half a minute.
    silent: [{ 'patroni_primary{instance="a"}': '1x3 0x20', 'patroni_primary{instance="b"}': '0x5 1x20' }],
  },
  DatabaseWithoutCopy: {
    fires: [
      {
        series: { 'patroni_sync_standby{instance="a"}': '0x23', 'patroni_sync_standby{instance="b"}': '1x3 0x20' },
        from: 60,
      },
    ],
    silent: [{ 'patroni_sync_standby{instance="a"}': '0x5 1x20', 'patroni_sync_standby{instance="b"}': '1x3 0x20' }],
  },
  DatabaseMemberDown: {
    fires: [
      {
        series: { 'up{job="patroni",instance="a"}': '1x3 0x20', 'up{job="patroni",instance="b"}': '1x23' },
        from: 60,
        labels: { job: 'patroni', instance: 'a' },
      },
      { series: { 'patroni_postgres_running{instance="b"}': '1x3 0x20' }, from: 60, labels: { instance: 'b' } },
    ],
    silent: [
      { 'up{job="patroni",instance="a"}': '1x3 0x5 1x30', 'patroni_postgres_running{instance="a"}': '1x3 0x5 1x30' },
    ],
  },
  DatabaseWithoutEtcd: {
    // The gauge is in seconds since 1970, and the evaluation begins there.
    fires: [{ series: { 'patroni_dcs_last_seen{instance="a"}': '0x40' }, from: 75, labels: { instance: 'a' } }],
    silent: [{ 'patroni_dcs_last_seen{instance="a"}': '0+15x60' }],
  },
  FailoverPaused: {
    fires: [{ series: { 'patroni_is_paused{instance="a"}': '0x3 1x260' }, from: 60 }],
    silent: [{ 'patroni_is_paused{instance="a"}': '0x60' }],
  },
}

const rules = [...readAlertRules(), ...readAlertRules('ha/alerts.yml')]
const step = 15
const inSeconds = (duration = '0s') => Number.parseInt(duration, 10) * (duration.endsWith('m') ? 60 : 1)

function ruleTests(): RuleTest[] {
  return Object.entries(cases).flatMap(([alertname, { fires, silent }]) => {
    const { for: lasts, labels: ofRule, annotations } = rules.find(({ alert }) => alert === alertname)!
    const input = (series: Series) => Object.entries(series).map(([name, values]) => ({ series: name, values }))
    const at = (seconds: number, exp_alerts: object[] = []) => ({ eval_time: `${seconds}s`, alertname, exp_alerts })
    const interval = `${step}s`
    return [
      ...fires.map(({ series, from, labels }) => {
        const firing = { exp_labels: { ...ofRule, ...labels }, exp_annotations: annotations }
        const due = from + inSeconds(lasts)
        return { interval, input_series: input(series), alert_rule_test: [at(due - step), at(due, [firing])] }
      }),
      ...silent.map((series) => {
        const looks = Array.from({ length: 31 }, (_, look) => at(look * 2 * step))
        return { interval, input_series: input(series), alert_rule_test: looks }
      }),
    ]
  })
}

it('each alert of deploy/alerts.yml and deploy/ha/alerts.yml has a case in which it fires and one in which it does not', () => {
  expect(Object.keys(cases).sort()).toEqual(rules.map(({ alert }) => alert).sort())
  for (const [alert, { fires, silent }] of Object.entries(cases)) {
    expect([alert, fires.length > 0, silent.length > 0]).toEqual([alert, true, true])
  }
})

it('Prometheus fires each alert when the time of its «for» is over and not before, and never in a silent case @full', (context) => {
  if (!hasPromtool) return context.skip(noPrometheus)
  const { code, said } = testRules(`${step}s`, ruleTests())
  expect([code, code === 0 ? '' : said]).toEqual([0, ''])
})

it('Prometheus accepts deploy/ha/alerts.yml as rules @full', (context) => {
  if (!hasPromtool) return context.skip(noPrometheus)
  expect(promtool('check', 'rules', '--lint-fatal', rulesOfThree)).toMatchObject({ code: 0 })
})

it('Prometheus accepts deploy/prometheus.yml as its configuration @full', (context) => {
  if (!hasPromtool) return context.skip(noPrometheus)
  const file = path.resolve(import.meta.dirname, '../deploy/prometheus.yml')
  expect(promtool('check', 'config', '--lint-fatal', file)).toMatchObject({ code: 0 })
})
