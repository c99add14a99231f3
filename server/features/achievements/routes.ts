import type { FastifyInstance } from 'fastify'
import { listAchievements } from '#contract/achievement.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { achievementKinds } from './achievement-list.ts'
import { awardAchievements, readEarned, readProgress } from './award-achievements.ts'

export function registerAchievements(app: FastifyInstance, { db }: Services): void {
  serve(app, listAchievements, async ({ user }) => {
    await awardAchievements(db, user.id)
    const progress = await readProgress(db, user.id)
    const earned = await readEarned(db, user.id)
    const results = achievementKinds.map(({ code, title, description, goal, measure }) => ({
      code,
      title,
      description,
      progress: Math.min(goal, progress[measure]),
      goal,
      earned_at: earned.get(code)?.toISOString() ?? null,
    }))
    return { count: results.length, next: null, previous: null, results }
  })
}
