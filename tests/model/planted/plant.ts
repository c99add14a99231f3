import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** A bug put into one source file while it is bundled; never on the disk. */
export interface Plant {
  /** From the project's root. */
  readonly file: string
  /** Must stand in the file exactly once. */
  readonly find: string
  readonly replace: string
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')

/** A file's source with the plants in it, one after another. Throws when one does not find its place exactly once. */
export function sourceWith(plants: readonly Plant[], source: string): string {
  return plants.reduce((code, { file, find, replace }) => {
    if (code.split(find).length !== 2) throw new Error(`${file} does not have exactly once: ${find}`)
    return code.replace(find, () => replace)
  }, source)
}

/** Puts the plants into what a build reads; `missing` are those whose file it has not read so far. */
export function planting(plants: readonly Plant[]): { plugin: Plugin; missing: () => Plant[] } {
  const planted = new Set<Plant>()
  const plugin: Plugin = {
    name: 'plant',
    // Before the types are taken off: what is looked for is the source as it stands.
    enforce: 'pre',
    transform(source, id) {
      const file = path.relative(root, id.split('?')[0]!)
      const ofFile = plants.filter((plant) => plant.file === file)
      const code = sourceWith(ofFile, source)
      for (const plant of ofFile) planted.add(plant)
      return code === source ? null : { code, map: null }
    },
  }
  return { plugin, missing: () => plants.filter((plant) => !planted.has(plant)) }
}
