import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Bytes before minifying, by chunk (without the hash) and by the module's path in the project. */
export type ModuleWeights = Record<string, Record<string, number>>

/** Writes each module's bytes by chunk, to see what made a chunk grow. The file is outside of dist/. */
export function writeModuleWeights(file: string): Plugin {
  return {
    name: 'write-module-weights',
    // Prerendering is a separate build with the same plugins.
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
