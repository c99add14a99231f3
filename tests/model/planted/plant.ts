import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** A bug put into one source file while it is bundled; never on the disk. */
export interface Plant {
  /** From the project's root. */
  readonly file: string
  /** Occurs in the file exactly once. */
  readonly find: string
  readonly replace: string
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')

/** A file's source with the plants, applied in order. Throws if one does not match exactly once. */
export function sourceWith(plants: readonly Plant[], source: string): string {
  return plants.reduce((code, { file, find, replace }) => {
    if (code.split(find).length !== 2) throw new Error(`${file} does not have exactly once: ${find}`)
    return code.replace(find, () => replace)
  }, source)
}

/** Applies the plants to a build's sources. `missing` returns plants whose files the build has not read. */
export function planting(plants: readonly Plant[]): { plugin: Plugin; missing: () => Plant[] } {
  const planted = new Set<Plant>()
  const plugin: Plugin = {
    name: 'plant',
    // Before the types are removed, because plants match the original source.
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
