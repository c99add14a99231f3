import type { Blueprint } from '#content/blueprint.ts'
import type { Item } from '#content/item.ts'
import { seenAs, seenDigits } from '#content/signature.ts'
import { splitItem } from '#content/split-item.ts'
import { optionSeedOf } from '#content/stamp-item.ts'
import type { Question } from '#contract/question.ts'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Attempt, AttemptMode } from './attempt.ts'
import { attemptColumns, type AttemptTest } from './attempt-repository.ts'
import { type AnswerShape, shapeOfQuestion, type StoredKey, storedKeyOf } from './paper-formats/paper-format.ts'
import { packPaper, readKeys, readQuestions, readShapes } from './paper-formats/paper-formats.ts'

/**
 * How many of the items that a person saw last do not come again: 45 exams of 30, ten trainings. The stock holds 60
 * exams in a row without repetition; training, which is unlimited and drawn from fewer items, must forget sooner.
 */
export const rememberedItems: Record<AttemptMode, number> = { exam: 45 * 30, training: 10 * 30 }

const bytesOfItem = seenDigits / 2

/** A paper to be built: its attempt under a new fence, what was ordered, and what its owner has seen (`seenAs`). */
export interface ClaimedPaper {
  attempt: Attempt
  blueprint: Blueprint
  questionCount: number
  seen: ReadonlySet<string>
}

type ClaimedRow = Attempt & { blueprint: Blueprint; questionCount: number; seen: Buffer | null }

/** What `person` has been shown of a partition: the newest papers, whole, until so many bytes are together. SQL for one bytea. */
export const shownTo = (person: string, partition: string, bytes: string) => `
  (select string_agg(items, ''::bytea)
   from (select items, sum(length(items)) over (order by shown_at desc, attempt_id) - length(items) as newer
         from paper_exposures where user_id = ${person} and partition = ${partition}) shown
   where newer < ${bytes})`

/** Bytes that `shownTo` is to gather. */
export const rememberedBytes = (mode: AttemptMode): number => rememberedItems[mode] * bytesOfItem

/** Parameters 2 and 3 are the bytes of an exam's and of a training's items. */
const claim = prepared<ClaimedRow>(
  'claim_paper',
  `with a as (update attempts set fence = fence + 1 where id = $1 and state = 'building' returning *)
   select ${attemptColumns.join(', ')}, p.blueprint, p.question_count as "questionCount",
     ${shownTo('a.user_id', 'a.mode', `case a.mode when 'exam' then $2::int else $3::int end`)} as seen
   from a join purchases p on p.id = a.purchase_id`,
)

/**
 * Raises the fence of an attempt that is being built, so that no earlier run can store its paper. What was ordered counts: a
 * release may change what the shop sells, not what somebody has bought. Undefined when nothing is to be built any more, or
 * when its purchase was erased.
 */
export async function claimPaper(queries: Queries, attemptId: string): Promise<ClaimedPaper | undefined> {
  const [row] = await claim(queries, attemptId, rememberedBytes('exam'), rememberedBytes('training'))
  if (row === undefined) return undefined
  const { blueprint, questionCount, seen, ...attempt } = row
  return { attempt, blueprint, questionCount, seen: new Set(itemsIn(seen)) }
}

/** The attempt is ready and has its paper, its keys and what was shown of the stock: they stand or fall together. */
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
/** Trainings have no end, so what is not remembered is forgotten for good: parameter 6 is what is kept beside this paper. */
const storeTraining = prepared<{ id: string }>(
  'store_training',
  storing(`, forgotten as (
    delete from paper_exposures where attempt_id in (
      select attempt_id
      from (select e.attempt_id, sum(length(items)) over (order by shown_at desc, e.attempt_id) - length(items) as newer
            from paper_exposures e join won on e.user_id = won.user_id and e.partition = won.mode) old
      where newer >= $6::int))`),
)

/** False, and nothing is changed, where the fence was raised since or the attempt is not being built any more. */
export async function storePaper(queries: Queries, attempt: Attempt, items: readonly Item[]): Promise<boolean> {
  const { packed, shown } = paperOf(attempt.seed, items)
  const values = [attempt.id, attempt.fence, packed.questions, packed.keys, shown]
  const kept = rememberedBytes('training') - shown.length
  const won =
    attempt.mode === 'training' ? await storeTraining(queries, ...values, kept) : await storeExam(queries, ...values)
  return won.length > 0
}

/** The questions of a paper as they travel, and what is stored of it: the questions, their keys, what it shows of the stock. */
export function paperOf(seed: string, items: readonly Item[]) {
  const questions = items.map((item) => splitItem(item).question)
  return {
    questions,
    packed: packPaper(questions, items.map(storedKeyOf), optionSeedOf(seed)),
    shown: Buffer.from(items.map(({ signature }) => seenAs(signature)).join(''), 'hex'),
  }
}

/** One or the other: early papers lie there as they travel. */
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
type GradedRow = QuestionsRow & KeysRow & { test: AttemptTest; cardTitle: string }
const selectPaper = prepared<GradedRow>(
  'read_paper_to_grade',
  `select p.questions, p.packed, k.items, k.packed as packed_keys, pu.card_title as "cardTitle",
     jsonb_build_object('id', t.id, 'slug', t.slug, 'type', t.type, 'title', t.title) as test
   from papers p join paper_keys k on k.attempt_id = p.attempt_id join attempts a on a.id = p.attempt_id
     join purchases pu on pu.id = a.purchase_id join tests t on t.id = pu.test_id
   where p.attempt_id = $1`,
)

/** The questions as they travel, or undefined before the paper is built and after it was let go of. */
export async function findQuestions(queries: Queries, attemptId: string): Promise<Question[] | undefined> {
  const [row] = await selectQuestions(queries, attemptId)
  return row && questionsOf(row)
}

/** What answers to the paper of a ticket's attempt may be, without drawing anything; null where there is no paper. */
export async function findAnswerShapes(queries: Queries, ticketHash: string): Promise<AnswerShape[] | null> {
  const [row] = await selectQuestionsOfTicket(queries, ticketHash)
  if (row === undefined) return null
  return row.packed ? readShapes(row.packed) : questionsOf(row).map(shapeOfQuestion)
}

/** A question with its key. */
export type PaperItem = StoredKey & { question: Question }

/** What grading reads: the items of a paper with their keys, its test, and the title that it was bought under. */
export interface GradedPaper {
  items: PaperItem[]
  test: AttemptTest
  cardTitle: string
}

/** Undefined where there is no paper. */
export async function findGradedPaper(queries: Queries, attemptId: string): Promise<GradedPaper | undefined> {
  const [row] = await selectPaper(queries, attemptId)
  if (row === undefined) return undefined
  const keys = new Map(keysOf(row).map((key) => [key.question_id, key]))
  const items = questionsOf(row).map((question) => ({ question, ...(keys.get(question.id) as StoredKey) }))
  return { items, test: row.test, cardTitle: row.cardTitle }
}

/** The items of a paper with their keys; undefined where there is none. */
export async function findItems(queries: Queries, attemptId: string): Promise<PaperItem[] | undefined> {
  return (await findGradedPaper(queries, attemptId))?.items
}

/** The first bytes of the signatures of what a paper has shown. */
export function itemsIn(shown: Buffer | null): string[] {
  return shown?.toString('hex').match(new RegExp(`.{${seenDigits}}`, 'g')) ?? []
}

function questionsOf({ questions, packed }: QuestionsRow): Question[] {
  return packed ? readQuestions(packed) : (questions ?? [])
}

function keysOf({ packed, packed_keys: keys, items }: KeysRow): StoredKey[] {
  return packed && keys ? readKeys({ questions: packed, keys }) : (items ?? [])
}
