import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { earnedAchievements } from '../../db/schema/site.ts'
import { notify } from '../news/notify.ts'
import { achievementKinds, type Kind } from './achievement-list.ts'
import { type Progress, readProgress } from './progress.ts'

/**
 * Writes down what a person has newly earned, and tells them, each once: of two that find it at the same time the row's
 * key lets one through. What was earned stays. Called after each grading, and when looking.
 */
export async function awardAchievements(queries: Queries, userId: string): Promise<Progress> {
  const progress = await readProgress(queries, userId)
  const earned = achievementKinds.filter(({ goal, progressOf }) => progressOf(progress) >= goal)
  if (earned.length > 0) {
    await queries.transaction(async (tx) => {
      const fresh = await tx
        .insert(earnedAchievements)
        .values(earned.map(({ code }) => ({ userId, code })))
        .onConflictDoNothing()
        .returning({ code: earnedAchievements.code })
      const isFresh = new Set(fresh.map(({ code }) => code))
      for (const kind of earned.filter(({ code }) => isFresh.has(code))) await tellOfAchievement(tx, userId, kind)
    })
  }
  return progress
}

function tellOfAchievement(tx: Queries, userId: string, { title, done }: Kind): Promise<void> {
  return notify(tx, userId, { kind: 'achievement', title: `Нове досягнення: «${title}»`, message: done })
}

/** When this person earned what, by code. */
export async function readEarned(queries: Queries, userId: string): Promise<Map<string, Date>> {
  const rows = await queries.select().from(earnedAchievements).where(eq(earnedAchievements.userId, userId))
  return new Map(rows.map(({ code, earnedAt }) => [code, earnedAt]))
}
