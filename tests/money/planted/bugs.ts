import type { PlantedBug } from '../../model/planted/bugs.ts'

export const plantedBugs: readonly PlantedBug[] = []
