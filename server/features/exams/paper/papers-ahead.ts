import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'
import type { Blueprint } from '#content/blueprint.ts'
import { Family } from '#content/families.ts'
import { generatorVersion } from '#content/generator-version.ts'
import { digestOfAsk, heldMarkOf } from '#content/signature.ts'
import type { Queries } from '../../../db/connect.ts'
import { connectionOf } from '../../../db/prepared.ts'
import { openAccounts } from '../../auth/accounts-in-sql.ts'
import { usablePurchases } from '../../purchases/purchase-access.ts'
import { examUse, isExamLeft } from '../exam-use.ts'
import { type DrawnPaper, digestsIn } from './drawn-paper.ts'
import { newestFormat } from './paper-formats/pack-paper.ts'
import { readShapes } from './paper-formats/paper-formats.ts'
import { rememberedPapers, shownTo } from './paper-store.ts'

/** Bound of all waiting papers; those wanted first are dropped. One takes some 20 kB, and a purchase has one at most. */
const mostWaiting = 5_000
/** For how long a paper is wanted, drawn or not, if no exam begins; an interval of PostgreSQL. */
const wantedFor = '14 days'

/** A paper that waits; every field is null if there is none. */
export interface WaitingPaper {
  seed: string | null
  seenDigest: Buffer
  sent: Buffer
  questions: Buffer
  keys: Buffer
  shown: Buffer
}

/** SQL to join the waiting paper `w` of a purchase, if it is made as this process makes them; parameters as in `madeHere`. */
export const waitingPaper = (purchaseId: string, generator: string, format: string) => `
  waiting_papers w on w.purchase_id = ${purchaseId} and w.generator = ${generator} and get_byte(w.questions, 0) = ${format}`
export const waitingColumns = 'w.seed, w.seen_digest as "seenDigest", w.sent, w.questions, w.keys, w.shown'
/** The generator version and the format of the papers that this process makes. */
export const madeHere = [generatorVersion, newestFormat] as const

/** SQL of a part of a statement that begins exams as `begun`: deletes the waiting papers of their purchases. */
export const waitingNoLonger = (begun: string) =>
  `delete from waiting_papers where purchase_id in (
     select w.purchase_id from waiting_papers w join ${begun} b on b.purchase_id = w.purchase_id for update of w skip locked)`

/**
 * The paper that has waited, with its seed. Null if there is none, or if its owner was shown more since the drawing and has
 * met anything that it asks or shows. `seen` is what they were shown by now: the caller checks it again when it stores the
 * paper. Throws if the stored paper cannot be read.
 */
export function paperAhead(
  { seed, seenDigest, sent, questions, keys, shown }: WaitingPaper,
  seen: Buffer | null,
): { seed: string; paper: DrawnPaper } | null {
  if (seed === null) return null
  if (!digestOf(seen).equals(seenDigest) && asksAnyOf(shown, seen)) return null
  const text = inflateRawSync(sent).toString()
  return { seed, paper: { questions: text, shapes: readShapes(questions), packed: { questions, keys }, shown } }
}

/** Marks of families that have shown an exam-only rule. Nearly every paper has some, so they do not say what it asks. */
const marks = new Set(Family.options.map((family) => digestOfAsk(heldMarkOf(family))))

/** Digests from before the drawing count too. If one matches, the stock ran out: a new drawing asks what was met longest ago. */
function asksAnyOf(shown: Buffer, seen: Buffer | null): boolean {
  const met = new Set(digestsIn(seen))
  return digestsIn(shown).some((digest) => met.has(digest) && !marks.has(digest))
}

const digestOf = (seen: Buffer | null) =>
  createHash('sha256')
    .update(seen ?? '')
    .digest()

/** A paper that one process draws: its purchase, its input, and its try, which no other process has. */
export interface ClaimedAhead {
  purchaseId: string
  tries: number
  blueprint: Blueprint
  seen: Buffer | null
}

/**
 * Claims the paper whose turn is next. No other process claims it for a minute, then two, four …, so one that ends the process
 * costs no other a turn. Null if none is due; `undefined` if it is not to be drawn (exam under way, account closed).
 */
export async function claimAhead(queries: Queries): Promise<ClaimedAhead | undefined | null> {
  const { rows } = await connectionOf(queries).query<Partial<ClaimedAhead> & { tries: number }>(
    `with next as (
       select purchase_id from waiting_papers where drawn_at is null and try_after <= now()
       order by try_after limit 1 for update skip locked),
     claimed as (
       update waiting_papers w
       set tries = tries + 1, try_after = now() + interval '1 minute' * power(2, least(tries, 12))
       from next where w.purchase_id = next.purchase_id returning w.purchase_id, w.tries)
     select c.tries, o.*
     from claimed c left join lateral (
       select p.id as "purchaseId", p.blueprint, ${shownTo('p.user_id', `'exam'`, String(rememberedPapers.exam))} as seen
       from ${usablePurchases} p join ${openAccounts} u on u.id = p.user_id
       where p.id = c.purchase_id and ${isExamLeft} and not ${examUse.isUnderWay}) o on true`,
  )
  const [row] = rows
  if (row === undefined) return null
  return row.purchaseId == null ? undefined : (row as ClaimedAhead)
}

const deflated = promisify(deflateRaw)

/** Stores a paper for its exam; false if its purchase wants none any more, or another process has claimed it since. */
export async function storeAhead(
  queries: Queries,
  { purchaseId, tries, seen }: ClaimedAhead,
  { seed, paper }: { seed: string; paper: DrawnPaper },
): Promise<boolean> {
  const { rowCount } = await connectionOf(queries).query(
    `update waiting_papers
     set drawn_at = now(), generator = $3, seed = $4, seen_digest = $5, sent = $6, questions = $7, keys = $8, shown = $9
     where purchase_id = $1 and tries = $2 and drawn_at is null`,
    [
      purchaseId,
      tries,
      generatorVersion,
      seed,
      digestOf(seen),
      await deflated(paper.questions),
      paper.packed.questions,
      paper.packed.keys,
      paper.shown,
    ],
  )
  return rowCount === 1
}

/**
 * Deletes papers that no exam will ask for: of purchases that give none any more (used up, refunded, expired, account closed),
 * those wanted more than two weeks ago, and those beyond `mostWaiting`. Papers of an earlier release are drawn again; those of
 * a later one are left to its processes. Any number of processes may run this at the same time.
 *
 * "is not true": PostgreSQL would turn "not exists" into a join that reads all purchases.
 */
export async function sweepAhead(queries: Queries, most = mostWaiting): Promise<void> {
  await connectionOf(queries).query(
    `delete from waiting_papers where purchase_id in (
       select w.purchase_id from waiting_papers w
       where w.wanted_at < now() - interval '${wantedFor}'
         or w.purchase_id in (select purchase_id from waiting_papers order by wanted_at desc offset $1)
         or (select true from ${usablePurchases} p join ${openAccounts} u on u.id = p.user_id
             where p.id = w.purchase_id and ${isExamLeft}) is not true
       for update skip locked)`,
    [most],
  )
  await connectionOf(queries).query(
    `update waiting_papers
     set drawn_at = null, generator = null, seed = null, seen_digest = null, sent = null, questions = null, keys = null,
       shown = null, tries = 0, try_after = now()
     where purchase_id in (
       select purchase_id from waiting_papers where (generator, get_byte(questions, 0)) < ($1::int, $2::int)
       for update skip locked)`,
    [...madeHere],
  )
}
