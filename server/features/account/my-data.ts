import { eq } from 'drizzle-orm'
import type { MyData } from '#contract/my-data.ts'
import type { Queries } from '../../db/connect.ts'
import { consents, refreshFamilies, users } from '../../db/schema/accounts.ts'
import { feedbackMessages } from '../../db/schema/catalog.ts'
import { earnedAchievements, mails, notifications } from '../../db/schema/site.ts'
import { tokenRevoked } from '../../failure.ts'
import type { Account } from '../auth/open-account.ts'
import type { Services } from '../../services.ts'
import { myAttempts } from './my-attempts.ts'
import { myPurchases } from './my-purchases.ts'
import { theirFeedback } from './their-feedback.ts'

/** Collects everything that is kept of a person, as it stood at one moment. */
export function collectMyData({ db }: Services, userId: string): Promise<MyData> {
  return db.transaction(
    async (tx) => {
      const [account] = await tx.select().from(users).where(eq(users.id, userId))
      if (account === undefined) throw tokenRevoked()
      return {
        exported_at: new Date().toISOString(),
        account: presentAccount(account),
        consents: await myConsents(tx, userId),
        sessions: await mySessions(tx, userId),
        purchases: await myPurchases(tx, userId),
        attempts: await myAttempts(tx, userId),
        notifications: await myNotifications(tx, userId),
        achievements: await myAchievements(tx, userId),
        feedback: await myFeedback(tx, account),
        letters: await myLetters(tx, userId),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

function presentAccount(account: Account): MyData['account'] {
  return {
    id: account.id,
    email: account.email,
    is_verified: account.isVerified,
    first_name: account.firstName,
    last_name: account.lastName,
    description: account.description,
    gender: account.gender,
    phone_number: account.phoneNumber,
    created_at: account.createdAt.toISOString(),
    password_changed_at: account.passwordChangedAt.toISOString(),
  }
}

async function myConsents(tx: Queries, userId: string): Promise<MyData['consents']> {
  const rows = await tx.select().from(consents).where(eq(consents.userId, userId)).orderBy(consents.givenAt)
  return rows.map(({ kind, version, accepted, givenAt }) => ({
    kind,
    version,
    accepted,
    given_at: givenAt.toISOString(),
  }))
}

async function mySessions(tx: Queries, userId: string): Promise<MyData['sessions']> {
  const mine = eq(refreshFamilies.userId, userId)
  const rows = await tx.select().from(refreshFamilies).where(mine).orderBy(refreshFamilies.createdAt)
  return rows.map((family) => ({
    created_at: family.createdAt.toISOString(),
    used_at: family.usedAt.toISOString(),
    expires_at: family.expiresAt.toISOString(),
    ended_at: family.revokedAt?.toISOString() ?? null,
    remember_me: family.rememberMe,
  }))
}

async function myNotifications(tx: Queries, userId: string): Promise<MyData['notifications']> {
  const mine = eq(notifications.userId, userId)
  const rows = await tx.select().from(notifications).where(mine).orderBy(notifications.createdAt)
  return rows.map(({ kind, title, message, createdAt, readAt }) => ({
    kind,
    title,
    message,
    created_at: createdAt.toISOString(),
    read_at: readAt?.toISOString() ?? null,
  }))
}

async function myAchievements(tx: Queries, userId: string): Promise<MyData['achievements']> {
  const mine = eq(earnedAchievements.userId, userId)
  const rows = await tx.select().from(earnedAchievements).where(mine).orderBy(earnedAchievements.earnedAt)
  return rows.map(({ code, earnedAt }) => ({ code, earned_at: earnedAt.toISOString() }))
}

async function myFeedback(tx: Queries, account: Account): Promise<MyData['feedback']> {
  const rows = await tx
    .select()
    .from(feedbackMessages)
    .where(theirFeedback(account))
    .orderBy(feedbackMessages.createdAt)
  return rows.map(({ email, message, typeOfAppeal, createdAt }) => ({
    email,
    message,
    type_of_appeal: typeOfAppeal,
    created_at: createdAt.toISOString(),
  }))
}

async function myLetters(tx: Queries, userId: string): Promise<MyData['letters']> {
  const rows = await tx.select().from(mails).where(eq(mails.userId, userId)).orderBy(mails.createdAt)
  return rows.map(({ subject, createdAt, sentAt }) => ({
    subject,
    created_at: createdAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
  }))
}
