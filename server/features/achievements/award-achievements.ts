import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { earnedAchievements } from '../../db/schema/site.ts'
import { bestPercentSoFar, examsSoFar, examTypesSoFar, trainingsSoFar } from '../exams/result/graded-so-far.ts'
import { storingNotifications } from '../notifications/notify.ts'
import { achievementKinds, type Measure, type Progress } from './achievement-list.ts'

const mostTrainings = Math.max(
  ...achievementKinds.filter(({ measure }) => measure === 'trainings').map(({ goal }) => goal),
)

/** Each measure of a person's Progress, as SQL of one number. */
const measures: Record<Measure, (person: string) => string> = {
  trainings: (person) => trainingsSoFar(person, mostTrainings),
  exams: examsSoFar,
  examTypes: examTypesSoFar,
  bestExamPercent: bestPercentSoFar,
}

const each = Object.entries(measures) as [Measure, (person: string) => string][]
/** Counts only what a missing achievement needs: each count runs once, when its row needs it. */
const reached = `case measure ${each.map(([measure, count]) => `when '${measure}' then ${count('$1')}`).join(' ')} end`

/**
 * Stores and announces the achievements among these kinds (`$2`) that are newly earned; counts nothing for earned ones. Each
 * achievement is announced exactly if its row is new. `$3` counts a training that is being graded: its row does not show it yet.
 */
const award = prepared(
  'award_achievements',
  `with missing as materialized (
     select kind.* from jsonb_to_recordset($2::jsonb) as kind(code text, title text, message text, measure text, goal int)
     where not exists (select from earned_achievements e where e.user_id = $1 and e.code = kind.code)
   ), earned as (
     select * from missing where ${reached} + case when measure = 'trainings' then $3::int else 0 end >= goal
   ), fresh as (
     insert into earned_achievements (user_id, code) select $1, code from earned on conflict do nothing returning code
   ), news as (
     select jsonb_agg(jsonb_build_object('kind', 'achievement', 'title', title, 'message', message)) as rows
     from earned join fresh using (code)
   )
   ${storingNotifications('$1', '(select rows from news)')}`,
)

const read = prepared<Progress>(
  'read_progress',
  `select ${each.map(([measure, count]) => `${count('$1')} as "${measure}"`).join(', ')}`,
)

const announced = (kinds: typeof achievementKinds) =>
  JSON.stringify(
    kinds.map(({ code, title, done, measure, goal }) => ({
      code,
      title: `Нове досягнення: «${title}»`,
      message: done,
      measure,
      goal,
    })),
  )
const all = announced(achievementKinds)
const ofTrainings = announced(achievementKinds.filter(({ measure }) => measure === 'trainings'))
const ofExams = announced(achievementKinds.filter(({ measure }) => measure !== 'trainings'))

/**
 * Records and announces newly earned achievements, once each: of two concurrent calls the row's key lets one through. Earned ones
 * stay. `graded` is the mode of the attempt being graded: only its achievements are checked, so a training reads no exams.
 */
export async function awardAchievements(queries: Queries, userId: string, graded?: { mode: string }): Promise<void> {
  if (graded === undefined) await award(queries, userId, all, 0)
  else if (graded.mode === 'exam') await award(queries, userId, ofExams, 0)
  else await award(queries, userId, ofTrainings, 1)
}

export async function readProgress(queries: Queries, userId: string): Promise<Progress> {
  const [progress] = await read(queries, userId)
  return progress!
}

/** When this person earned each achievement, by code. */
export async function readEarned(queries: Queries, userId: string): Promise<Map<string, Date>> {
  const rows = await queries.select().from(earnedAchievements).where(eq(earnedAchievements.userId, userId))
  return new Map(rows.map(({ code, earnedAt }) => [code, earnedAt]))
}
