import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Queries } from '../../server/db/connect.ts'
import { attempts } from '../../server/db/schema/attempts.ts'
import { tests } from '../../server/db/schema/catalog.ts'
import { Failure } from '../../server/failure.ts'
import { presentOwned } from '../../server/features/catalog/present-owned.ts'
import { newestAttempt } from '../../server/features/exams/attempt-repository.ts'
import { examUse } from '../../server/features/exams/exam-use.ts'
import { findShelfExams } from '../../server/features/exams/result/exams-of-purchases.ts'
import { findNewestResult, listResults, readResult } from '../../server/features/exams/result/read-result.ts'
import { giveFreeRepeat } from '../../server/features/purchases/free-repeat.ts'
import { ownershipBy } from '../../server/features/purchases/owned-now.ts'
import { listExpired, listOwnedTests } from '../../server/features/purchases/shelf/owned-tests.ts'
import { requireUsablePurchase } from '../../server/features/purchases/purchase-access.ts'
import { findUsedUp } from '../../server/features/purchases/used-up.ts'
import type { Chance } from '../money/chance.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import {
  drawFacts,
  drawSome,
  itIsOneRule,
  millisecond,
  momentAt,
  ordinaryOf,
  type RuleCampaign,
  second,
  Stage,
} from '../support/rule-campaign.ts'

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

const around = [0, 0, 0, 1, -1, millisecond, -millisecond, 999, -999] as const

/** Columns that an attempt must have and no rule reads. */
const plainAttempt = () => ({
  examCacheKey: 'stored',
  seed: 'stored',
  ticketSalt: 'stored',
  durationSeconds: 600,
  lateSeconds: 0,
  submissionKey: crypto.randomUUID(),
  ticketHash: crypto.randomUUID(),
})

/** The first pair that differs, with both values. */
function differenceOf(pairs: Record<string, readonly [unknown, unknown]>): string | null {
  for (const [name, said] of Object.entries(pairs)) {
    const [inSql, inTs] = said.map((each) => JSON.stringify(each))
    if (inSql !== inTs) return `${name}: SQL says ${inSql}, TypeScript ${inTs}`
  }
  return null
}

describe('the rule whether a purchase can be used now, and how much of it is left', () => {
  interface Exam {
    state: 'open' | 'ready' | 'submitted' | 'graded' | 'failed'
    mode: 'exam' | 'training' | 'practice'
    isGivenBack: boolean
  }
  interface Facts {
    now: number
    status: string
    expires: number | null
    isSuperseded: boolean
    price: number
    examAttempts: number
    grants: number
    /** Another purchase of the same test. */
    newer: 'none' | 'live' | 'superseded' | 'unpaid' | 'over'
    exams: Exam[]
  }
  const values = {
    now: [0, 1, 500, 999],
    status: ['paid', 'pending', 'failed', 'expired', 'refunded'],
    expires: [3600 * second, null, null, ...around],
    isSuperseded: [false, true],
    price: [14_900, 0],
    examAttempts: [2, 0, 1, 3],
    grants: [0, 1, 2],
    newer: ['none', 'live', 'superseded', 'unpaid', 'over'],
    exams: [[]] as Exam[][],
  } satisfies { [Key in keyof Facts]: readonly Facts[Key][] }
  const isOpen = ({ state }: Exam) => state === 'open' || state === 'ready'

  let userId: string
  let purchaseId: string
  let newerId: string
  let test: typeof tests.$inferSelect
  beforeAll(async () => {
    const buyer = await newcomer(server)
    userId = buyer.userId!
    purchaseId = await givePurchase(server, buyer)
    newerId = await givePurchase(server, buyer, 'logichnij', { superseded: true })
    ;[test] = (await server.services.db.select().from(tests).where(eq(tests.slug, 'logichnij'))) as [typeof test]
  })

  function drawExams(chance: Chance): Exam[] {
    const exams = drawSome(chance, 4, () =>
      drawFacts<Exam>(chance, {
        state: ['graded', 'submitted', 'failed', 'open', 'ready'],
        mode: ['exam', 'training', 'practice'],
        isGivenBack: [false, true],
      }),
    )
    // At most one open attempt of a mode.
    return exams.filter(
      (one, place) => !isOpen(one) || exams.findIndex((e) => isOpen(e) && e.mode === one.mode) === place,
    )
  }

  async function write(tx: Queries, facts: Facts): Promise<void> {
    const at = (micros: number | null) => (micros === null ? null : momentAt(facts.now + micros))
    const isNewer = { live: facts.newer !== 'none', superseded: facts.newer === 'superseded' || facts.newer === 'none' }
    // At most one of the two purchases is in use, as the index requires.
    const isSuperseded = facts.isSuperseded || (facts.newer !== 'none' && facts.newer !== 'superseded')
    await stage.ask('update purchases set superseded = $2 where id = $1', [purchaseId, isSuperseded])
    await stage.ask('update purchases set live = $2, superseded = $3, status = $4, expires_at = $5 where id = $1', [
      newerId,
      isNewer.live,
      isNewer.superseded,
      facts.newer === 'unpaid' ? 'pending' : 'paid',
      // The newer purchase is over, so the catalogue shows the one in question.
      momentAt(-3600 * second),
    ])
    await stage.ask(
      `with bought as (
         update purchases set status = $2, expires_at = $3, price = $4, exam_attempts = $5 where id = $1 returning id)
       insert into exam_grants (purchase_id) select id from bought, generate_series(1, $6::int)`,
      [purchaseId, facts.status, at(facts.expires), facts.price, facts.examAttempts, facts.grants],
    )
    const rows = facts.exams.map((exam) => ({
      ...plainAttempt(),
      purchaseId,
      userId,
      mode: exam.mode,
      state: exam.state,
      isOpen: isOpen(exam),
      failure: exam.state === 'failed' ? 'build_failed' : exam.isGivenBack && !isOpen(exam) ? 'results_failed' : null,
      startedAt: exam.state === 'ready' || exam.state === 'failed' ? null : new Date(momentAt(-second)),
    }))
    if (rows.length > 0) await tx.insert(attempts).values(rows)
  }

  const make = (): RuleCampaign<Facts> => ({
    ordinary: ordinaryOf<Facts>(values),
    draw: (chance) => ({ ...drawFacts<Facts>(chance, values), exams: drawExams(chance) }),
    differ: (facts) =>
      stage.play(facts.now, async (tx) => {
        await write(tx, facts)
        const refusal = await requireUsablePurchase(tx, purchaseId, userId).then(
          () => null,
          (error: unknown) => (error instanceof Failure ? error.code : Promise.reject(error)),
        )
        const [shown] = await presentOwned(tx, ownershipBy(examUse), userId, [test])
        const owned = await listOwnedTests(tx, userId, {}, { examUse, findShelfExams })
        const shelf = owned.results.find(({ id }) => id === purchaseId)
        const isExpired = (await listExpired(tx, userId)).some(({ id }) => id === purchaseId)
        const usedUp = (await findUsedUp(tx, [purchaseId], examUse)).get(purchaseId)
        const hasRepeat = await giveFreeRepeat(tx, { id: crypto.randomUUID(), purchaseId })

        const isPaid = facts.status === 'paid'
        const isOver = facts.expires !== null && facts.expires <= 0
        const isUsable = isPaid && !isOver
        const exams = facts.exams.filter(({ mode }) => mode === 'exam')
        const spent = exams.filter(
          (one) => !['ready', 'failed'].includes(one.state) && (isOpen(one) || !one.isGivenBack),
        )
        const left = Math.max(0, facts.examAttempts + facts.grants - spent.length)
        const isUsedUp = left === 0 && !exams.some(isOpen)
        const canBuyAgain = isPaid && facts.price > 0 && !(facts.newer === 'live' || facts.newer === 'over')
        return differenceOf({
          'it may be used': [refusal, isPaid ? (isOver ? 'purchase_expired' : null) : 'purchase_not_paid'],
          'the shop shows it as owned': [shown!.owned_purchase_id, isUsable ? purchaseId : null],
          'the shelf shows it': [shelf?.status, isPaid ? (isOver ? 'expired' : 'paid') : undefined],
          'it is among what is over': [isExpired, isPaid && isOver],
          'a free repeat is given': [hasRepeat, isUsable],
          'exams are left': [shelf?.exam_attempts_left, isPaid ? left : undefined],
          'it is used up': [usedUp, isUsedUp ? { canBuyAgain } : undefined],
          'it can be bought again': [shelf?.can_buy_again, isPaid ? !isOver && isUsedUp && canBuyAgain : undefined],
        })
      }),
  })

  itIsOneRule(() => stage, make, {
    cases: 33,
    bugs: [
      {
        name: 'the shop shows a purchase as owned a moment longer',
        find: '"expires_at" > now()',
        replace: '"expires_at" >= now()',
      },
      {
        name: 'the shelf shows a purchase as paid a moment longer',
        find: '"expires_at" <= clock_timestamp()',
        replace: '"expires_at" < clock_timestamp()',
      },
      {
        name: 'an expired purchase gets a free repeat',
        find: 'expires_at > clock_timestamp()',
        replace: 'expires_at >= clock_timestamp()',
      },
      { name: 'a purchase with one exam left is used up', find: '<= (', replace: '- 1 <= (' },
      { name: 'an exam that was given back counts as spent', find: 'and a.failure is null', replace: '' },
      { name: 'an unpaid newer purchase replaces a paid one', find: "and newer.status = 'paid'", replace: '' },
    ],
  })
})

describe('the rule which result is the newest', () => {
  interface Exam {
    mode: 'exam' | 'training' | 'practice'
    state: 'graded' | 'submitted' | 'failed' | 'open'
    versions: number
    correct: number
  }
  interface Facts {
    exams: Exam[]
  }

  let userId: string
  let purchaseId: string
  beforeAll(async () => {
    const buyer = await newcomer(server)
    userId = buyer.userId!
    purchaseId = await givePurchase(server, buyer)
  })

  async function write(tx: Queries, { exams }: Facts): Promise<void> {
    for (const [place, { mode, state, versions, correct }] of exams.entries()) {
      const at = new Date(momentAt((place - 10) * second))
      const [{ id }] = (await tx
        .insert(attempts)
        .values({
          ...plainAttempt(),
          purchaseId,
          userId,
          mode,
          state,
          isOpen: false,
          createdAt: at,
          startedAt: at,
          submittedAt: state === 'graded' || state === 'submitted' ? at : null,
        })
        .returning({ id: attempts.id })) as [{ id: string }]
      await stage.ask(
        `insert into results (attempt_id, version, correct, total, by_family, duration_seconds, receipt, reason, author)
         select $1, version, $2::int + version, 30, '[]', 60, '', '', '' from generate_series($3::int, 1, -1) version`,
        [id, correct, state === 'graded' ? versions : 0],
      )
    }
  }

  const make = (): RuleCampaign<Facts> => ({
    ordinary: { exams: [] },
    draw: (chance) => ({
      exams: drawSome(chance, 6, () =>
        drawFacts<Exam>(chance, {
          mode: ['exam', 'training', 'practice'],
          state: ['graded', 'submitted', 'failed', 'open'],
          versions: [1, 2, 3],
          correct: [7, 1, 2, 3, 4, 5, 6],
        }),
      ),
    }),
    differ: (facts) =>
      stage.play(0, async (tx) => {
        await write(tx, facts)
        const newest = await newestAttempt(tx, purchaseId, 'exam')
        const listed = (await listResults(tx, purchaseId, { limit: '50' })).results
        const owned = await listOwnedTests(tx, userId, {}, { examUse, findShelfExams })
        const shelf = owned.results.find(({ id }) => id === purchaseId)
        const graded = facts.exams.filter(({ state }) => state === 'graded').toReversed()
        const exams = facts.exams.filter(({ mode }) => mode === 'exam')
        const correctOf = (exam: Exam | undefined) => exam && exam.correct + exam.versions
        return differenceOf({
          'the newest exam, in one statement': [
            await findNewestResult(tx, purchaseId, userId),
            newest?.state === 'graded' ? await readResult(tx, newest) : undefined,
          ],
          'the newest exam': [newest?.state, exams.at(-1)?.state],
          'all results': [listed.map(({ correct }) => correct), graded.map(correctOf)],
          'the one on the shelf': [shelf!.last_result?.correct, correctOf(graded.find(({ mode }) => mode === 'exam'))],
        })
      }),
  })

  itIsOneRule(() => stage, make, {
    cases: 20,
    bugs: [
      {
        name: 'the result shows its oldest version',
        find: 'order by version desc limit 1',
        replace: 'order by version limit 1',
      },
      {
        name: 'a training counts as an exam',
        find: "where purchase_id = $1 and mode = 'exam'",
        replace: 'where purchase_id = $1',
      },
      { name: 'the list shows the oldest version', find: '(select max(version)', replace: '(select min(version)' },
      {
        name: 'the newest graded exam counts as the newest exam',
        find: "mode = 'exam' order by created_at",
        replace: "mode = 'exam' and state = 'graded' order by created_at",
      },
      {
        name: 'the shelf shows the oldest result',
        find: 'order by "attempts"."purchase_id", "attempts"."submitted_at" desc',
        replace: 'order by "attempts"."purchase_id", "attempts"."submitted_at"',
      },
    ],
  })
})
