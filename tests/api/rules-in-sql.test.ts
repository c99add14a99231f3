import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAfterDeliverySeconds } from '#contract/exam.ts'
import { databaseNow, type Queries } from '../../server/db/connect.ts'
import { attempts } from '../../server/db/schema/attempts.ts'
import { Failure } from '../../server/failure.ts'
import {
  countedOf,
  readContested,
  readStoredAnswers,
  winnersOf,
  winningEvents,
  winningEventsOf,
} from '../../server/features/exams/answers/answer-events.ts'
import type { AnswerShapes } from '../../server/features/exams/answers/answer-shapes.ts'
import { examsGiven } from '../../server/features/purchases/exam-count.ts'
import {
  buildExpiryMinutes,
  gradingExpiryMinutes,
  lapseOf,
  type Phase,
} from '../../server/features/exams/attempt-clock.ts'
import { beginAtOnce } from '../../server/features/exams/answer/begin-at-once.ts'
import { contestedAnswers } from '../../server/features/exams/answers/contested-events.ts'
import { isDue } from '../../server/features/exams/exam-jobs.ts'
import { examUse } from '../../server/features/exams/exam-use.ts'
import { openAtOnce } from '../../server/features/exams/open/open-at-once.ts'
import { findOrOpenAttempt } from '../../server/features/exams/open/open-attempt.ts'
import { saveAnswers } from '../../server/features/exams/answer/save-answers.ts'
import { type Outcome, saveAtOnce } from '../../server/features/exams/answer/save-at-once.ts'
import { ticketHash } from '../../server/features/exams/ticket.ts'
import { breachesOfOffer } from '../../server/features/operator/refund-rule.ts'
import type { Services } from '../../server/services.ts'
import type { Chance } from '../money/chance.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import {
  drawFacts,
  drawSome,
  expectOneRule,
  itIsOneRule,
  millisecond,
  momentAt,
  ordinaryOf,
  type RuleCampaign,
  second,
  seed,
  Stage,
} from '../support/rule-campaign.ts'
import { startedExam } from '../support/started-exam.ts'

let server: TestServer
let stage: Stage
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
  stage = await Stage.open(server)
})
afterAll(async () => {
  await stage.close()
  await server.close()
})

/** One question, because a paper is drawn in each case. */
const quicklyDrawn = { parts: [{ family: 'math-series', difficulties: [0] }] }

const servicesOn = (tx: Queries): Services => ({ ...server.services, db: tx as Services['db'] })

/** The result, or the code of the refusal. */
async function outcomeOf<T>(asked: Promise<T>): Promise<T | string> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}

/** Moments around now, in microseconds, for comparisons in which the order of two matters. */
const around = [0, 0, 0, 1, -1, millisecond, -millisecond, 999, -999] as const

describe('the rule whether an exam may be opened: `mayOpen` and `findOrOpenAttempt`', () => {
  interface Stored {
    mode: 'exam' | 'training' | 'practice'
    state: 'building' | 'ready' | 'open' | 'paused' | 'submitted' | 'graded' | 'failed'
    /** Why the server gave a begun attempt back; null: it did not. */
    failure: string | null
    startKey: string | null
    isStarted: boolean
    /** When an open attempt closes by itself, in microseconds after now. */
    lateUntil: number
  }
  interface Facts {
    now: number
    status: string
    expires: number | null
    isTheirs: boolean
    isErased: boolean
    isClosed: boolean
    isBlocked: boolean
    examAttempts: number
    grants: number
    startKey: string | undefined
    extraTimeFactor: number
    durationMinutes: number
    stored: Stored[]
  }
  const isOpen = ({ state }: Stored) => ['building', 'ready', 'open', 'paused'].includes(state)
  const values = {
    now: [0, 1, 500, 999],
    status: ['paid', 'pending', 'failed', 'expired', 'refunded'],
    expires: [3600 * second, null, ...around],
    isTheirs: [true, false],
    isErased: [false, true],
    isClosed: [false, true],
    isBlocked: [false, true],
    examAttempts: [2, 0, 1, 3],
    grants: [0, 1, 2],
    startKey: ['a', undefined, 'b', 'c'],
    extraTimeFactor: [1, 1.25, 1.1, 2],
    durationMinutes: [10, 1, 7, 90],
    stored: [[]] as Stored[][],
  } as const

  function drawStored(chance: Chance): Stored {
    const stored = drawFacts<Stored>(chance, {
      mode: ['exam', 'training', 'practice'],
      state: ['graded', 'submitted', 'failed', 'open', 'paused', 'ready', 'building'],
      failure: ['results_failed', null],
      startKey: [null, 'a', 'b', 'c', 'd'],
      isStarted: [true, false],
      lateUntil: [3600 * second, ...around],
    })
    // As the product writes: an open attempt has begun exactly if its clock runs, and only a closed one was given back.
    const isStarted = isOpen(stored)
      ? stored.state === 'open' || stored.state === 'paused'
      : stored.isStarted || stored.state !== 'failed'
    return { ...stored, isStarted, failure: isOpen(stored) || chance.is(0.5) ? null : stored.failure }
  }

  /** Drops what the indexes refuse: two open attempts of a mode, two of a start key. */
  function possible(stored: Stored[]): Stored[] {
    const [modes, keys] = [new Set<string>(), new Set<string>()]
    return stored.filter((one) => {
      const isTaken = (isOpen(one) && modes.has(one.mode)) || (one.startKey !== null && keys.has(one.startKey))
      if (isTaken) return false
      if (isOpen(one)) modes.add(one.mode)
      if (one.startKey !== null) keys.add(one.startKey)
      return true
    })
  }

  const draw = (chance: Chance): Facts => ({
    ...drawFacts<Facts>(chance, values as never),
    stored: possible(drawSome(chance, 4, () => drawStored(chance))),
  })

  let userId: string
  let strangerId: string
  let purchaseId: string
  beforeAll(async () => {
    const [buyer, stranger] = [await newcomer(server), await newcomer(server)]
    purchaseId = await givePurchase(server, buyer, 'verbalnij-proba', { blueprint: quicklyDrawn })
    ;[userId, strangerId] = [buyer.userId!, stranger.userId!]
  })

  async function write(tx: Queries, facts: Facts): Promise<void> {
    const now = (micros: number) => momentAt(facts.now + micros)
    const query = (text: string, values: unknown[]) => stage.ask(text, values)
    await query(
      `with bought as (
         update purchases set status = $2, expires_at = $3, exam_attempts = $4, extra_time_factor = $5, duration_minutes = $6
         where id = $1 returning id),
       granted as (insert into exam_grants (purchase_id) select id from bought, generate_series(1, $7::int))
       update users set erased_at = $9, closed_at = $10, is_active = $11 where id = $8`,
      [
        purchaseId,
        facts.status,
        facts.expires === null ? null : now(facts.expires),
        facts.examAttempts,
        facts.extraTimeFactor,
        facts.durationMinutes,
        facts.grants,
        userId,
        facts.isErased ? now(0) : null,
        facts.isClosed ? now(0) : null,
        !facts.isBlocked,
      ],
    )
    for (const [place, one] of facts.stored.entries()) {
      await tx.insert(attempts).values({
        ...neverLookedAt(),
        purchaseId,
        userId,
        mode: one.mode,
        state: one.state,
        isOpen: isOpen(one),
        failure: one.state === 'failed' ? (one.failure ?? 'build_failed') : one.failure,
        startKey: one.startKey,
        createdAt: new Date(now((place - 10) * second)),
        builtAt: new Date(now(0)),
        deliveredAt: one.state === 'building' ? null : new Date(now(0)),
        startedAt: one.isStarted ? new Date(now((place - 10) * second)) : null,
        lateUntil: one.isStarted ? new Date(now(one.lateUntil)) : null,
        deadlineAt: one.isStarted ? new Date(now(one.lateUntil)) : null,
        submittedAt: one.state === 'graded' || one.state === 'submitted' ? new Date(now(0)) : null,
        processingSince: one.state === 'submitted' ? new Date(now(0)) : null,
      })
    }
  }

  const make = (): RuleCampaign<Facts> => ({
    ordinary: ordinaryOf<Facts>(values as never),
    draw,
    differ: (facts) =>
      stage.play(facts.now, async (tx) => {
        await write(tx, facts)
        const opening = { purchaseId, userId: facts.isTheirs ? userId : strangerId, startKey: facts.startKey }
        const opened = await stage.attempt(tx, async (tx) => {
          const said = await openAtOnce(servicesOn(tx), opening)
          return said === 'not ordinary' ? said : openedNow(facts)
        })
        const careful = await stage.attempt(tx, async (tx) => {
          const said = await outcomeOf(findOrOpenAttempt(servicesOn(tx), { ...opening, mode: 'exam' }))
          if (typeof said === 'string') return said
          return (await openedNow(facts)) ?? 'one is open'
        })
        // Only the careful way closes an open attempt whose time is over.
        const mayCloseFirst = facts.stored.some((one) => one.mode === 'exam' && isOpen(one))
        if (opened === 'not ordinary') {
          return typeof careful === 'string' || mayCloseFirst ? null : 'TypeScript opens one, SQL does not'
        }
        if (typeof careful === 'string') return `SQL opens one, TypeScript says ${careful}`
        const [one, other] = [JSON.stringify(opened), JSON.stringify(careful)]
        return one === other ? null : `SQL opens ${one}, TypeScript ${other}`
      }),
  })

  /** The new attempt, without its random columns. */
  async function openedNow({ stored }: Facts): Promise<object | null> {
    const { rows } = await stage.ask(
      `select purchase_id, user_id, mode, is_open, start_key, epoch, duration_seconds, late_seconds, started_at
       from attempts where purchase_id = $1 and exam_cache_key <> 'stored'`,
      [purchaseId],
    )
    expect(rows.length, `${stored.length} were stored`).toBeLessThan(2)
    return (rows[0] as object | undefined) ?? null
  }

  itIsOneRule(() => stage, make, {
    cases: 50,
    bugs: [
      { name: 'a refunded purchase opens an exam', find: "p.status = 'paid'", replace: "p.status <> 'pending'" },
      {
        name: 'a purchase opens an exam at the moment of its end',
        find: 'p.expires_at > clock',
        replace: 'p.expires_at >= clock',
      },
      {
        name: 'a purchase without an end opens no exam',
        find: 'clock_timestamp(), true)',
        replace: 'clock_timestamp(), false)',
      },
      { name: 'a start key opens a second exam', find: 'or a.start_key = $3', replace: 'or false' },
      { name: 'a call without a start key opens a second exam', find: 'or $3::text is null', replace: 'or false' },
      {
        name: 'an open training prevents an exam',
        find: "a.mode = 'exam' and (a.is_open",
        replace: 'true and (a.is_open',
      },
      {
        name: 'an exam that was given back and graded later counts as spent',
        // Finds the whole expression: the careful way has the count too, and would also count wrongly.
        find: `${examsGiven} > ${examUse.spent}`,
        replace: `${examsGiven} > ${examUse.spent.replace('and a.failure is null', '')}`,
      },
      {
        name: 'exams that operators granted do not count',
        find: '(p.exam_attempts + (select',
        replace: '(p.exam_attempts + 0 * (select',
      },
    ],
  })
})

/** Columns that an attempt must have and no rule reads. */
const neverLookedAt = () => ({
  examCacheKey: 'stored',
  seed: 'stored',
  submissionKey: crypto.randomUUID(),
  ticketSalt: 'stored',
  ticketHash: crypto.randomUUID(),
  durationSeconds: 600,
  lateSeconds: 0,
})

/** The stored attempt and its answers, without the numbers of rows. */
async function storedOf(attemptId: string): Promise<string> {
  const { rows } = await stage.ask(
    `select to_jsonb(a) as attempt, (
       select jsonb_agg(to_jsonb(e) - 'id' order by e.question_id, e.epoch, e.seq, e.device_id)
       from answer_events e where e.attempt_id = a.id) as events
     from attempts a where a.id = $1`,
    [attemptId],
  )
  return JSON.stringify(rows)
}

interface AttemptFacts {
  now: number
  mode: 'exam' | 'training' | 'practice'
  state: string
  isOpen: boolean
  epoch: number
  delivered: number | null
  /** Deadline of an open attempt, in microseconds after the arrival of the call; null: none. */
  deadline: number | null
  durationSeconds: number
  lateSeconds: number
  isClosed: boolean
  isBlocked: boolean
  isAtItsPurchase: boolean
  /** End of a paused attempt's pause, in microseconds after the arrival of the call; null: none. */
  pausedUntil: number | null
}

const attemptValues = {
  now: [0, 1, 500, 999],
  mode: ['exam', 'training', 'practice'],
  state: ['open', 'paused', 'ready', 'building', 'submitted', 'failed'],
  isOpen: [true, false],
  epoch: [1, 2, 3],
  delivered: [-60 * second, null],
  deadline: [600 * second, null],
  durationSeconds: [600, 1, 5400],
  lateSeconds: [86_400, 0, 29, 30, 31],
  isClosed: [false, true],
  isBlocked: [false, true],
  isAtItsPurchase: [true, false],
  pausedUntil: [null, -second, 0, 60 * second],
} satisfies { [Key in keyof AttemptFacts]: readonly AttemptFacts[Key][] }

type Exam = Awaited<ReturnType<typeof startedExam>>

async function writeAttempt(tx: Queries, exam: Exam, facts: AttemptFacts, more: object = {}): Promise<void> {
  const at = (micros: number | null) => (micros === null ? null : new Date(momentAt(facts.now + micros)))
  const { mode, state, isOpen, epoch, durationSeconds, lateSeconds, deadline, delivered } = facts
  const isBegun = state === 'open' || state === 'paused' || state === 'submitted'
  const values = { mode, state, isOpen, epoch, durationSeconds, lateSeconds, ...more }
  await stage.ask('update users set closed_at = $2, is_active = $3 where id = $1', [
    exam.person.userId,
    facts.isClosed ? momentAt(0) : null,
    !facts.isBlocked,
  ])
  await tx
    .update(attempts)
    .set({
      ...values,
      createdAt: at(-300 * second)!,
      builtAt: at(-200 * second),
      deliveredAt: at(delivered),
      startedAt: isBegun ? at(-60 * second) : null,
      deadlineAt: isBegun ? at(deadline) : null,
      lateUntil: isBegun && deadline !== null ? at(deadline + Math.max(lateSeconds, 30) * second) : null,
      pausedUntil: isBegun ? at(facts.pausedUntil) : null,
      processingSince: state === 'submitted' ? at(0) : null,
      submittedAt: state === 'submitted' ? at(0) : null,
      failure: state === 'failed' ? 'build_failed' : null,
    })
    .where(eq(attempts.id, exam.attemptId))
}

/** Rows with which each single statement leaves a call to the careful way. They make the test play the careful way. */
const leftAlone = (now: number) => {
  const row = { is_saved: false, arrived_at: new Date(momentAt(now)) }
  return { begin_at_once: [], save_answers_at_once: [row], save_answer_at_once: [row] }
}

/** How the statement of `tryIt` and the careful way differ, or null. The statement must change nothing for a call it leaves. */
async function differAtOnce(
  tx: Queries,
  { exam, now, isAtItsPurchase }: { exam: Exam; now: number; isAtItsPurchase: boolean },
  body: Parameters<typeof saveAnswers>[2],
  { shapes, tryIt }: { shapes: AnswerShapes; tryIt: (tx: Queries, place: Place) => Promise<Outcome> },
): Promise<string | null> {
  const purchaseId = isAtItsPurchase ? exam.purchaseId : crypto.randomUUID()
  const before = await storedOf(exam.attemptId)
  const alone = await stage.attempt(tx, async (tx) => {
    const { saved } = await tryIt(tx, { ticketHash: ticketHash(exam.ticket), purchaseId })
    return { isDone: saved !== null, after: await storedOf(exam.attemptId) }
  })
  if (!alone.isDone) return alone.after === before ? null : 'SQL leaves it alone, and changes something'
  const services = { answerShapes: { ofTicket: async () => shapes, keep: () => undefined } }
  const whole = async (tx: Queries) => {
    const said = saveAnswers({ ...servicesOn(tx), ...services }, purchaseId, { ticket: exam.ticket, ...body }, nobody)
    const reply = await outcomeOf(said)
    // The order of the questions does not matter.
    const marks = typeof reply === 'string' ? [] : Object.entries(reply.marks).sort()
    return { reply: typeof reply === 'string' ? reply : { ...reply, marks }, stored: await storedOf(exam.attemptId) }
  }
  const quick = JSON.stringify(await stage.attempt(tx, whole))
  const careful = JSON.stringify(await stage.attemptWithout(tx, leftAlone(now), whole))
  return quick === careful ? null : `SQL says ${quick}, TypeScript ${careful}`
}
const nobody = async () => null
type Place = Parameters<typeof beginAtOnce>[1]

describe('the rule how an exam begins: `beginAtOnce`, and `startMarks` with `lapseOf`', () => {
  const values = {
    ...attemptValues,
    pausedUntil: [null],
    state: ['ready', 'open', 'paused', 'building', 'submitted', 'failed'],
    delivered: [
      -60 * second,
      null,
      0,
      // The moment at which it begins by itself, and around that.
      ...around.map((micros) => micros - startAfterDeliverySeconds * second),
      // Clocks are stored in whole milliseconds: starts a millisecond apart may be stored as one moment.
      -startAfterDeliverySeconds * second - 2 * millisecond,
      -5000 * second,
    ],
  } satisfies { [Key in keyof AttemptFacts]: readonly AttemptFacts[Key][] }

  let exam: Exam
  let begun = 0
  beforeAll(async () => {
    exam = await startedExam(server)
  })

  const make = (): RuleCampaign<AttemptFacts> => ({
    ordinary: ordinaryOf<AttemptFacts>(values),
    draw: (chance) => drawFacts<AttemptFacts>(chance, values),
    differ: (facts) =>
      stage.play(facts.now, async (tx) => {
        await writeAttempt(tx, exam, facts)
        return differAtOnce(
          tx,
          { exam, ...facts },
          { begin: true, events: [] },
          {
            shapes: new Map(),
            async tryIt(tx, place) {
              const outcome = await beginAtOnce(tx, place)
              if (outcome.saved !== null) begun += 1
              return outcome
            },
          },
        )
      }),
  })

  it('the statement of `beginAtOnce` itself begins an exam more than three times in 20 drawn cases', async () => {
    begun = 0
    await expectOneRule(make(), stage, { seed: seed + 2, cases: 20 })
    expect(begun).toBeGreaterThan(3)
  })

  itIsOneRule(() => stage, make, {
    cases: 50,
    bugs: [
      {
        name: 'an exam without late time has no grace',
        find: 'greatest(a.late_seconds, 30)',
        replace: 'a.late_seconds',
      },
      {
        name: 'the clock of a late start begins with the press',
        find: "interval '120 seconds'",
        replace: "interval '120003 milliseconds'",
      },
      {
        name: 'the late time is counted from the start',
        find: '(a.duration_seconds + greatest',
        replace: '(0 * a.duration_seconds + greatest',
      },
      { name: 'a training has a deadline', find: "and a.mode = 'exam'", replace: '' },
      {
        name: 'a blocked person begins an exam',
        find: 'from (select u.id from users u where u.is_active and',
        replace: 'from (select u.id from users u where',
      },
      {
        name: 'the start keeps its microseconds',
        find: "date_trunc('milliseconds', statement_timestamp())",
        replace: 'statement_timestamp()',
      },
    ],
  })
})

describe('the rule which answers are saved: `saveAtOnce` and `appendEvents`', () => {
  interface Kept {
    question: number
    value: number
    epoch: number
    seq: number
    device: string
    /** The event's arrival, in microseconds after now. */
    received: number
    /** As earlier releases wrote it, with the name of the first device in each row. */
    isOldForm: boolean
  }
  type Sent = Pick<Kept, 'question' | 'value' | 'seq'> & Partial<Pick<Kept, 'epoch' | 'device'>>
  interface Facts extends AttemptFacts {
    kept: Kept[]
    /** Number of further events of the first question, the earliest of all. */
    crowd: number
    sent: Sent[]
    device: string
    sentEpoch: number
    /** Whether this process has stored an answer of the attempt: then another statement takes a single event. */
    isSeen: boolean
    isToldOfRivals: boolean
  }
  const devices = ['phone', 'laptop', 'Phone'] as const
  const values = {
    ...attemptValues,
    deadline: [
      600 * second,
      null,
      0,
      // The end of the grace, and around it.
      ...around.map((micros) => micros - 30 * second),
      -31 * second,
    ],
    crowd: [0],
    device: devices,
    sentEpoch: [1, 0, 2, 3],
    isSeen: [true, false],
    isToldOfRivals: [false, true],
  }

  let exam: Exam
  let saved = 0
  const seen: AnswerShapes = new Map()
  beforeAll(async () => {
    exam = await startedExam(server)
    const shapes = await server.services.answerShapes.ofTicket(server.services.db, ticketHash(exam.ticket))
    for (const [id, shape] of shapes!) (seen as Map<string, unknown>).set(id, shape)
    // From now on this process has stored an answer of the attempt.
    const place = { ticketHash: ticketHash(exam.ticket), purchaseId: exam.purchaseId }
    const [last] = exam.events.slice(-1)
    expect((await saveAtOnce(server.services.db, place, seen, [last!])).saved).not.toBeNull()
  })

  const drawKept = (chance: Chance, most: number): Kept => ({
    question: chance.below(3),
    value: chance.below(3),
    epoch: chance.below(most + 1),
    seq: 1 + chance.below(4),
    device: chance.is(0.8) ? 'phone' : chance.pick(devices)!,
    received: chance.pick([-30 * second, -millisecond, -1, 0, 1, millisecond, 2 * second])!,
    isOldForm: chance.is(0.2),
  })

  function draw(chance: Chance): Facts {
    const plain = drawFacts<Facts>(chance, values as never)
    const epoch = plain.epoch
    const crowd = chance.is(0.2) ? 61 + chance.below(4) : 0
    return {
      ...plain,
      sentEpoch: chance.is(0.8) ? epoch : plain.sentEpoch,
      crowd,
      kept: drawSome(chance, 5, () => drawKept(chance, epoch)),
      sent: drawSome(chance, 4, () => {
        const { question: any, value, seq, device, epoch: other } = drawKept(chance, epoch)
        const question = crowd > 0 && chance.is(0.8) ? 0 : any
        const isOfAnother = chance.is(0.05) ? { device, epoch: other } : {}
        return { question, value, seq: seq + chance.below(4), ...isOfAnother }
      }),
    }
  }

  const valueOf = (question: number, value: number) =>
    value === 0 ? null : exam.questions[question]!.options![value - 1]!.id

  async function write(tx: Queries, facts: Facts): Promise<void> {
    const named = new Map(
      facts.kept.map((one) => [[one.question, one.epoch, one.seq, one.device].join(), one] as const),
    )
    const kept = [...named.values()]
    const crowd = Array.from({ length: facts.crowd }, (_, place) => ({
      question: 0,
      value: 1,
      epoch: 0,
      // Below every sent number: otherwise the careful way would decide, whatever the bound.
      seq: place - 100,
      device: kept[0]?.device ?? 'phone',
      received: -60 * second,
      isOldForm: false,
    }))
    const all = [...kept, ...crowd]
    const firstDevice = all[0]?.device ?? null
    await writeAttempt(tx, exam, facts, {
      firstDevice,
      hasOtherDevices: facts.isToldOfRivals || all.some(({ device }) => device !== firstDevice),
    })
    await stage.ask('delete from answer_events where attempt_id = $1', [exam.attemptId])
    await stage.ask(
      `insert into answer_events (attempt_id, question_id, value, epoch, seq, device_id, phase, received_at)
       select $1, question_id, value, epoch, seq, device_id, 'in_time', received_at from jsonb_to_recordset($2)
         as kept(question_id text, value jsonb, epoch int, seq int, device_id text, received_at timestamptz)`,
      [
        exam.attemptId,
        JSON.stringify(
          all.map(({ question, value, epoch, seq, device, received, isOldForm }) => ({
            question_id: exam.questions[question]!.id,
            value: valueOf(question, value),
            epoch,
            seq,
            device_id: device === firstDevice && !isOldForm ? '' : device,
            received_at: new Date(momentAt(facts.now + received)),
          })),
        ),
      ],
    )
  }

  const make = (): RuleCampaign<Facts> => ({
    ordinary: { ...ordinaryOf<Facts>(values as never), kept: [], sent: [{ question: 0, value: 1, seq: 1 }] },
    draw,
    differ: (facts) =>
      stage.play(facts.now, async (tx) => {
        await write(tx, facts)
        const events = facts.sent.map(({ question, value, seq, epoch = facts.sentEpoch, device = facts.device }) => ({
          question_id: exam.questions[question]!.id,
          value: valueOf(question, value),
          epoch,
          seq,
          device_id: device,
        }))
        const shapes = facts.isSeen ? seen : new Map(seen)
        return differAtOnce(
          tx,
          { exam, ...facts },
          { events },
          {
            shapes,
            async tryIt(tx, place) {
              const outcome = await saveAtOnce(tx, place, shapes, events)
              if (outcome.saved !== null) saved += 1
              return outcome
            },
          },
        )
      }),
  })

  it('the statement of `saveAtOnce` itself saves answers more than three times in 40 drawn cases', async () => {
    saved = 0
    await expectOneRule(make(), stage, { seed: seed + 2, cases: 40 })
    expect(saved).toBeGreaterThan(3)
  })

  itIsOneRule(() => stage, make, {
    cases: 50,
    bugs: [
      { name: 'a single answer may exceed the bound by one', find: 'kept >= 64', replace: 'kept > 64' },
      { name: 'a replaced answer holds', find: 'last_seq >= seq', replace: 'last_seq > seq' },
      {
        name: 'an answer after the grace counts',
        find: 'statement_timestamp() <= a.deadline_at',
        replace: "statement_timestamp() <= interval '1 millisecond' + a.deadline_at",
      },
      { name: 'an answer of an old epoch holds', find: 'a.epoch = $3', replace: '$3::int is not null' },
      { name: 'an answer of another device is overlooked', find: 'not a.has_rivals', replace: 'true' },
      {
        name: 'a second device counts as the first',
        find: '(a.first_device is null or a.first_device = $5)',
        replace: 'true',
      },
      {
        name: 'a second device counts as the first, for a single answer',
        find: 'and a.first_device = $5',
        replace: 'and $5::text is not null',
      },
      {
        name: 'a replaced answer holds, for a single answer',
        find: 'last_seq >= $7::int',
        replace: 'last_seq > $7::int + 1',
      },
      { name: 'several answers may exceed the bound by one', find: 'kept + $6 > 64', replace: 'kept + $6 > 65' },
      {
        name: 'an answer arrives before the one that it replaces',
        find: "greatest(date_trunc('milliseconds', statement_timestamp()), last_at + interval '1 millisecond')",
        replace: "date_trunc('milliseconds', statement_timestamp())",
      },
    ],
  })
})

describe('the rule which answer holds: `latestFirst` and contract/answer-merge.ts', () => {
  interface Given {
    question: number
    value: number | null
    epoch: number
    seq: number
    device: string
    phase: Phase
    received: number
    isOldForm: boolean
  }
  interface Facts {
    firstDevice: string
    given: Given[]
    /** Questions that are requested by id. */
    asked: number[]
  }
  // Names that languages sort otherwise than bytes.
  const devices = [
    'phone',
    'laptop',
    'Phone',
    'a-b',
    'a_b',
    'aB',
    'ab',
    'a',
    '~',
    '!',
    'phone~1f',
    'submit',
    '9',
    '10',
  ] as const

  let exam: Exam
  beforeAll(async () => {
    exam = await startedExam(server)
  })

  function draw(chance: Chance): Facts {
    // Few names and numbers, so that most have an equal.
    const some = Array.from({ length: 1 + chance.below(4) }, () => chance.pick(devices)!)
    const numbers = 1 + chance.below(3)
    return {
      firstDevice: some[0]!,
      given: drawSome(chance, 14, () => ({
        question: chance.below(3),
        value: chance.pick([0, 1, null])!,
        epoch: chance.below(numbers),
        seq: 1 + chance.below(numbers),
        device: chance.pick(some)!,
        phase: chance.pick(['in_time', 'in_time', 'late', 'late_whole', 'after_end', 'after_close'])!,
        received: chance.pick([0, 0, millisecond, second])!,
        isOldForm: chance.is(0.3),
      })),
      asked: [0, 1, 2].filter(() => chance.is(0.6)),
    }
  }

  const questionId = (question: number) => `q${question}`

  async function write(tx: Queries, { given, firstDevice }: Facts): Promise<void> {
    const named = new Map(given.map((one) => [[one.question, one.epoch, one.seq, one.device].join(), one] as const))
    await tx.update(attempts).set({ firstDevice, hasOtherDevices: true }).where(eq(attempts.id, exam.attemptId))
    const rows = [...named.values()].map(({ question, value, device, isOldForm, received, ...rest }) => ({
      ...rest,
      question_id: questionId(question),
      value,
      device_id: device === firstDevice && !isOldForm ? '' : device,
      received_at: momentAt(received),
    }))
    await stage.ask(
      `insert into answer_events (attempt_id, question_id, value, epoch, seq, device_id, phase, received_at)
       select $1, question_id, value, epoch, seq, device_id, phase, received_at from jsonb_to_recordset($2)
         as given(question_id text, value jsonb, epoch int, seq int, device_id text, phase text, received_at timestamptz)`,
      [exam.attemptId, JSON.stringify(rows)],
    )
  }

  const sorted = (events: { question_id: string }[]) =>
    JSON.stringify(events.toSorted((one, other) => (one.question_id < other.question_id ? -1 : 1)))

  const make = (): RuleCampaign<Facts> => ({
    ordinary: { firstDevice: 'phone', given: [], asked: [] },
    draw,
    differ: (facts) =>
      stage.play(0, async (tx) => {
        await write(tx, facts)
        const attempt = { ...(await tx.select().from(attempts).where(eq(attempts.id, exam.attemptId)))[0]! }
        const counted = countedOf((await readStoredAnswers(tx, attempt)).stored)
        const asked = facts.asked.map(questionId)
        const { contested, holding } = await readContested(tx, attempt)
        const reckoned = contestedAnswers(counted)
        const pairs = {
          winningEvents: [await winningEvents(tx, attempt.id), winnersOf(counted)],
          winningEventsOf: [
            await winningEventsOf(tx, attempt.id, asked),
            winnersOf(counted.filter(({ question_id }) => asked.includes(question_id))),
          ],
          contested: [contested, reckoned.contested],
          holding: [holding, reckoned.holding],
        }
        for (const [name, [inSql, inTs]] of Object.entries(pairs)) {
          const [one, other] = [sorted(inSql!), sorted(inTs!)]
          if (one !== other) return `${name}: SQL says ${one}, TypeScript ${other}`
        }
        return null
      }),
  })

  itIsOneRule(() => stage, make, {
    cases: 50,
    bugs: [
      {
        name: 'device names compare as languages sort them',
        find: 'collate "C" desc',
        replace: 'collate "en-x-icu" desc',
      },
      {
        name: 'the sequence number decides before the epoch',
        find: 'e.epoch desc, e.seq desc',
        replace: 'e.seq desc, e.epoch desc',
      },
      {
        name: 'the answer that arrived last holds',
        find: 'e.epoch desc, e.seq desc',
        replace: 'e.received_at desc, e.epoch desc, e.seq desc',
      },
      { name: 'the smaller device name wins', find: 'collate "C" desc', replace: 'collate "C" asc' },
      {
        name: 'the first device has an empty name',
        // Changes the order alone: the rows for TypeScript name the devices by the same expression.
        find: `e.seq desc, coalesce(nullif(e.device_id, ''), a.first_device)`,
        replace: 'e.seq desc, e.device_id',
      },
      { name: 'an answer after the close counts', find: ", 'after_close')", replace: ')' },
      { name: 'an answer after the end counts', find: "('after_end', ", replace: '(' },
    ],
  })
})

describe('the rule which deadlines an attempt has passed: `isDue` and `lapseOf`, and whether it was begun', () => {
  interface Facts {
    now: number
    state: string
    mode: 'exam' | 'training' | 'practice'
    created: number
    built: number | null
    delivered: number | null
    started: number | null
    lateUntil: number | null
    pausedUntil: number | null
    processing: number | null
  }
  const near = (seconds: number) => [-seconds * second, ...around.map((micros) => micros - seconds * second)]
  const values = {
    now: [0, 1, 500, 999],
    state: ['ready', 'open', 'paused', 'building', 'submitted', 'graded', 'failed'],
    mode: ['exam', 'training', 'practice'],
    created: [-second, ...near(buildExpiryMinutes * 60)],
    built: [-second, null, ...near(buildExpiryMinutes * 60)],
    delivered: [-second, null, ...near(startAfterDeliverySeconds)],
    started: [null, -second],
    lateUntil: [second, null, ...near(0)],
    pausedUntil: [second, null, ...near(0)],
    processing: [-second, null, ...near(gradingExpiryMinutes * 60)],
  } satisfies { [Key in keyof Facts]: readonly Facts[Key][] }

  let exam: Exam
  beforeAll(async () => {
    exam = await startedExam(server)
  })

  const isBegun = (breaches: string[]) => breaches.some((breach) => breach.includes('begun'))

  const make = (): RuleCampaign<Facts> => ({
    ordinary: ordinaryOf<Facts>(values),
    draw: (chance) => drawFacts<Facts>(chance, values),
    differ: (facts) =>
      stage.play(facts.now, async (tx) => {
        const at = (micros: number | null) => (micros === null ? null : momentAt(facts.now + micros))
        await stage.ask(
          `update attempts set state = $2, mode = $3, created_at = $4, built_at = $5, delivered_at = $6, started_at = $7,
             late_until = $8, processing_since = $9, paused_until = $10 where id = $1`,
          [
            exam.attemptId,
            facts.state,
            facts.mode,
            at(facts.created),
            at(facts.built),
            at(facts.delivered),
            at(facts.started),
            at(facts.lateUntil),
            at(facts.processing),
            at(facts.pausedUntil),
          ],
        )
        const mine = eq(attempts.id, exam.attemptId)
        const [attempt] = await tx.select().from(attempts).where(mine)
        const inSql = (await tx.select({ id: attempts.id }).from(attempts).where(and(mine, isDue))).length > 0
        const lapse = lapseOf(attempt!, await databaseNow(tx))
        const inTs = lapse.kind !== 'nothing'
        // A Date has whole milliseconds: a part of one may make the sweep later than TypeScript, never earlier.
        const isWhole = Object.values(facts).every((fact) => typeof fact !== 'number' || fact % millisecond === 0)
        if (inSql && !inTs) return 'the sweep takes what has not lapsed'
        if (isWhole && inTs && !inSql) return `the sweep leaves what has lapsed (${lapse.kind})`
        if (facts.mode !== 'exam' || facts.state === 'failed' || !isWhole) return null
        const hasBegun = attempt!.startedAt !== null || lapse.kind === 'started'
        const begunInSql = isBegun(await breachesOfOffer(tx, [exam.purchaseId]))
        // In a later state only the delivery would say that the exam has begun, but the product writes a start with it.
        if (attempt!.startedAt === null && facts.state !== 'ready') return null
        return hasBegun === begunInSql ? null : `begun: SQL says ${begunInSql}, TypeScript ${hasBegun}`
      }),
  })

  itIsOneRule(() => stage, make, {
    cases: 100,
    bugs: [
      { name: 'the sweep is later than the clock', find: '"late_until" <= now()', replace: '"late_until" < now()' },
      {
        name: 'the sweep is later than the end of a pause',
        find: '"paused_until" <= now()',
        replace: '"paused_until" < now()',
      },
      {
        name: 'a delivered paper is dropped',
        find: '"delivered_at" is null',
        replace: '"built_at" is not null',
      },
      {
        name: 'the sweep is later than the expiry of a grading',
        find: '"processing_since" <= now()',
        replace: '"processing_since" < now()',
      },
      {
        name: 'an exam that begins by itself begins a moment late',
        find: 'is not null or "attempts"."delivered_at" <=',
        replace: 'is not null or "attempts"."delivered_at" <',
      },
    ],
  })
})
