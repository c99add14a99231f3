import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { earnedAchievements } from '../../db/schema/site.ts'
import { achievementKinds } from './achievement-list.ts'
import { type Progress, progressOf } from './progress.ts'

/** Each is announced exactly if its row is new. */
const award = prepared<Progress>(
  'award_achievements',
  `with progress as (${progressOf('$1')}),
   earned as (
     select kind.* from progress, jsonb_to_recordset($2::jsonb) as kind(code text, title text, message text, measure text, goal int)
     where (to_jsonb(progress)->>kind.measure)::int >= kind.goal
   ), fresh as (
     insert into earned_achievements (user_id, code) select $1, code from earned on conflict do nothing returning code
   ), told as (
     insert into notifications (user_id, kind, title, message)
     select $1, 'achievement', title, message from earned join fresh using (code)
   )
   select * from progress`,
)

const notifications = JSON.stringify(
  achievementKinds.map(({ code, title, done, measure, goal }) => ({
    code,
    title: `Нове досягнення: «${title}»`,
    message: done,
    measure,
    goal,
  })),
)

/**
 * Writes down what a person has newly earned, and tells them, each once: of two that find it at the same time the row's
 * key lets one through. What was earned stays. Called after each grading, and when looking.
 */
export async function awardAchievements(queries: Queries, userId: string): Promise<Progress> {
  const [progress] = await award(queries, userId, notifications)
  return progress!
}

/** When this person earned what, by code. */
export async function readEarned(queries: Queries, userId: string): Promise<Map<string, Date>> {
  const rows = await queries.select().from(earnedAchievements).where(eq(earnedAchievements.userId, userId))
  return new Map(rows.map(({ code, earnedAt }) => [code, earnedAt]))
}
