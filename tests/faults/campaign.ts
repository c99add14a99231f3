import type { Counts, Outcome } from './reckoning.ts'
import { drawSchedule } from './schedule.ts'
import { playSchedule } from './story.ts'
import { World } from './world.ts'

export const noCounts = (): Counts => ({
  schedules: 0,
  exams: 0,
  pauses: 0,
  acknowledged: 0,
  lost: 0,
  gradedTwice: 0,
  wrongUser: 0,
  notConverged: 0,
})

export interface Campaign {
  counts: Counts
  failures: string[]
  deaths: number
}

/** Plays the schedules of a seed, one after another, on one temporary server and PostgreSQL. */
export async function playCampaign(
  seed: number,
  { indices, isPaused = false }: { indices: Iterable<number>; isPaused?: boolean },
  onPlayed: (name: string, outcome: Outcome, soFar: Counts) => void,
  tell?: (line: string) => void,
): Promise<Campaign> {
  const world = await World.create()
  const counts = noCounts()
  const failures: string[] = []
  try {
    for (const index of indices) {
      const schedule = drawSchedule(seed, index, isPaused)
      const outcome = await playSchedule(world, schedule, tell)
      for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += outcome.counts[name]
      if (outcome.complaints.length > 0) failures.push(schedule.name)
      onPlayed(schedule.name, outcome, counts)
    }
    return { counts, failures, deaths: world.deaths }
  } finally {
    await world.end()
  }
}

export function summary(seed: number, counts: Counts): string {
  return (
    `seed ${seed}: ${counts.schedules} schedules, ${counts.exams} exams, ${counts.pauses} pauses, ${counts.acknowledged} acknowledged answers, ` +
    `${counts.lost} lost, ${counts.gradedTwice} graded twice, ${counts.wrongUser} wrong user, ${counts.notConverged} not converged`
  )
}
