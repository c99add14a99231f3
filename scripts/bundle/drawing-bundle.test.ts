import { build, type Rolldown } from 'vite'
import { beforeAll, expect, it } from 'vitest'
import { serverBundle } from './server-bundle.mjs'

/** Chunks of the drawing thread, and of the serving thread before anybody asks for a paper (decision 0122). */
let chunks: Map<string, Rolldown.OutputChunk>
beforeAll(async () => {
  const memory = { ...serverBundle, build: { ...serverBundle.build, write: false, sourcemap: false } }
  const { output } = (await build(memory)) as Rolldown.RolldownOutput
  chunks = new Map(output.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part]] : [])))
}, 60_000)

/** Modules and packages that a chunk loads at its start: its static imports, not its dynamic ones. */
function loadedBy(entry: string): { modules: string[]; packages: string[] } {
  const loaded = new Set([entry])
  for (const file of loaded) for (const next of chunks.get(file)?.imports ?? []) loaded.add(next)
  const root = `${serverBundle.root}/`
  return {
    modules: [...loaded]
      .flatMap((file) => chunks.get(file)?.moduleIds ?? [])
      // Without the bundler's own modules.
      .filter((id) => id.startsWith(root))
      .map((id) => id.replace(root, '')),
    packages: [...loaded].filter((file) => !chunks.has(file) && !file.startsWith('node:')),
  }
}

const generators = /^content\/(assemble-exam|generators\/verbal\/lexicon)/
const strange = (modules: string[]) =>
  modules.filter(
    (id) =>
      !/^content\/(?!legal|explanations|score)/.test(id) &&
      !/^server\/features\/exams\/paper\/(paper-worker|draw-paper|drawn-paper|paper-formats\/)/.test(id) &&
      id !== 'contract/figure-paint.ts',
  )

it('the drawing thread loads content and the format of new papers: no package, no schema, no legal text', () => {
  const { modules, packages } = loadedBy('paper-worker.js')
  expect(modules.filter((id) => generators.test(id)).length).toBeGreaterThan(10)
  expect({ packages, strange: strange(modules) }).toEqual({ packages: [], strange: [] })
  expect(modules.filter((id) => id.endsWith('.json'))).toEqual([
    'server/features/exams/paper/paper-formats/dictionary-4.json',
  ])
})

it('the serving thread loads no generator before it has to draw', () => {
  const { modules, packages } = loadedBy('main.js')
  expect(packages).toContain('fastify')
  expect(modules.filter((id) => generators.test(id))).toEqual([])
  const everything = [...chunks.values()].flatMap(({ moduleIds }) => moduleIds)
  expect(everything.some((id) => id.includes('content/assemble-exam'))).toBe(true)
})
