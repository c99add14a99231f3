import type { Blueprint } from '#content/blueprint.ts'
import type { ExamMeta } from '#contract/exam.ts'
import { prepared } from '../../../db/prepared.ts'
import { isUuid } from '../../../db/uuid.ts'
import { SameBytes } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { namedTest, type NamedTest } from '../../catalog/joined-test.ts'
import { testNamesSql } from '../../catalog/test-names.ts'
import { lockPurchaseToOpen, usablePurchase } from '../../purchases/purchase-access.ts'
import type { Attempt } from '../attempt.ts'
import { attemptColumns } from '../attempt-repository.ts'
import { isExamLeft } from '../exam-use.ts'
import { inlineBudgetMs } from './build-paper.ts'
import { examAttemptOf } from './deliver-paper.ts'
import { newAttempt, secondsOf } from './open-attempt.ts'
import { type DrawnPaper, GeneratorFailed, OverBudget } from '../paper/drawn-paper.ts'
import { rememberedPapers, shownTo } from '../paper/paper-store.ts'
import {
  madeHere,
  paperAhead,
  waitingColumns,
  waitingNoLonger,
  type WaitingPaper,
  waitingPaper,
} from '../paper/papers-ahead.ts'

interface Opening {
  purchaseId: string
  userId: string
  startKey: string | undefined
}

/** The purchase `p`, if it belongs to this person, is paid and has not expired. */
const fromPurchase = `from ${usablePurchase({ id: '$1', userId: '$2' })} p`

/**
 * SQL: that an exam may be opened on `p`. An exam is left, its money is not going back, no exam is open, and this is the first
 * exam or comes with an unused start key. `open-attempt.ts` says the same step by step, with the refusals; a test compares the
 * two. Parameters: the purchase, the person, the start key or null.
 */
const mayOpen = `
  not exists (
    select from attempts a
    where a.purchase_id = p.id and ((a.mode = 'exam' and (a.is_open or $3::text is null)) or a.start_key = $3))
  and ${isExamLeft}`

interface Ordered extends WaitingPaper {
  blueprint: Blueprint
  seen: Buffer | null
  test: NamedTest
}

/** The input of the paper, if an exam may be opened, and the paper that waits for this exam. */
const readOrder = prepared<Ordered>(
  'exam_to_open',
  `select p.blueprint, ${shownTo('p.user_id', `'exam'`, '$4::int')} as seen, ${namedTest} as test, ${waitingColumns}
   ${fromPurchase} join ${testNamesSql} t on t.id = p.test_id left join ${waitingPaper('p.id', '$5::int', '$6::int')}
   where ${mayOpen}`,
)

/**
 * Inserts the attempt with its paper, keys and digests, ready and delivered. Returns no row if it may not be opened, or if the
 * owner was shown anything since the drawing: another of their tests has begun on another device.
 */
const insertOpened = prepared<Attempt>(
  'open_attempt_at_once',
  `with a as (
     insert into attempts (id, purchase_id, user_id, mode, state, start_key, exam_cache_key, seed, submission_key,
       ticket_salt, ticket_hash, duration_seconds, late_seconds, build_progress, built_at, delivered_at)
     select $4::uuid, p.id, p.user_id, 'exam', 'ready', $3::text, $5, $6, $7, $8, $9, $10::int, $11::int, 100, now(),
       date_trunc('milliseconds', statement_timestamp())
     ${fromPurchase} where ${mayOpen}
       and ${shownTo('p.user_id', `'exam'`, '$15::int')} is not distinct from $16::bytea
     returning *),
   paper as (insert into papers (attempt_id, packed) select id, $12::bytea from a),
   keys as (insert into paper_keys (attempt_id, packed) select id, $13::bytea from a),
   shown as (
     insert into paper_exposures (attempt_id, user_id, partition, items) select id, user_id, mode, $14::bytea from a),
   waits_no_longer as (${waitingNoLonger('a')})
   select ${attemptColumns.join(', ')} from a`,
)

/**
 * Opens an exam in the ordinary case, ready and delivered, by one transaction. It begins when the paper is drawn, or immediately
 * if a paper has waited (decision 0121). `over-budget`: the drawing takes too long to wait for. `not ordinary`: nothing can be
 * opened in this way; nothing was changed, and `open-attempt.ts` decides. All checks before the drawing are made again under
 * the locks of account and purchase, which every other start waits for: two tests that one person begins at the same time ask
 * nothing twice. Throws 503 `overloaded` if the paper is not drawn in time (`PaperDrawer`).
 */
export async function openAtOnce(
  services: Services,
  opening: Opening,
): Promise<SameBytes | 'over-budget' | 'not ordinary'> {
  const { purchaseId, userId, startKey } = opening
  if (services.config.workMode === 'job' || !isUuid(purchaseId)) return 'not ordinary'
  const asked = [purchaseId, userId, startKey ?? null]
  const [order] = await readOrder(services.db, ...asked, rememberedPapers.exam, ...madeHere)
  if (order === undefined) return 'not ordinary'
  const fresh = newAttempt(services, opening)
  const got = findAhead(services, order) ?? (await draw(services, fresh.seed, order))
  if (typeof got === 'string') return got
  const { seed, paper } = got

  const attempt = await services.db.transaction(async (tx) => {
    const terms = await lockPurchaseToOpen(tx, purchaseId, userId)
    if (terms === undefined) return undefined
    const [row] = await insertOpened.last(
      tx,
      ...asked,
      fresh.id,
      fresh.examCacheKey,
      seed,
      fresh.submissionKey,
      fresh.ticketSalt,
      fresh.ticketHash,
      secondsOf(terms),
      fresh.lateSeconds,
      paper.packed.questions,
      paper.packed.keys,
      paper.shown,
      rememberedPapers.exam,
      order.seen,
    )
    return row
  })
  if (attempt === undefined) return 'not ordinary'
  services.answerShapes.keep(attempt.ticketHash, paper.shapes)
  services.ticketOwners.keep(attempt.ticketHash, attempt.userId)
  const meta: ExamMeta = {
    status: 'completed',
    exam_cache_key: attempt.examCacheKey,
    questions: [],
    attempt: examAttemptOf(services.secrets, attempt, attempt.deliveredAt!),
    events: [],
    contested: [],
    test: order.test,
  }
  return new SameBytes(
    200,
    JSON.stringify(meta).replace('"questions":[]', () => `"questions":${paper.questions}`),
  )
}

/** Null if no waiting paper may be given out. */
function findAhead({ log }: Services, { seen, ...waiting }: Ordered) {
  try {
    return paperAhead(waiting, seen)
  } catch (error) {
    log.error({ err: error }, 'a paper that has waited cannot be read: its exam draws another')
    return null
  }
}

async function draw(
  { papers }: Services,
  seed: string,
  { blueprint, seen }: Ordered,
): Promise<{ seed: string; paper: DrawnPaper } | 'over-budget' | 'not ordinary'> {
  try {
    return { seed, paper: await papers.draw({ seed, mode: 'exam', blueprint, seen }, { budgetMs: inlineBudgetMs }) }
  } catch (error) {
    if (error instanceof OverBudget) return 'over-budget'
    // After a failed generator only `buildPaper` gives the attempt back and notifies its owner.
    if (error instanceof GeneratorFailed) return 'not ordinary'
    throw error
  }
}
