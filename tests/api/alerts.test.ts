import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watchAnswers } from '../../server/features/exams/result/watch-answers.ts'
import { type AlertRule, evaluate, readAlertRules, readSamples, type Sample } from '../support/alert-rules.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { withFailingGrading } from '../support/failing-grading.ts'
import { freePort } from '../support/free-port.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import {
  firesByPromtool,
  hasPromtool,
  noPrometheus,
  promtool,
  rulesFile,
  startPrometheus,
} from '../support/promtool.ts'
import { startedExam } from '../support/started-exam.ts'
import { until } from '../support/exam-calls.ts'

const rules = readAlertRules()
let server: TestServer
/** A disk of 1 MiB; null if this user may not mount one. */
let disk: string | null
let well: Sample[]

beforeAll(async () => {
  disk = smallDisk()
  server = await startTestServer({
    // Nobody listens there.
    mail: { kind: 'smtp', url: `smtp://127.0.0.1:${await freePort()}`, from: 'iq@iq.example' },
    metrics: { host: '127.0.0.1', port: 0, folders: disk === null ? [] : [disk], everyMs: 0 },
  })
  await (await startedExam(server)).submit({ answers: [], events: [] })
  well = await scrape()
})
afterAll(async () => {
  await server.close()
  if (disk !== null) {
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true })
  }
})

function smallDisk(): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

const run = (text: string) => server.services.db.execute(sql.raw(text))

async function scrape(): Promise<Sample[]> {
  const page = await fetch(server.app.metricsAddress!).then(
    (reply) => reply.text(),
    () => null,
  )
  const up = { name: 'up', labels: { job: 'iq' }, value: page === null ? 0 : 1 }
  return [up, ...(page === null ? [] : readSamples(page))]
}

const fires = (rule: AlertRule, before: Sample[], now: Sample[]) => evaluate(rule.expr, { before, now }).length > 0

/** Makes a fault, and expects the alert to fire only after it; promtool must agree where it is installed. */
async function expectAlert(alert: string, makeFault: () => Promise<void>): Promise<void> {
  const rule = rules.find((one) => one.alert === alert)!
  const before = await scrape()
  expect([alert, fires(rule, before, before)]).toEqual([alert, false])
  await makeFault()
  const now = await scrape()
  expect([alert, fires(rule, before, now)]).toEqual([alert, true])
  if (!hasPromtool || alert === 'ProcessDown') return
  expect([alert, firesByPromtool(alert, { before, now: before })]).toEqual([alert, false])
  expect([alert, firesByPromtool(alert, { before, now })]).toEqual([alert, true])
}

describe('the alerts of deploy/alerts.yml', () => {
  it('no alert fires on a healthy server, and the server exports every figure that alerts read', () => {
    expect(rules.length).toBeGreaterThan(15)
    expect(rules.filter((rule) => fires(rule, well, well)).map(({ alert }) => alert)).toEqual([])
    const names = new Set(well.map(({ name }) => name))
    if (disk === null) for (const name of ['iq_disk_free_bytes', 'iq_disk_bytes']) names.add(name)
    const asked = rules.flatMap(({ expr }) => [...expr.matchAll(/\b(iq_\w+|up)\b/g)].map(([name]) => name))
    expect(asked.filter((name) => !names.has(name))).toEqual([])
  })

  it('promtool accepts the alert rules without a lint warning @full', (context) => {
    if (!hasPromtool) return context.skip(noPrometheus)
    expect(promtool('check', 'rules', '--lint-fatal', rulesFile)).toMatchObject({ code: 0 })
  })

  it('a real Prometheus that scrapes a process has each figure that the alerts read, and no rule fails there @full', async (context) => {
    if (!hasPromtool) return context.skip(noPrometheus)
    await (await startedExam(server)).save({ begin: true })
    const prometheus = await startPrometheus(new URL(server.app.metricsAddress!).host)
    try {
      const selectors = rules.flatMap(({ expr }) =>
        [...expr.matchAll(/\b(?:iq_\w+|up)\b(?:\{[^}]*\})?/g)].map(([all]) => all),
      )
      // Calls that have not happened have no series.
      const wanted = new Set(selectors.filter((selector) => !selector.includes('5xx')))
      if (disk === null) for (const name of ['iq_disk_free_bytes', 'iq_disk_bytes']) wanted.delete(name)
      for (const selector of wanted) {
        await expect.poll(() => prometheus.series(selector), { timeout: 20_000, message: selector }).toBeGreaterThan(0)
      }
      await expect.poll(prometheus.rules, { timeout: 20_000 }).toHaveLength(rules.length)
      await expect.poll(async () => (await prometheus.rules()).filter(({ health }) => health !== 'ok')).toEqual([])
    } finally {
      await prometheus.stop()
    }
  })

  it('an alert fires when the mail server is down and a letter waits', async () => {
    await expectAlert('MailDown', async () => {
      await newcomer(server)
      await until(async () =>
        (await scrape()).some(({ name, labels, value }) => {
          return name === 'iq_letters_total' && labels.outcome === 'failed' && value > 0
        }),
      )
      await run(`update mails set created_at = created_at - interval '20 minutes' where sent_at is null`)
    })
    // /readyz caches its answer for a second.
    await expect
      .poll(async () => (await fetch(`${server.origin}/readyz`)).json())
      .toMatchObject({ status: 'degraded', mail: false })
    await run(`update mails set text_body = ''`)
  })

  it('alerts fire when a refund has been owed for four days, and when one has to be made by hand after 14 tries', async () => {
    const person = await newcomer(server)
    const orderId = await givePurchase(server, person)
    const owe = (days: number, tries: number) =>
      run(`with due as (
             insert into ledger (order_id, kind, amount, currency, provider, provider_event_id, details, recorded_at)
             values ('${orderId}', 'refund_due', 100, 'UAH', 'sandbox', 'due-${tries}', '{"payment_id": "1"}',
               now() - interval '${days} days') returning id)
           insert into refunds (id, tries, next_try_at) select id, ${tries}, now() + interval '1 day' from due`)
    await expectAlert('RefundOwed', async () => void (await owe(4, 3)))
    await expectAlert('RefundGivenUp', async () => void (await owe(1, 14)))
  })

  it('an alert fires when PostgreSQL’s disk is full, and the server acknowledges no answer', async () => {
    const exam = await startedExam(server)
    await expectAlert('DatabaseTrouble', async () => {
      await run(`create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
      await run('create trigger full_disk before insert on answer_events for each row execute function full_disk()')
      const { status, body } = await exam.save({ events: exam.events.slice(0, 1) })
      expect([status, body.marks]).toEqual([503, undefined])
    })
    await run('drop function full_disk cascade')
    expect((await exam.save({ events: exam.events.slice(0, 1) })).status).toBe(200)
  })

  it('an alert fires when a disk is nearly full', async (context) => {
    if (disk === null) return context.skip('this user may not mount a disk')
    await expectAlert('DiskLow', async () => writeFileSync(path.join(disk!, 'full'), Buffer.alloc(1_000_000)))
  })

  it('an alert fires when one acknowledged answer was lost', async () => {
    const exam = await startedExam(server)
    await exam.save({ events: exam.events.slice(0, 3) })
    await exam.submit({ answers: [], events: [] })
    await expectAlert('AnswerDifference', async () => {
      const lost = exam.events[4]!
      await run(`insert into answer_events (attempt_id, question_id, value, epoch, seq, device_id, phase)
        values ('${exam.attemptId}', '${lost.question_id}', '${JSON.stringify(lost.value)}', 1, 1, '', 'in_time')`)
      await run(`update submissions set received_at = now() - interval '1 hour' where attempt_id = '${exam.attemptId}'`)
      await run(`update answer_watch set through_at = now() - interval '61 minutes'`)
      await watchAnswers(server.services)
    })
  })

  it('alerts fire when nothing compares answers any more, when gradings fail, and when a grade is late or owed', async () => {
    await expectAlert('AnswerWatchBehind', async () => {
      await run(`update answer_watch set through_at = now() - interval '1 day'`)
      await run(`update submissions set received_at = now() - interval '2 hours'`)
    })
    const exam = await startedExam(server)
    await expectAlert('GradingFails', () =>
      withFailingGrading([server], async () => {
        await exam.submit({ answers: [], events: [] })
      }),
    )
    await exam.result()
    await expectAlert('GradesLate', async () => {
      await run(`update attempts set state = 'submitted', processing_since = now() - interval '6 minutes'
        where id = '${exam.attemptId}'`)
    })
    await expectAlert('GradesOwed', async () => {
      await run(`update attempts set state = 'failed', failure = 'results_failed', sweep_after = now() + interval '1 day'
        where id = '${exam.attemptId}'`)
    })
  })

  it('alerts fire when a process does not run its jobs, when a queue is stuck, and when the process is gone', async () => {
    const { jobs, db } = server.services
    // /readyz remembers the full disk of before for five seconds.
    await until(async () => (await fetch(`${server.origin}/readyz`)).status === 200)
    await expectAlert('NotReady', async () => {
      // The loops of its jobs end as if they had died; the rest of the process lives.
      jobs.rest()
      await until(async () => (await fetch(`${server.origin}/readyz`)).status === 503)
    })
    await expectAlert('QueueStuck', async () => {
      await jobs.add(db, 'send-mail', { mail_id: crypto.randomUUID() })
      await run(`update pgboss.job set start_after = now() - interval '10 minutes' where name = 'send-mail'`)
    })
    await expectAlert('ProcessDown', () => server.app.close())
  })
})
