// Runs first in a process of unit tests: sets up `happy-dom` as Vitest does, but from one bundled file. Without that bundle,
// as in a run by hand, Vitest's own environment stays.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { builtinEnvironments, populateGlobal } from 'vitest/runtime'
import { oneFileDocument } from '../../scripts/bundle/document-bundle.mjs'

/** Globals that replace Node's own, as in Vitest. */
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
