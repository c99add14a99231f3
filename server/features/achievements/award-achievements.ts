import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { earnedAchievements } from '../../db/schema/site.ts'
import { achievementKinds } from './achievement-list.ts'
import { type Progress, readProgress } from './progress.ts'

/**
 * Writes down what a person has newly earned, and tells them, each once: of two that find it at the same time the row's
 * key lets one through. What was earned stays. Called after each grading, and when looking.
 */
export async function awardAchievements(queries: Queries, userId: string): Promise<Progress> {
  const progress = await readProgress(queries, userId)
  const earned = achievementKinds.filter(({ goal, progressOf }) => progressOf(progress) >= goal)
  if (earned.length > 0) {
    const told = earned.map(({ code, title, done }) => ({ code, title: `Нове досягнення: «${title}»`, message: done }))
    await award(queries, userId, JSON.stringify(told))
  }
  return progress
}

/** Each is told exactly if its row is new. */
const award = prepared(
  'award_achievements',
  `with told as (
     select * from jsonb_to_recordset($2::jsonb) as told(code text, title text, message text)
   ), fresh as (
     insert into earned_achievements (user_id, code) select $1, code from told on conflict do nothing returning code
   )
   insert into notifications (user_id, kind, title, message)
   select $1, 'achievement', title, message from told join fresh using (code)`,
)

/** When this person earned what, by code. */
export async function readEarned(queries: Queries, userId: string): Promise<Map<string, Date>> {
  const rows = await queries.select().from(earnedAchievements).where(eq(earnedAchievements.userId, userId))
  return new Map(rows.map(({ code, earnedAt }) => [code, earnedAt]))
}
