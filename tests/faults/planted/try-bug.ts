import { drawSchedule } from '../schedule.ts'
import { playSchedule } from '../story.ts'
import { World } from '../world.ts'
import type { PlantedBug } from './bugs.ts'
import { buildPlanted } from './build-planted.ts'

export async function tryBug(bug: PlantedBug): Promise<string[]> {
  const { product, remove } = await buildPlanted(bug)
  try {
    const world = await World.create(product)
    try {
      const { complaints } = await playSchedule(world, drawSchedule(...bug.schedule))
      return complaints
    } finally {
      await world.end()
    }
  } finally {
    remove()
  }
}
