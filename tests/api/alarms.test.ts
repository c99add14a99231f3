import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openAlarmSource } from '../../server/alarms/open-alarm-source.ts'
import { users } from '../../server/db/schema/accounts.ts'
import { alarms } from '../../server/db/schema/alarms.ts'
import { announceAlarmEnds } from '../../server/features/exams/alarms-of-exams.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { until } from '../support/exam-calls.ts'
import { type MockAlarms, startMockAlarms } from '../support/mock-alarms.ts'
import { loopbackPolicy, type MockPushService, startMockPushService } from '../support/mock-push-service.ts'
import { newcomer, Person } from '../support/person.ts'
import { noteStatements } from '../support/sent-statements.ts'
import { startedExam } from '../support/started-exam.ts'

let provider: MockAlarms
let pushService: MockPushService
let server: TestServer
let other: TestServer
const options = () =>
  ({
    alarms: provider.config('alerts-in-ua'),
    pushPolicy: loopbackPolicy,
    logLevel: 'silent',
    rounds: 'by hand',
  }) as const
beforeAll(async () => {
  provider = await startMockAlarms()
  pushService = await startMockPushService()
  server = await startTestServer(options())
  other = await startTestServer({ ...options(), sharing: server })
})
afterAll(async () => {
  await other.close()
  await server.close()
  await provider.close()
  await pushService.close()
})
beforeEach(async () => {
  provider.fail(null)
  for (const place of ['UA-32', 'UA-30', 'UA-43'] as const) provider.set(place, 'N')
  await server.services.db.delete(alarms)
  await server.services.db.execute(sql`update attempts set state = 'failed', is_open = false`)
  await due()
  provider.asked.length = 0
})

const run = (text: ReturnType<typeof sql>) => server.services.db.execute(text)
const due = () => run(sql`update alarm_turns set next_at = now()`)
const pass = async (seconds: number) => {
  const older = sql.raw(`interval '${seconds} seconds'`)
  await run(sql`update alarms set since = since - ${older}, seen_at = seen_at - ${older}, quiet_at = quiet_at - ${older},
    ended_at = ended_at - ${older}`)
  await run(sql`update alarm_turns set next_at = next_at - ${older}`)
}
async function round(of: TestServer = server): Promise<void> {
  await of.services.alarms!.round()
  await announceAlarmEnds(of.services)
}
const known = async (of: TestServer = server) => {
  const { body } = await new Person(of).get('/api/alarms/')
  return body.alarms.map(({ region, ended_at }: { region: string; ended_at: string | null }) => [
    region,
    ended_at === null ? 'stands' : 'ended',
  ])
}
const current = [['UA-32', 'stands']]
const ended = [['UA-32', 'ended']]

/** Starts an exam of a person in this region, that of Kyiv by default. */
async function examInRegion(region = 'UA-32') {
  const exam = await startedExam(server)
  await exam.person.put('/api/user/profile/', { region })
  const guest = new Person(server)
  return {
    ...exam,
    pause: (cause = 'alarm') =>
      guest.post(`/api/exam-pause/${exam.purchaseId}/`, {
        ticket: exam.ticket,
        events: [],
        more: false,
        pauses: [{ name: `pause-${crypto.randomUUID()}`, device_id: 'phone', cause, began_ago_ms: 0 }],
      }),
    resume: () =>
      guest.post(`/api/exam-resume/${exam.purchaseId}/`, { ticket: exam.ticket, events: [], device_id: 'phone' }),
    told: async () =>
      (await exam.person.get('/api/notifications/')).body.results.filter(
        ({ kind }: { kind: string }) => kind === 'alarm-over',
      ),
  }
}

describe.each(['alerts-in-ua', 'ukrainealarm'] as const)('the alarm provider %s by its published protocol', (name) => {
  const source = () => openAlarmSource(provider.config(name))

  it('the alarm source lists the regions under an alarm as a whole, and those with an alarm in a part', async () => {
    provider.set('UA-32', 'A')
    provider.set('UA-43', 'A')
    provider.set('UA-30', 'P')
    expect(await source().ask()).toMatchObject({ whole: expect.arrayContaining(['UA-32', 'UA-43']), part: ['UA-30'] })
  })

  it('the alarm source makes one request to learn that nothing has changed, and returns the same list', async () => {
    const asks = source()
    provider.set('UA-32', 'A')
    const first = await asks.ask()
    provider.asked.length = 0
    expect(await asks.ask()).toBe(first)
    expect(provider.asked).toHaveLength(1)
    provider.set('UA-32', 'N')
    expect((await asks.ask()).whole).toEqual([])
  })

  it('the alarm source waits for a provider that replies late', async () => {
    provider.fail('late')
    expect((await source().ask()).whole).toEqual([])
  })

  it.each([
    ['refused', 3600],
    ['too-often', 90],
    ['odd', null],
    ['endless', null],
  ] as const)(
    'the alarm source takes an unusable reply of the provider (%s) for no answer',
    async (fault, pauseSeconds) => {
      provider.fail(fault)
      await expect(source().ask()).rejects.toMatchObject({ name: 'AlarmsUnanswered', pauseSeconds })
    },
  )

  it('the provider refuses another key, and the alarm source asks for a pause of an hour', async () => {
    const asks = openAlarmSource({ ...provider.config(name), key: 'stolen' })
    await expect(asks.ask()).rejects.toMatchObject({ pauseSeconds: 3600 })
  })
})

it('the server gives up a silent alarm provider within seven seconds', async () => {
  provider.fail('silent')
  const since = performance.now()
  const asks = (['alerts-in-ua', 'ukrainealarm'] as const).map((name) => openAlarmSource(provider.config(name)).ask())
  for (const ask of await Promise.allSettled(asks)) {
    expect(ask).toMatchObject({ reason: { name: 'AlarmsUnanswered', pauseSeconds: null } })
  }
  expect(performance.now() - since).toBeLessThan(7_000)
})

/** Starts an exam with a region, and lets both processes ask once. */
async function bothHaveAsked(): Promise<void> {
  await examInRegion()
  for (const process of [server, other]) {
    await due()
    await round(process)
  }
  await due()
  provider.asked.length = 0
}

describe('requests to the alarm provider', () => {
  it('the server asks the alarm provider only during an exam of a person with a region, and in its pause', async () => {
    const asks = async () => {
      await due()
      provider.asked.length = 0
      await round()
      return provider.asked.length
    }
    expect(await asks()).toBe(0)
    await examInRegion('')
    expect(await asks()).toBe(0)
    const exam = await examInRegion()
    expect(await asks()).toBe(1)
    await exam.pause()
    expect(await asks()).toBe(1)
    await exam.resume()
    await exam.submit({ answers: [] })
    expect(await asks()).toBe(0)
  })

  it('all processes together ask the alarm provider once in 15 seconds, and each of them knows the reply', async () => {
    await examInRegion()
    provider.set('UA-32', 'A')
    await Promise.all([round(), round(other), round(), round(other)])
    expect(provider.asked).toHaveLength(1)
    await Promise.all([round(), round(other)])
    expect([await known(), await known(other)]).toEqual([current, current])
    await pass(15)
    await round(other)
    expect(provider.asked).toHaveLength(2)
  })

  it.each([
    ['refused', 3600],
    ['too-often', 90],
  ] as const)(
    'after a refusal of the alarm provider (%s), no process asks again before its pause is over',
    async (fault, seconds) => {
      await bothHaveAsked()
      provider.fail(fault)
      await round()
      provider.fail(null)
      await pass(seconds - 15)
      await Promise.all([round(), round(other)])
      expect(provider.asked).toHaveLength(1)
      await pass(15)
      await round(other)
      expect(provider.asked).toHaveLength(2)
    },
  )
})

it('a process that has just started asks once more an alarm provider that had refused the key', async () => {
  await bothHaveAsked()
  provider.fail('refused')
  await round()
  provider.fail(null)
  await round(other)
  expect(provider.asked).toHaveLength(1)
  const mended = await startTestServer({ ...options(), sharing: server })
  try {
    await Promise.all([round(mended), round(mended), round(), round(other)])
    expect(provider.asked).toHaveLength(2)
  } finally {
    await mended.close()
  }
})

describe('an alarm', () => {
  beforeEach(async () => {
    await examInRegion()
    provider.set('UA-32', 'A')
    await round()
  })
  const next = async (seconds = 15) => {
    await pass(seconds)
    await round()
  }

  it('an alarm that flaps every 45 seconds has not ended, and keeps its start', async () => {
    const [before] = await server.services.db.select().from(alarms)
    for (const state of ['N', 'A', 'N', 'A'] as const) {
      provider.set('UA-32', state)
      await next(45)
      expect(await known()).toEqual(current)
    }
    const [after] = await server.services.db.select().from(alarms)
    expect(Math.round((+before!.since - +after!.since) / 1000)).toBe(180)
  })

  it('an alarm ends when two replies a minute apart no longer list it', async () => {
    provider.set('UA-32', 'N')
    await next()
    await next(50)
    expect(await known()).toEqual(current)
    await next()
    expect(await known()).toEqual(ended)
  })

  it('an alarm in a part of a region does not begin an alarm there, but keeps a current one from ending', async () => {
    provider.set('UA-30', 'P')
    provider.set('UA-32', 'P')
    for (const seconds of [15, 60, 60, 200, 200]) await next(seconds)
    expect(await known()).toEqual(current)
    provider.set('UA-32', 'N')
    await next()
    expect(await known()).toEqual(current)
    await next(61)
    expect(await known()).toEqual(ended)
  })

  it('after five minutes without news of it an alarm is not shown, and it has not ended', async () => {
    provider.fail('odd')
    await next(290)
    expect(await known()).toEqual(current)
    await next(15)
    expect(await known()).toEqual([])
    provider.fail(null)
    await next()
    expect(await known()).toEqual(current)
  })

  it('the server replies to a request for alarms from memory, with 304 if its ETag is current', async () => {
    const ask = (headers = {}) => fetch(`${server.origin}/api/alarms/`, { headers })
    const first = await ask()
    // A job sends letters of the tests before; its statements would be recorded too.
    const unsent = 'select from mails where sent_at is null'
    await expect.poll(async () => (await server.services.pool.query(unsent)).rowCount, { timeout: 10_000 }).toBe(0)
    const sent = noteStatements()
    const again = await ask({ 'if-none-match': first.headers.get('etag')! })
    // The job queue polls meanwhile, on a connection of its own.
    const asked = sent.allBut({} as pg.Client).filter(({ text }) => !text.includes('pgboss'))
    sent.stop()
    expect([again.status, asked]).toEqual([304, []])
    provider.set('UA-30', 'A')
    await next()
    expect(await known()).toEqual([['UA-30', 'stands'], ...current])
  })
})

describe('the end of an alarm', () => {
  const over = async () => {
    provider.set('UA-32', 'N')
    for (const seconds of [15, 61]) {
      await pass(seconds)
      await server.services.alarms!.round()
    }
    const { services } = server
    await Promise.all([services, other.services, services].map(announceAlarmEnds))
  }
  /** Starts an alarm, and the pauses of `begin` within it. */
  async function alarmWith(begin: () => Promise<unknown>): Promise<void> {
    provider.set('UA-32', 'A')
    await due()
    await round()
    await begin()
  }

  it('a person whose exam is paused for an alarm is notified of its end once, whichever process finds it', async () => {
    const exam = await examInRegion()
    await alarmWith(() => exam.pause())
    await round()
    expect(await exam.told()).toEqual([])
    await over()
    await Promise.all([round(other), round()])
    const news = await exam.told()
    expect(news).toMatchObject([{ title: 'Тривогу скасовано' }])
    expect(news[0].message).toContain('Усе, що ви відповіли, збережено.')
    expect((await exam.resume()).body.state).toBe('open')
  })

  it('a browser with a push subscription for running exams gets a push message when the alarm ends', async () => {
    const exam = await examInRegion()
    const mailbox = pushService.subscribe()
    const { endpoint, p256dh, auth } = mailbox
    const { public_key } = (await exam.person.get('/api/push/')).body
    const kinds = ['exam-running']
    await exam.person.put('/api/push/subscription/', { endpoint, p256dh, auth, kinds, public_key })
    await alarmWith(() => exam.pause())
    await over()
    await until(async () => mailbox.messages.length > 0)
    expect(mailbox.messages.map(({ message }) => message)).toMatchObject([
      {
        title: 'Тривогу скасовано',
        path: expect.stringMatching(`^/exam/.+/${exam.purchaseId}$`),
        attempt: exam.attemptId,
      },
    ])
  })

  it('nobody is notified of an alarm’s end in a pause for a power cut, in another region, or after the pause', async () => {
    const [dark, elsewhere, back] = [await examInRegion(), await examInRegion('UA-30'), await examInRegion()]
    await alarmWith(() => Promise.all([dark.pause('power'), elsewhere.pause(), back.pause().then(() => back.resume())]))
    await over()
    for (const exam of [dark, elsewhere, back]) expect(await exam.told()).toEqual([])
  })

  it('a person who pauses an exam today is not notified of the end of yesterday’s alarm', async () => {
    const exam = await examInRegion()
    await alarmWith(async () => {})
    await pass(86_400)
    await exam.pause()
    await due()
    await over()
    expect(await exam.told()).toEqual([])
  })
})

describe('the region of a person', () => {
  it('a person may choose a known region and take it back, and the export of their data has it', async () => {
    const person = await newcomer(server)
    const profile = async () => (await person.get('/api/user/profile/')).body.region
    expect(await profile()).toBe('')
    expect((await person.put('/api/user/profile/', { region: 'UA-32' })).body.region).toBe('UA-32')
    expect((await person.get('/api/user/export/')).body.account.region).toBe('UA-32')
    expect((await person.put('/api/user/profile/', { first_name: 'Оксана' })).body.region).toBe('UA-32')
    for (const region of ['UA-99', 'Київ', 7, 'UA-32\n']) {
      expect((await person.put('/api/user/profile/', { region })).status).toBe(400)
    }
    await person.put('/api/user/profile/', { region: null })
    expect(await profile()).toBe('')
  })

  it('the profile has no region on a server without an alarm provider', async () => {
    const silent = await startTestServer({ sharing: server, alarms: null, rounds: 'by hand' })
    try {
      const person = await newcomer(silent)
      expect((await person.get('/api/user/profile/')).body).not.toHaveProperty('region')
      expect(await known(silent)).toEqual([])
      const [row] = await server.services.db.select().from(users).where(eq(users.id, person.userId!))
      expect(row!.region).toBe('')
    } finally {
      await silent.close()
    }
  })
})
