import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { addressAsRead } from '#contract/address-as-read.ts'
import { MyData } from '#contract/my-data.ts'
import type { Queries } from '../../db/connect.ts'
import { inPages } from '../../db/in-pages.ts'
import { consents, refreshFamilies, users } from '../../db/schema/accounts.ts'
import { feedbackMessages } from '../../db/schema/catalog.ts'
import { pushSubscriptions } from '../../db/schema/pushes.ts'
import { questionReports } from '../../db/schema/question-reports.ts'
import { earnedAchievements, mails, notifications } from '../../db/schema/site.ts'
import { tokenRevoked } from '../../failure.ts'
import type { Account } from '../auth/open-account.ts'
import { JsonStream } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { myAttempts } from './my-attempts.ts'
import { myPurchases } from './my-purchases.ts'
import { theirFeedback } from './their-feedback.ts'

/** Reads a person's overall score from the feature that has their exams. */
export type ReadOverall = (userId: string) => Promise<MyData['overall_score']>

/** Rows in memory at the same time, for lists of single rows. */
const rowsAtOnce = 200

/**
 * Streams everything that is kept of a person, as the contract's MyData. Each page of rows is read when the reader takes it, so
 * the export is no snapshot. In return, a list without a bound need not fit into memory, and a slow reader holds no connection.
 * Throws 401 for an account that has been erased.
 */
export async function streamMyData({ db }: Services, userId: string, readOverall: ReadOverall): Promise<JsonStream> {
  const [account] = await db.select().from(users).where(eq(users.id, userId))
  if (account === undefined) throw tokenRevoked()
  return new JsonStream(piecesOf(db, account, readOverall))
}

async function* piecesOf(db: Queries, account: Account, readOverall: ReadOverall): AsyncGenerator<string> {
  const { shape } = MyData
  const { id } = account
  yield `{"exported_at":${JSON.stringify(new Date().toISOString())}`
  yield `,"account":${JSON.stringify(z.encode(shape.account, presentAccount(account)))}`
  yield* list('consents', shape.consents, myConsents(db, id))
  yield* list('sessions', shape.sessions, mySessions(db, id))
  yield* list('purchases', shape.purchases, myPurchases(db, id))
  yield* list('attempts', shape.attempts, myAttempts(db, id))
  yield `,"overall_score":${JSON.stringify(z.encode(shape.overall_score, await readOverall(id)))}`
  yield* list('notifications', shape.notifications, myNotifications(db, id))
  yield* list('achievements', shape.achievements, myAchievements(db, id))
  yield* list('feedback', shape.feedback, myFeedback(db, account))
  yield* list('question_reports', shape.question_reports, myQuestionReports(db, id))
  yield* list('push_subscriptions', shape.push_subscriptions, myPushSubscriptions(db, id))
  yield* list('letters', shape.letters, myLetters(db, id))
  yield '}'
}

/** One list of the document, page by page. The contract encodes each row, so fields that it does not name never leave. */
async function* list<Rows extends z.ZodMiniType<unknown[]>>(
  name: keyof MyData,
  schema: Rows,
  pages: AsyncIterable<z.output<Rows>>,
): AsyncGenerator<string> {
  yield `,"${name}":[`
  let isFirst = true
  for await (const page of pages) {
    const rows = (z.encode(schema, page) as unknown[]).map((row) => JSON.stringify(row)).join(',')
    if (rows === '') continue
    yield isFirst ? rows : `,${rows}`
    isFirst = false
  }
  yield ']'
}

function presentAccount(account: Account): MyData['account'] {
  return {
    id: account.id,
    email: addressAsRead(account.email),
    is_verified: account.isVerified,
    first_name: account.firstName,
    last_name: account.lastName,
    description: account.description,
    gender: account.gender,
    phone_number: account.phoneNumber,
    region: account.region,
    age: account.age,
    schooling: account.schooling,
    created_at: account.createdAt.toISOString(),
    password_changed_at: account.passwordChangedAt.toISOString(),
  }
}

async function* myConsents(db: Queries, userId: string): AsyncGenerator<MyData['consents']> {
  const mine = { where: eq(consents.userId, userId), at: consents.givenAt, rows: rowsAtOnce }
  for await (const rows of inPages(db, consents, mine)) {
    yield rows.map(({ kind, version, accepted, givenAt }) => ({
      kind,
      version,
      accepted,
      given_at: givenAt.toISOString(),
    }))
  }
}

async function* mySessions(db: Queries, userId: string): AsyncGenerator<MyData['sessions']> {
  const mine = { where: eq(refreshFamilies.userId, userId), at: refreshFamilies.createdAt, rows: rowsAtOnce }
  for await (const rows of inPages(db, refreshFamilies, mine)) {
    yield rows.map((family) => ({
      created_at: family.createdAt.toISOString(),
      used_at: family.usedAt.toISOString(),
      expires_at: family.expiresAt.toISOString(),
      ended_at: family.revokedAt?.toISOString() ?? null,
      remember_me: family.rememberMe,
      device: family.device,
    }))
  }
}

async function* myNotifications(db: Queries, userId: string): AsyncGenerator<MyData['notifications']> {
  const mine = { where: eq(notifications.userId, userId), at: notifications.createdAt, rows: rowsAtOnce }
  for await (const rows of inPages(db, notifications, mine)) {
    yield rows.map(({ kind, title, message, createdAt, readAt }) => ({
      kind,
      title,
      message,
      created_at: createdAt.toISOString(),
      read_at: readAt?.toISOString() ?? null,
    }))
  }
}

/** One row at most for each kind of achievement. */
async function* myAchievements(db: Queries, userId: string): AsyncGenerator<MyData['achievements']> {
  const mine = eq(earnedAchievements.userId, userId)
  const rows = await db.select().from(earnedAchievements).where(mine).orderBy(earnedAchievements.earnedAt)
  yield rows.map(({ code, earnedAt }) => ({ code, earned_at: earnedAt.toISOString() }))
}

async function* myFeedback(db: Queries, account: Account): AsyncGenerator<MyData['feedback']> {
  const mine = { where: theirFeedback(account), at: feedbackMessages.createdAt, rows: rowsAtOnce }
  for await (const rows of inPages(db, feedbackMessages, mine)) {
    yield rows.map(({ email, message, typeOfAppeal, createdAt, answer }) => ({
      email,
      message,
      type_of_appeal: typeOfAppeal,
      created_at: createdAt.toISOString(),
      answer,
    }))
  }
}

async function* myQuestionReports(db: Queries, userId: string): AsyncGenerator<MyData['question_reports']> {
  const mine = { where: eq(questionReports.userId, userId), at: questionReports.createdAt, rows: rowsAtOnce }
  for await (const rows of inPages(db, questionReports, mine)) {
    yield rows.map(({ attemptId, questionId, words, createdAt, closedAt, outcome }) => ({
      attempt_id: attemptId,
      question_id: questionId,
      words,
      created_at: createdAt.toISOString(),
      closed_at: closedAt?.toISOString() ?? null,
      outcome,
    }))
  }
}

/** Ten rows at most. */
async function* myPushSubscriptions(db: Queries, userId: string): AsyncGenerator<MyData['push_subscriptions']> {
  const mine = eq(pushSubscriptions.userId, userId)
  const rows = await db.select().from(pushSubscriptions).where(mine).orderBy(pushSubscriptions.createdAt)
  yield rows.map(({ endpoint, kinds, createdAt, seenAt }) => ({
    endpoint,
    kinds,
    created_at: createdAt.toISOString(),
    seen_at: seenAt.toISOString(),
  }))
}

async function* myLetters(db: Queries, userId: string): AsyncGenerator<MyData['letters']> {
  const mine = { where: eq(mails.userId, userId), at: mails.createdAt, rows: rowsAtOnce }
  for await (const rows of inPages(db, mails, mine)) {
    yield rows.map(({ subject, createdAt, sentAt }) => ({
      subject,
      created_at: createdAt.toISOString(),
      sent_at: sentAt?.toISOString() ?? null,
    }))
  }
}
