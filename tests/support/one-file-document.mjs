// Runs in a process of unit tests before all else: its `happy-dom` environment is what Vitest makes of it, but comes from one file.
// Where that is not built, as by hand, Vitest's own is left.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { builtinEnvironments, populateGlobal } from 'vitest/runtime'
import { oneFileDocument } from '../../scripts/bundle/document-bundle.mjs'

/** What takes the place of Node's own, as Vitest has it. */
const insteadOfNodes = [
  'Request',
  'Response',
  'MessagePort',
  'fetch',
  'Headers',
  'AbortController',
  'AbortSignal',
  'URL',
  'URLSearchParams',
  'FormData',
]

if (existsSync(oneFileDocument)) builtinEnvironments['happy-dom'].setup = setUp

async function setUp(global) {
  const { GlobalWindow } = createRequire(import.meta.url)(oneFileDocument)
  const window = new GlobalWindow({
    console: global.console,
    url: 'http://localhost:3000',
    settings: { disableErrorCapturing: true },
  })
  const { keys, originals } = populateGlobal(global, window, { bindFunctions: true, additionalKeys: insteadOfNodes })
  return {
    async teardown() {
      await window.happyDOM.abort()
      window.close()
      for (const key of keys) delete global[key]
      for (const [key, original] of originals) global[key] = original
    },
  }
}
