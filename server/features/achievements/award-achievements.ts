import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { earnedAchievements } from '../../db/schema/site.ts'
import { achievementKinds } from './achievement-list.ts'
import { type Progress, readProgress } from './progress.ts'

/** Writes down what a person has newly earned; what was earned once stays. Called after each grading, and when looking. */
export async function awardAchievements(queries: Queries, userId: string): Promise<Progress> {
  const progress = await readProgress(queries, userId)
  const earned = achievementKinds.filter(({ goal, progressOf }) => progressOf(progress) >= goal)
  if (earned.length > 0) {
    await queries
      .insert(earnedAchievements)
      .values(earned.map(({ code }) => ({ userId, code })))
      .onConflictDoNothing()
  }
  return progress
}

/** When this person earned what, by code. */
export async function readEarned(queries: Queries, userId: string): Promise<Map<string, Date>> {
  const rows = await queries.select().from(earnedAchievements).where(eq(earnedAchievements.userId, userId))
  return new Map(rows.map(({ code, earnedAt }) => [code, earnedAt]))
}
