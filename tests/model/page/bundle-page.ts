import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { type Plant, planting } from '../planted/plant.ts'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')

export interface PageCode {
  /** The page's scripts, to be run once for each page that is opened. */
  readonly page: string
  /** React Query without React, run for the pages that poll: to load it into every page would take most of the time. */
  readonly queries: string
}

/**
 * Bundles the page. The contract's schemas stay outside: they keep no state and are the same for all.
 */
export async function bundlePage(plants: readonly Plant[] = []): Promise<PageCode> {
  const { plugin, missing } = planting(plants)
  const page = await bundle('tests/model/page/page-entry.ts', plugin)
  if (missing().length > 0) throw new Error('a planted file is not part of the page')
  return { page, queries: await bundle('node_modules/@tanstack/query-core/build/modern/index.js', plugin) }
}

/** What the page's code asks for with `require`. */
const isOutside = (id: string) =>
  (id.startsWith('#contract/') && id !== '#contract/answer-merge.ts') || id === '@tanstack/react-query'

async function bundle(entry: string, plugin: Plugin): Promise<string> {
  const output = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [plugin],
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env': '{}' },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: path.join(root, entry), formats: ['cjs'] },
      rollupOptions: { external: isOutside },
    },
  })
  const [made] = [output].flat()
  if (made === undefined || !('output' in made)) throw new Error('vite gave no output')
  return made.output[0].code
}
