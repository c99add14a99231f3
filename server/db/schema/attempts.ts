import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea } from './bytea.ts'
import { jsonb } from './json-value.ts'
import { users } from './accounts.ts'
import { tests } from './catalog.ts'
import { purchases } from './purchases.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * One attempt. States: building → ready (paper built) → open (clock runs) → submitted → graded, or failed (ours; given
 * back). An open exam may be `paused`, and is open again after (decision 0133). What failed after it was submitted may be graded after all: `failure` then stays, and so does the given-back
 * exam. `is_open` holds until submit, closing or failure and carries the rule of one open attempt per purchase and
 * mode: exam, training, practice. `fence` is raised by each claim of a job: a job that lost its claim cannot write.
 */
export const attempts = pgTable(
  'attempts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchases.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mode: text('mode').notNull(),
    state: text('state').notNull(),
    isOpen: boolean('is_open').notNull().default(true),
    /** Null for the attempt that a first plain GET opened. */
    startKey: text('start_key'),
    examCacheKey: text('exam_cache_key').notNull(),
    seed: text('seed').notNull(),
    submissionKey: text('submission_key').notNull(),
    ticketSalt: text('ticket_salt').notNull(),
    ticketHash: text('ticket_hash').notNull(),
    epoch: integer('epoch').notNull().default(1),
    durationSeconds: integer('duration_seconds').notNull(),
    lateSeconds: integer('late_seconds').notNull(),
    buildProgress: integer('build_progress').notNull().default(0),
    fence: integer('fence').notNull().default(0),
    failure: text('failure'),
    createdAt: moment('created_at').notNull().defaultNow(),
    builtAt: moment('built_at'),
    deliveredAt: moment('delivered_at'),
    startedAt: moment('started_at'),
    deadlineAt: moment('deadline_at'),
    lateUntil: moment('late_until'),
    /** When the pause that stands ends by itself, or when the last pause ended; null of an attempt that was never paused. */
    pausedUntil: moment('paused_until'),
    submittedAt: moment('submitted_at'),
    processingSince: moment('processing_since'),
    /** The device whose answer came first; null while none has. */
    firstDevice: text('first_device'),
    /** Whether another device has answered too: only then can two answers be contested. */
    hasOtherDevices: boolean('has_rivals').notNull().default(false),
    /** How often the sweep has tried to apply what time has done, and when it may try again. */
    sweepTries: integer('sweep_tries').notNull().default(0),
    sweepAfter: moment('sweep_after'),
    /** Of an old training: since when no more than its result and its answers are kept. */
    trimmedAt: moment('trimmed_at'),
  },
  (table) => [
    uniqueIndex('attempts_start_key').on(table.purchaseId, table.startKey),
    uniqueIndex('attempts_one_open').on(table.purchaseId, table.mode).where(sql`${table.isOpen}`),
    uniqueIndex('attempts_ticket').on(table.ticketHash),
    // Exams are few, and trainings have no end: anyone who asks for the one does not walk over the other.
    index('attempts_purchase').on(table.purchaseId, table.mode, table.createdAt),
    index('attempts_user').on(table.userId, table.createdAt),
    index('attempts_graded').on(table.purchaseId, table.submittedAt, table.id).where(sql`${table.state} = 'graded'`),
    index('attempts_untrimmed')
      .on(table.purchaseId, table.mode, table.createdAt)
      .where(sql`${table.mode} <> 'exam' and ${table.state} = 'graded' and ${table.trimmedAt} is null`),
    index('attempts_unfinished').on(table.state).where(sql`${table.state} <> 'graded'`),
    // Those with a clock: nothing ever closes a training that was left, and a round would read them all.
    index('attempts_late').on(table.lateUntil).where(sql`${table.state} = 'open' and ${table.lateUntil} is not null`),
    index('attempts_owed_a_grade')
      .on(table.submittedAt)
      .where(sql`${table.state} = 'failed' and ${table.failure} in ('results_expired', 'results_failed')`),
  ],
)

/**
 * The questions, packed (decision 0045); of papers that were made before, as they travel. The keys are in a table of their
 * own, so that no read of a paper can bring them along.
 */
export const papers = pgTable(
  'papers',
  {
    attemptId: uuid('attempt_id')
      .primaryKey()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    questions: jsonb('questions'),
    packed: bytea('packed'),
  },
  (table) => [check('papers_one_form', sql`num_nonnulls(${table.questions}, ${table.packed}) = 1`)],
)

export const paperKeys = pgTable(
  'paper_keys',
  {
    attemptId: uuid('attempt_id')
      .primaryKey()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    items: jsonb('items'),
    packed: bytea('packed'),
  },
  (table) => [check('paper_keys_one_form', sql`num_nonnulls(${table.items}, ${table.packed}) = 1`)],
)

/**
 * Papers that are drawn before they are wanted, one a purchase at the most (decision 0121): a row from the moment at which an exam
 * may be begun on it until that exam begins. First it is wanted, and nothing else of it is known; then it is drawn.
 */
export const waitingPapers = pgTable(
  'waiting_papers',
  {
    purchaseId: uuid('purchase_id')
      .primaryKey()
      .references(() => purchases.id, { onDelete: 'cascade' }),
    wantedAt: moment('wanted_at').notNull().defaultNow(),
    /** How often a job has begun to draw it, and when the next one may. */
    tries: integer('tries').notNull().default(0),
    tryAfter: moment('try_after').notNull().defaultNow(),
    drawnAt: moment('drawn_at'),
    /** See `generatorVersion`. */
    generator: integer('generator'),
    seed: text('seed'),
    /** SHA-256 of what its owner had been shown when it was drawn. */
    seenDigest: bytea('seen_digest'),
    /** The questions as they are sent, deflated. */
    sent: bytea('sent'),
    /** What `papers`, `paper_keys` and `paper_exposures` will keep of it. */
    questions: bytea('questions'),
    keys: bytea('keys'),
    shown: bytea('shown'),
  },
  ({ wantedAt, tryAfter, drawnAt, generator, seed, seenDigest, sent, questions, keys, shown }) => [
    index('waiting_papers_to_draw').on(tryAfter).where(sql`${drawnAt} is null`),
    index('waiting_papers_wanted').on(wantedAt),
    check(
      'waiting_papers_whole',
      sql`num_nulls(${drawnAt}, ${generator}, ${seed}, ${seenDigest}, ${sent}, ${questions}, ${keys}, ${shown}) in (0, 8)`,
    ),
  ],
)

/**
 * Changes of answers, never changed themselves (a trigger refuses it). `phase`: see attempt-clock.ts. A question keeps
 * a bounded number of them: what may collapse goes into `collapsed_answers` (decision 0033). Rows of the attempt's first
 * device say '' in place of its name (decision 0065), those of earlier releases the name: `answer-events.ts` reads both.
 */
export const answerEvents = pgTable(
  'answer_events',
  {
    /** The order of their arrival. Looked at within one attempt only, so it has no index of its own. */
    id: bigserial('id', { mode: 'number' }).notNull(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    questionId: text('question_id').notNull(),
    value: jsonb('value'),
    epoch: integer('epoch').notNull(),
    seq: integer('seq').notNull(),
    deviceId: text('device_id').notNull(),
    phase: text('phase').notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('answer_events_once').on(table.attemptId, table.questionId, table.epoch, table.seq, table.deviceId),
  ],
)

/** What is left of events that collapsed: up to which number of a device, how many they were, when the first and last came. */
export const collapsedAnswers = pgTable(
  'collapsed_answers',
  {
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    questionId: text('question_id').notNull(),
    epoch: integer('epoch').notNull(),
    deviceId: text('device_id').notNull(),
    upToSeq: integer('up_to_seq').notNull(),
    changes: integer('changes').notNull(),
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.attemptId, table.questionId, table.epoch, table.deviceId] })],
)

/**
 * The pauses of an exam (decision 0133), never changed themselves (a trigger refuses it): a row for its begin, one for its end,
 * one once its end was announced, and one once its owner was told that the alarm is over (0134). `place`: of the pause in its exam, from 1.
 */
export const attemptPauses = pgTable(
  'attempt_pauses',
  {
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    what: text('what').notNull(),
    /** Chosen by the device that began it: the same name is the same pause. */
    name: text('name').notNull(),
    /** The device that told of this; empty where the server did it by itself. */
    deviceId: text('device_id').notNull(),
    /** Of a begin its cause, alarm or power; of an end: resumed, limit or closed. */
    reason: text('reason').notNull(),
    /** When it was, as it is counted: no earlier and no later than what the server heard leaves possible. */
    at: moment('at').notNull(),
    /** Milliseconds. Of a begin how long it may last, of an end how long it lasted. */
    milliseconds: integer('milliseconds').notNull(),
    /** When it was by the clock of the device; null where it did not say. Kept, and never reckoned with. */
    saidAt: moment('said_at'),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.attemptId, table.place, table.what] }),
    check('attempt_pauses_what', sql`${table.what} in ('begun', 'announced', 'alarm_over', 'ended')`),
  ],
)

/**
 * The one submission of an attempt: what was sent, and the bytes that answered it, kept for the life of the purchase. Of an exam
 * answers, receipt and reply are `packed` (decision 0065); of trainings, and of what earlier releases took, each is in
 * a column. `submission-store.ts` reads both.
 */
export const submissions = pgTable(
  'submissions',
  {
    attemptId: uuid('attempt_id')
      .primaryKey()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    submissionKey: text('submission_key'),
    bodyDigest: text('body_digest').notNull(),
    answers: jsonb('answers'),
    inTime: integer('in_time').notNull(),
    receipt: text('receipt'),
    replyStatus: integer('reply_status').notNull(),
    replyBytes: text('reply_bytes'),
    /** person: submitted; unattended: nobody did, and the time for it was over. */
    closedBy: text('closed_by').notNull(),
    /** What an exam was handed in on: `phone`, `tablet` or `computer`; null where that is not known, or nobody submitted. */
    deviceKind: text('device_kind'),
    /** When the device showed and took what (`stored-timing.ts`); null where it did not say, or nobody submitted. */
    timing: bytea('timing'),
    receivedAt: moment('received_at').notNull().defaultNow(),
    packed: bytea('packed'),
  },
  ({ attemptId, answers, receipt, replyBytes, receivedAt, packed }) => [
    // In the order in which they came: the watch goes along it (`watch-answers.ts`).
    index('submissions_received').on(receivedAt, attemptId),
    check(
      'submissions_one_form',
      sql`num_nonnulls(${answers}, ${receipt}, ${replyBytes}) = case when ${packed} is null then 3 else 0 end`,
    ),
  ],
)

/**
 * Grades. Immutable: a re-score appends a higher version with its reason and author. Only the review of an old training is
 * dropped.
 */
export const results = pgTable(
  'results',
  {
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    correct: integer('correct').notNull(),
    total: integer('total').notNull(),
    theta: doublePrecision('theta'),
    /** The contract's Score, or null when it was withheld. */
    score: jsonb('score'),
    scoreWithheld: jsonb('score_withheld'),
    byFamily: jsonb('by_family').notNull(),
    /** Seconds used of the exam's time, never more than it had. */
    durationSeconds: integer('duration_seconds').notNull(),
    /** Seconds from the start to the end as it really was; null of grades before that was kept. */
    elapsedSeconds: integer('elapsed_seconds'),
    late: jsonb('late'),
    /** The contract's PauseOfResult of each pause; null of exams that had none. */
    pauses: jsonb('pauses'),
    review: jsonb('review'),
    receipt: text('receipt').notNull(),
    reason: text('reason').notNull(),
    author: text('author').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.attemptId, table.version] })],
)

/**
 * How many people took a test here, by the IQ of their first sitting under the rules `model`: no row of a person, and nobody is read from it.
 * `counts`: of IQ 70, 71 … 130 (`first-sittings.ts`).
 */
export const firstSittings = pgTable(
  'first_sittings',
  {
    testId: uuid('test_id')
      .notNull()
      .references(() => tests.id, { onDelete: 'cascade' }),
    model: text('model').notNull(),
    people: integer('people').notNull(),
    counts: integer('counts').array().notNull(),
    countedAt: moment('counted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.testId, table.model] })],
)

/**
 * The certificate of a graded exam, whose page its owner has opened to everybody who knows `code`; one a person closed keeps
 * the address alone. `issue` counts what was signed for it: only the last one can hold.
 */
export const certificates = pgTable(
  'certificates',
  {
    attemptId: uuid('attempt_id')
      .primaryKey()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    /** 128 random bits as base64url. */
    code: text('code').notNull(),
    issue: integer('issue').notNull(),
    /** The version of the result that it tells of. */
    resultVersion: integer('result_version').notNull(),
    /** The signed Open Badge as it was issued; null while closed. */
    credential: jsonb('credential'),
    issuedAt: moment('issued_at').notNull(),
    closedAt: moment('closed_at'),
  },
  (table) => [
    uniqueIndex('certificates_code').on(table.code),
    check('certificates_open_has_credential', sql`(${table.credential} is null) = (${table.closedAt} is not null)`),
  ],
)

/**
 * What who was asked, so that nothing comes twice: eight bytes of everything that the items of a paper ask and show, one
 * after the other. `paper-store.ts` says how they are cut.
 */
export const paperExposures = pgTable(
  'paper_exposures',
  {
    attemptId: uuid('attempt_id')
      .primaryKey()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull(),
    partition: text('partition').notNull(),
    shownAt: moment('shown_at').notNull().defaultNow(),
    items: bytea('items').notNull(),
  },
  (table) => [index('paper_exposures_user').on(table.userId, table.partition, table.shownAt)],
)
