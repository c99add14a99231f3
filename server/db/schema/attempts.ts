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
 * One attempt. States: building → ready (paper built) → open (clock runs) ⇄ paused (exams, decision 0133) → submitted → graded,
 * or failed (our fault, given back). A failed attempt that was submitted may still be graded: `failure` and the given-back exam
 * then stay. `is_open` holds until submit, closing or failure; by it a purchase has one open attempt of each mode (exam,
 * training, practice). Each claim of a job raises `fence`, so a job that lost its claim cannot write.
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
    /** Null if a plain GET opened the attempt. */
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
    /** When the present pause ends by itself, or when the last one ended; null if there was none. */
    pausedUntil: moment('paused_until'),
    submittedAt: moment('submitted_at'),
    processingSince: moment('processing_since'),
    /** The device whose answer came first, or null. */
    firstDevice: text('first_device'),
    /** Whether another device has answered, too. Only then can answers be in conflict. */
    hasOtherDevices: boolean('has_rivals').notNull().default(false),
    /** How often the sweep has tried to apply deadlines, and when it may try again. */
    sweepTries: integer('sweep_tries').notNull().default(0),
    sweepAfter: moment('sweep_after'),
    /** When the old training was trimmed: since then only its result and answers are kept. */
    trimmedAt: moment('trimmed_at'),
  },
  (table) => [
    uniqueIndex('attempts_start_key').on(table.purchaseId, table.startKey),
    uniqueIndex('attempts_one_open').on(table.purchaseId, table.mode).where(sql`${table.isOpen}`),
    uniqueIndex('attempts_ticket').on(table.ticketHash),
    // Trainings are unlimited in number: a query for exams must not walk over them.
    index('attempts_purchase').on(table.purchaseId, table.mode, table.createdAt),
    index('attempts_user').on(table.userId, table.createdAt),
    index('attempts_graded').on(table.purchaseId, table.submittedAt, table.id).where(sql`${table.state} = 'graded'`),
    index('attempts_untrimmed')
      .on(table.purchaseId, table.mode, table.createdAt)
      .where(sql`${table.mode} <> 'exam' and ${table.state} = 'graded' and ${table.trimmedAt} is null`),
    index('attempts_unfinished').on(table.state).where(sql`${table.state} <> 'graded'`),
    // Only attempts with a clock: nothing closes an abandoned training, and a round would read them all.
    index('attempts_late').on(table.lateUntil).where(sql`${table.state} = 'open' and ${table.lateUntil} is not null`),
    index('attempts_owed_a_grade')
      .on(table.submittedAt)
      .where(sql`${table.state} = 'failed' and ${table.failure} in ('results_expired', 'results_failed')`),
  ],
)

/** Questions, packed (decision 0045) or, in older papers, as sent. Keys have a table of their own: reads of questions skip it. */
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

/** Papers drawn ahead (decision 0121), one a purchase: from when an exam may begin until it begins. First wanted, then drawn. */
export const waitingPapers = pgTable(
  'waiting_papers',
  {
    purchaseId: uuid('purchase_id')
      .primaryKey()
      .references(() => purchases.id, { onDelete: 'cascade' }),
    wantedAt: moment('wanted_at').notNull().defaultNow(),
    /** How often a job has begun to draw the paper, and when the next one may. */
    tries: integer('tries').notNull().default(0),
    tryAfter: moment('try_after').notNull().defaultNow(),
    drawnAt: moment('drawn_at'),
    generator: integer('generator'),
    seed: text('seed'),
    /** SHA-256 of the items that its owner had been shown when it was drawn. */
    seenDigest: bytea('seen_digest'),
    sent: bytea('sent'),
    /** The future contents of `papers`, `paper_keys` and `paper_exposures`. */
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
 * Answer events. A trigger refuses changes. `attempt-clock.ts` explains `phase`. A question keeps a bounded number of events;
 * others collapse into `collapsed_answers` (decision 0033). `device_id` is '' for the attempt's first device (decision 0065), in
 * rows of earlier releases its name: `answer-events.ts` reads both.
 */
export const answerEvents = pgTable(
  'answer_events',
  {
    /** The order of arrival. It is compared within one attempt only, so it has no index. */
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

/** What is left of collapsed events: a device's greatest number, how many they were, when the first and last came. */
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
 * The pauses of an exam (decision 0133). A trigger refuses changes. Each has a row for its begin, its end, the announcement of
 * its end, and the message that the alarm is over (0134). `place`: the number of the pause in its exam, from 1.
 */
export const attemptPauses = pgTable(
  'attempt_pauses',
  {
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    what: text('what').notNull(),
    /** The idempotency key that the device chose. */
    name: text('name').notNull(),
    /** The device that reported this; empty if the server acted by itself. */
    deviceId: text('device_id').notNull(),
    /** For a begin its cause, alarm or power; for an end: resumed, limit or closed. */
    reason: text('reason').notNull(),
    /** The time that counts, within the bounds of the server's own observations. */
    at: moment('at').notNull(),
    /** Milliseconds that a begun pause may last, or an ended one lasted. */
    milliseconds: integer('milliseconds').notNull(),
    /** The time by the device's clock; null if it sent none. Kept, never used in a calculation. */
    saidAt: moment('said_at'),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.attemptId, table.place, table.what] }),
    check('attempt_pauses_what', sql`${table.what} in ('begun', 'announced', 'alarm_over', 'ended')`),
  ],
)

/**
 * The one submission of an attempt and the bytes that answered it, kept as long as the purchase. Those of exams are `packed`
 * (decision 0065), those of trainings and of earlier releases are in columns. `submission-store.ts` reads both.
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
    /** `person` submitted it, or `unattended`: nobody did before the time was over. */
    closedBy: text('closed_by').notNull(),
    /** `phone`, `tablet` or `computer`; null if unknown, or if nobody submitted. */
    deviceKind: text('device_kind'),
    /** When the device showed each question and took its answer (`stored-timing.ts`); null if unsent, or nobody submitted. */
    timing: bytea('timing'),
    receivedAt: moment('received_at').notNull().defaultNow(),
    packed: bytea('packed'),
  },
  ({ attemptId, answers, receipt, replyBytes, receivedAt, packed }) => [
    // The watch reads closings in this order (`watch-answers.ts`).
    index('submissions_received').on(receivedAt, attemptId),
    check(
      'submissions_one_form',
      sql`num_nonnulls(${answers}, ${receipt}, ${replyBytes}) = case when ${packed} is null then 3 else 0 end`,
    ),
  ],
)

/** Grades. A re-score appends a higher version with reason and author. No row changes, but an old training loses its review. */
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
    /** The contract's Score; null if withheld. */
    score: jsonb('score'),
    scoreWithheld: jsonb('score_withheld'),
    byFamily: jsonb('by_family').notNull(),
    /** Seconds of the exam's time that were used, never more than it had. */
    durationSeconds: integer('duration_seconds').notNull(),
    /** Seconds from the real start to the real end; null in older grades. */
    elapsedSeconds: integer('elapsed_seconds'),
    late: jsonb('late'),
    /** The contract's PauseOfResult for each pause; null if there were none. */
    pauses: jsonb('pauses'),
    review: jsonb('review'),
    receipt: text('receipt').notNull(),
    reason: text('reason').notNull(),
    author: text('author').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.attemptId, table.version] })],
)

/** Anonymous counts: people by the IQ (70, 71 … 130) of their first exam under the rules `model` (`first-sittings.ts`). */
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
 * The certificate of a graded exam. Anyone with `code` can open its page while its owner keeps it open. A closed one keeps only
 * its address. `issue` counts its signings; only the last can be valid.
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
    /** The version of its result. */
    resultVersion: integer('result_version').notNull(),
    /** The signed Open Badge; null while closed. */
    credential: jsonb('credential'),
    issuedAt: moment('issued_at').notNull(),
    closedAt: moment('closed_at'),
  },
  (table) => [
    uniqueIndex('certificates_code').on(table.code),
    check('certificates_open_has_credential', sql`(${table.credential} is null) = (${table.closedAt} is not null)`),
  ],
)

/** What each person has been shown, so that no item comes twice: eight bytes for each part of an item (`paper-store.ts`). */
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
