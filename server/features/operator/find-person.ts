import { desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Score } from '#contract/result.ts'
import type { Database, Queries } from '../../db/connect.ts'
import { consents, refreshFamilies } from '../../db/schema/accounts.ts'
import { attempts, results } from '../../db/schema/attempts.ts'
import { ledger, orders, purchases } from '../../db/schema/purchases.ts'
import { questionReports } from '../../db/schema/question-reports.ts'
import { mails } from '../../db/schema/site.ts'
import type { Account } from '../auth/open-account.ts'
import { examUse } from '../exams/exam-use.ts'
import { findExamAllowances } from '../purchases/exam-allowance.ts'
import { purchaseNowColumns } from '../purchases/purchase-now.ts'
import { requireAccountBehind } from './find-account.ts'
import { listActions } from './list-actions.ts'

/** Rows of each list at most, the newest. */
const most = {
  purchases: 50,
  payments: 100,
  attempts: 50,
  sessions: 20,
  letters: 10,
  reports: 20,
  consents: 20,
  actions: 10,
}

/** What an answer to a letter to support needs: no answers, keys, tickets, hashes or texts of letters. */
export type FoundPerson = Awaited<ReturnType<typeof findPerson>>

/** The person of an address, or of the id of an account, purchase, order or attempt, as of one moment. Throws OperatorMistake. */
export function findPerson(db: Database, what: string) {
  return db.transaction(
    async (tx) => {
      const account = await requireAccountBehind(tx, what)
      return {
        account: presentAccount(account),
        purchases: await theirPurchases(tx, account.id),
        payments: await theirPayments(tx, account.id),
        attempts: await theirAttempts(tx, account.id),
        sessions: await listSessions(tx, account.id),
        letters: await theirLetters(tx, account.id),
        reports: await theirReports(tx, account.id),
        consents: await theirConsents(tx, account.id),
        actions: await listActions(tx, account.id, most.actions),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

function presentAccount(account: Account) {
  return {
    id: account.id,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    phoneNumber: account.phoneNumber,
    isVerified: account.isVerified,
    isActive: account.isActive,
    createdAt: account.createdAt,
    passwordChangedAt: account.passwordChangedAt,
    closedAt: account.closedAt,
    eraseAfter: account.eraseAfter,
    erasedAt: account.erasedAt,
  }
}

async function theirPurchases(tx: Queries, userId: string) {
  const rows = await tx
    .select({ ...purchaseNowColumns, provider: orders.provider })
    .from(purchases)
    .innerJoin(orders, eq(orders.id, purchases.orderId))
    .where(eq(purchases.userId, userId))
    .orderBy(desc(purchases.createdAt))
    .limit(most.purchases)
  const bought = rows.map(({ purchase }) => purchase)
  const allowances = await findExamAllowances(tx, bought, examUse)
  return rows.map(({ purchase, isOver, provider }) => ({
    id: purchase.id,
    orderId: purchase.orderId,
    title: purchase.cardTitle,
    status: purchase.status === 'paid' && isOver ? 'expired' : purchase.status,
    price: purchase.price,
    currency: purchase.currency,
    provider,
    createdAt: purchase.createdAt,
    paidAt: purchase.paidAt,
    expiresAt: purchase.expiresAt,
    exams: allowances.get(purchase.id)!,
    extraTimeFactor: purchase.extraTimeFactor,
  }))
}

async function theirPayments(tx: Queries, userId: string) {
  const rows = await tx
    .select(getTableColumns(ledger))
    .from(ledger)
    .innerJoin(orders, eq(orders.id, ledger.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(desc(ledger.recordedAt))
    .limit(most.payments)
  return rows.map(({ orderId, kind, amount, currency, details, recordedAt }) => ({
    orderId,
    kind,
    amount,
    currency,
    paymentId: (details as { payment_id?: string } | null)?.payment_id ?? null,
    recordedAt,
  }))
}

async function theirAttempts(tx: Queries, userId: string) {
  const rows = await tx
    .select()
    .from(attempts)
    .where(eq(attempts.userId, userId))
    .orderBy(desc(attempts.createdAt))
    .limit(most.attempts)
  const grades = await newestGrades(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((attempt) => ({
    id: attempt.id,
    purchaseId: attempt.purchaseId,
    mode: attempt.mode,
    state: attempt.state,
    failure: attempt.failure,
    createdAt: attempt.createdAt,
    startedAt: attempt.startedAt,
    deadlineAt: attempt.deadlineAt,
    submittedAt: attempt.submittedAt,
    result: grades.get(attempt.id) ?? null,
  }))
}

async function newestGrades(tx: Queries, attemptIds: string[]) {
  const rows = await tx
    .selectDistinctOn([results.attemptId], {
      attemptId: results.attemptId,
      version: results.version,
      correct: results.correct,
      total: results.total,
      score: results.score,
    })
    .from(results)
    .where(inArray(results.attemptId, attemptIds))
    .orderBy(results.attemptId, desc(results.version))
  return new Map(
    rows.map(({ attemptId, version, correct, total, score }) => [
      attemptId,
      { version, correct, total, iq: (score as Score | null)?.iq ?? null },
    ]),
  )
}

/** A person's sessions, the last used first: the newest 20, ended ones too. */
export async function listSessions(queries: Queries, userId: string) {
  const rows = await queries
    .select()
    .from(refreshFamilies)
    .where(eq(refreshFamilies.userId, userId))
    .orderBy(desc(refreshFamilies.usedAt))
    .limit(most.sessions)
  return rows.map((family) => ({
    id: family.id,
    createdAt: family.createdAt,
    usedAt: family.usedAt,
    expiresAt: family.expiresAt,
    rememberMe: family.rememberMe,
    endedAt: family.revokedAt,
    endedBecause: family.revokedBecause,
  }))
}

/** Question reports, without the question. */
async function theirReports(tx: Queries, userId: string) {
  const { id, attemptId, number, createdAt, closedAt, outcome } = questionReports
  return tx
    .select({ id, attemptId, number, createdAt, closedAt, outcome })
    .from(questionReports)
    .where(eq(questionReports.userId, userId))
    .orderBy(desc(createdAt))
    .limit(most.reports)
}

async function theirConsents(tx: Queries, userId: string) {
  const { kind, version, accepted, givenAt } = consents
  return tx
    .select({ kind, version, accepted, givenAt })
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(desc(givenAt))
    .limit(most.consents)
}

async function theirLetters(tx: Queries, userId: string) {
  const rows = await tx
    .select({
      subject: mails.subject,
      tries: mails.tries,
      lastError: mails.lastError,
      createdAt: mails.createdAt,
      sentAt: mails.sentAt,
    })
    .from(mails)
    .where(eq(mails.userId, userId))
    .orderBy(desc(mails.createdAt))
    .limit(most.letters)
  return rows
}
