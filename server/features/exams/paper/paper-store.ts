import type { Blueprint } from '#content/blueprint.ts'
import type { Question } from '#contract/question.ts'
import type { Queries } from '../../../db/connect.ts'
import { prepared } from '../../../db/prepared.ts'
import { UnreadableRow } from '../../../db/unreadable-row.ts'
import { lockedAccount } from '../../auth/accounts-in-sql.ts'
import type { NamedTest } from '../../catalog/joined-test.ts'
import { boughtTest } from '../../purchases/bought-test.ts'
import type { Attempt, AttemptMode } from '../attempt.ts'
import { attemptColumns } from '../attempt-repository.ts'
import type { DrawnPaper } from './drawn-paper.ts'
import { type AnswerShape, shapeOfQuestion, type StoredKey } from './paper-formats/paper-format.ts'
import { readKeys, readQuestions, readShapes } from './paper-formats/paper-formats.ts'

/**
 * How many of a person's newest papers are remembered: nothing of them is asked again while the stock has anything else. A
 * paper's row takes 1.6 kB at most. Older rows of trainings are deleted, because the number of trainings has no bound.
 */
export const rememberedPapers: Record<AttemptMode, number> = { exam: 45, training: 10 }

/** SQL for one bytea: the digests that `person` was shown of a partition in the newest `most` papers, newest first. */
export const shownTo = (person: string, partition: string, most: string) => `
  (select string_agg(items, ''::bytea order by shown_at desc, attempt_id)
   from (select items, shown_at, attempt_id from paper_exposures
         where user_id = ${person} and partition = ${partition}
         order by shown_at desc, attempt_id
         limit ${most}) shown)`

const readShown = prepared<{ seen: Buffer | null }>('shown_to', `select ${shownTo('$1', '$2', '$3::int')} as seen`)

/** The digests that a person was shown in the remembered papers, newest first, as stored (`PaperOrder`). */
export async function readSeen(queries: Queries, userId: string, mode: AttemptMode): Promise<Buffer | null> {
  const [row] = await readShown(queries, userId, mode, rememberedPapers[mode])
  return row?.seen ?? null
}

/**
 * How often a paper is drawn. The last drawing is kept, whatever was shown meanwhile: a repeated question is better than no
 * paper. Each earlier one means that another paper of its owner was stored, and few of their calls run together (`line.ts`).
 */
export const mostDrawings = 3

/**
 * Whether the owner was shown anything since the drawing: the paper may ask the same, and is to be drawn again. The caller
 * holds the account alone, or another paper of the owner could be stored at the same moment.
 */
export async function wasShownMore(
  tx: Queries,
  { userId, mode, seen }: { userId: string; mode: AttemptMode; seen: Buffer | null },
): Promise<boolean> {
  const now = await readSeen(tx, userId, mode)
  return now === null || seen === null ? now !== seen : !now.equals(seen)
}

const forgetShown = prepared(
  'forget_shown_in_trainings',
  `delete from paper_exposures where attempt_id in (
     select attempt_id from paper_exposures where user_id = $1 and partition = 'training'
     order by shown_at desc, attempt_id offset $2::int)`,
)

/** Deletes what a person was shown in trainings before the newest ones. */
export async function forgetOldTrainings(tx: Queries, userId: string): Promise<void> {
  await forgetShown(tx, userId, rememberedPapers.training)
}

/** A paper to build: its attempt under a new fence, what was ordered, and what its owner had seen (for `wasShownMore`). */
export interface ClaimedPaper {
  attempt: Attempt
  blueprint: Blueprint
  questionCount: number
  seen: Buffer | null
}

type ClaimedRow = Attempt & Omit<ClaimedPaper, 'attempt'>

/** Parameters 2 and 3: how many papers of exams and of trainings are remembered. */
const claim = prepared<ClaimedRow>(
  'claim_paper',
  `with a as (update attempts set fence = fence + 1 where id = $1 and state = 'building' returning *)
   select ${attemptColumns.join(', ')}, bought.blueprint, bought.question_count as "questionCount",
     ${shownTo('a.user_id', 'a.mode', `case a.mode when 'exam' then $2::int else $3::int end`)} as seen
   from a cross join lateral ${boughtTest('a.purchase_id')} bought`,
)

/**
 * Raises the fence of an attempt that is being built: no earlier run can store its paper. What was ordered counts: a release
 * may change what the shop sells, not what was bought. Undefined if nothing is to be built, or the purchase was erased.
 */
export async function claimPaper(queries: Queries, attemptId: string): Promise<ClaimedPaper | undefined> {
  const [row] = await claim(queries, attemptId, rememberedPapers.exam, rememberedPapers.training)
  if (row === undefined) return undefined
  const { blueprint, questionCount, seen, ...attempt } = row
  return { attempt, blueprint, questionCount, seen }
}

const owner = lockedAccount('a.user_id')
const holdOwner = prepared(
  'hold_owner_of_paper',
  `select u.id from attempts a ${owner.join} where a.id = $1 ${owner.lockAlone}`,
)

/** Locks the account of the paper's owner as `lockAccountAlone` does; a no-op if attempt or account are gone. */
export async function lockOwnerAlone(tx: Queries, attemptId: string): Promise<void> {
  await holdOwner(tx, attemptId)
}

/** SQL that makes the attempt ready, with its paper, keys and digests: all of them or none. */
const storing = (andThen: string) => `
  with won as (
    update attempts set state = 'ready', build_progress = 100, built_at = now()
    where id = $1 and state = 'building' and fence = $2 returning id, user_id, mode),
  paper as (insert into papers (attempt_id, packed) select id, $3::bytea from won),
  keys as (insert into paper_keys (attempt_id, packed) select id, $4::bytea from won),
  shown as (insert into paper_exposures (attempt_id, user_id, partition, items) select id, user_id, mode, $5::bytea from won)
  ${andThen}
  select id from won`

const storeExam = prepared<{ id: string }>('store_paper', storing(''))
/** Parameter 6: how many trainings are remembered, this one included. What was shown before them is deleted. */
const storeTraining = prepared<{ id: string }>(
  'store_training',
  storing(`, forgotten as (
    delete from paper_exposures where attempt_id in (
      select e.attempt_id from paper_exposures e join won on e.user_id = won.user_id and e.partition = won.mode
      order by e.shown_at desc, e.attempt_id offset $6::int - 1))`),
)

/** Stores a paper. The caller has asked `wasShownMore`, if it can draw again. False and a no-op if the run is not the newest. */
export async function storePaper(
  queries: Queries,
  attempt: Attempt,
  { packed, shown }: Pick<DrawnPaper, 'packed' | 'shown'>,
): Promise<boolean> {
  const values = [attempt.id, attempt.fence, packed.questions, packed.keys, shown]
  const isTraining = attempt.mode === 'training'
  const won = isTraining
    ? await storeTraining(queries, ...values, rememberedPapers.training)
    : await storeExam(queries, ...values)
  return won.length > 0
}

/** Only one of the two is set: early papers are stored as they travel. */
type QuestionsRow = { questions: Question[] | null; packed: Buffer | null }
type KeysRow = { packed: Buffer | null; items: StoredKey[] | null; packed_keys: Buffer | null }

const selectQuestions = prepared<QuestionsRow>(
  'read_questions',
  'select questions, packed from papers where attempt_id = $1',
)
const selectQuestionsOfTicket = prepared<QuestionsRow>(
  'read_questions_of_ticket',
  'select p.questions, p.packed from attempts a join papers p on p.attempt_id = a.id where a.ticket_hash = $1',
)
/** A whole paper of two tables: `questions` and `packed` of the one, `items` and `packed_keys` of the other. */
export type PaperRow = QuestionsRow & KeysRow
type GradedRow = PaperRow & { test: NamedTest; cardTitle: string }
const selectPaper = prepared<GradedRow>(
  'read_paper_to_grade',
  `select p.questions, p.packed, k.items, k.packed as packed_keys, bought.card_title as "cardTitle", bought.test
   from papers p join paper_keys k on k.attempt_id = p.attempt_id join attempts a on a.id = p.attempt_id
     cross join lateral ${boughtTest('a.purchase_id')} bought
   where p.attempt_id = $1`,
)

/** The questions as they travel; undefined before the paper is built and after it is trimmed. @throws UnreadableRow */
export async function findQuestions(queries: Queries, attemptId: string): Promise<Question[] | undefined> {
  const [row] = await selectQuestions(queries, attemptId)
  return row && questionsOf(row)
}

/** Valid answers to the paper of a ticket's attempt, without drawing it; null without a paper. @throws UnreadableRow */
export async function findAnswerShapes(queries: Queries, ticketHash: string): Promise<AnswerShape[] | null> {
  const [row] = await selectQuestionsOfTicket(queries, ticketHash)
  if (row === undefined) return null
  return row.packed ? readShapes(row.packed) : questionsOf(row).map(shapeOfQuestion)
}

export type PaperItem = StoredKey & { question: Question }

/** The input of grading: the items of a paper with their keys, its test, and the title that it was bought under. */
export interface GradedPaper {
  items: PaperItem[]
  test: NamedTest
  cardTitle: string
}

export async function findGradedPaper(queries: Queries, attemptId: string): Promise<GradedPaper | undefined> {
  const [row] = await selectPaper(queries, attemptId)
  return row && { items: itemsOf(row), test: row.test, cardTitle: row.cardTitle }
}

/** The items of a stored paper with their keys. @throws UnreadableRow */
export function itemsOf(row: PaperRow): PaperItem[] {
  const keys = new Map(keysOf(row).map((key) => [key.question_id, key]))
  return questionsOf(row).map((question) => {
    const key = keys.get(question.id)
    if (key === undefined) throw new UnreadableRow(`Question ${question.id} of a paper has no key.`)
    return { question, ...key }
  })
}

export async function findItems(queries: Queries, attemptId: string): Promise<PaperItem[] | undefined> {
  return (await findGradedPaper(queries, attemptId))?.items
}

const papersAtOnce = 200
type OwnedQuestions = QuestionsRow & { attemptId: string }
const selectPapersBehind = prepared<OwnedQuestions>(
  'read_papers_behind',
  `select attempt_id as "attemptId", questions, packed from papers where attempt_id > $1 order by attempt_id limit $2`,
)

/** Every stored paper, without its keys. Papers that are stored while it reads may be among them or not. */
export async function* eachPaper(queries: Queries): AsyncGenerator<{ attemptId: string; questions: Question[] }> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await selectPapersBehind(queries, last, papersAtOnce)
    for (const row of rows) yield { attemptId: row.attemptId, questions: questionsOf(row) }
    if (rows.length < papersAtOnce) return
    last = rows.at(-1)!.attemptId
  }
}

const updateKeys = prepared('mend_keys', 'update paper_keys set items = $2::jsonb, packed = null where attempt_id = $1')

/**
 * Replaces the keys of a paper. The caller holds the attempt. They are stored unpacked, as early papers' are: packed, they
 * would name this release's generator version in place of the one that made them.
 */
export async function replaceKeys(tx: Queries, attemptId: string, items: readonly PaperItem[]): Promise<void> {
  const keys = items.map((item) => ({ ...item, question: undefined }))
  await updateKeys(tx, attemptId, JSON.stringify(keys))
}

/** A row in neither form comes from a later release, and must not read as an empty paper. @throws UnreadableRow */
function questionsOf({ questions, packed }: QuestionsRow): Question[] {
  if (packed) return readQuestions(packed)
  if (!questions) throw new UnreadableRow('A paper lies in neither form.')
  return questions
}

function keysOf({ packed, packed_keys: keys, items }: KeysRow): StoredKey[] {
  if (packed && keys) return readKeys({ questions: packed, keys })
  if (!items) throw new UnreadableRow('The keys of a paper lie in neither form.')
  return items
}
