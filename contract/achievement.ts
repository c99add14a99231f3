import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant, listOf } from './scalars.ts'

/** `progress` and `goal` count the same thing. It is earned once `earned_at` is set. */
export const Achievement = z.object({
  code: z.string(),
  title: z.string(),
  description: z.string(),
  progress: z.number(),
  goal: z.number(),
  earned_at: z.nullish(Instant),
})
export type Achievement = z.output<typeof Achievement>

export const listAchievements = endpoint({
  name: 'listAchievements',
  method: 'GET',
  path: '/api/achievements/',
  auth: 'bearer',
  summary: 'My achievements with their progress',
  response: listOf(Achievement),
})
