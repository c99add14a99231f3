import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Bytes of each module before minifying, by the name of its chunk (without the hash) and the module's path in the project. */
export type ModuleWeights = Record<string, Record<string, number>>

/**
 * Writes beside the build which module put how many bytes into which chunk: a chunk's size alone does not tell what made it grow.
 * The file lies outside of dist/, so no visitor loads it.
 */
export function writeModuleWeights(file: string): Plugin {
  return {
    name: 'write-module-weights',
    // The pages that the build draws are a build of their own, with the same plugins.
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const weights: ModuleWeights = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const modules = Object.entries(chunk.modules)
          .map(([id, { renderedLength }]) => [path.relative('.', id.replace(/^\0/, '')), renderedLength] as const)
          .filter(([, bytes]) => bytes > 0)
        weights[chunk.name] = { ...weights[chunk.name], ...Object.fromEntries(modules) }
      }
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(weights))
    },
  }
}
