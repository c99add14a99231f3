/**
 * What a first visit must load before it can run, against a floor built in the same run: the libraries that the
 * product is bound to, with nothing of ours. Sizes are brotli, in kB (1000 bytes). Needs a built dist/ (npm run build).
 * Prints a table; asserts nothing.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const floorPackages = [
  'react',
  'react-dom/client',
  'react-router-dom',
  '@tanstack/react-query',
  '@tanstack/query-persist-client-core',
  'idb',
  'workbox-window',
  'zod/mini',
]

const brotliSize = (file) => brotliCompressSync(readFileSync(file)).length

/** The floor: each library used through one named export, so that what a real program drops is dropped here too. */
async function floorSize() {
  const folder = mkdtempSync(path.join(root, 'node_modules', '.floor-'))
  try {
    const entry = path.join(folder, 'entry.js')
    const uses = {
      react: 'createElement, useState, useEffect, useSyncExternalStore, Suspense, lazy',
      'react-dom/client': 'createRoot',
      'react-router-dom': 'BrowserRouter, Routes, Route, Link, useNavigate',
      '@tanstack/react-query': 'QueryClient, QueryClientProvider, useQuery, useMutation, QueryObserver',
      '@tanstack/query-persist-client-core': 'persistQueryClient',
      idb: 'openDB',
      'workbox-window': 'Workbox',
      'zod/mini': 'object, string, number, array, optional, union, codec, discriminatedUnion',
    }
    writeFileSync(
      entry,
      `${floorPackages.map((name, index) => `import { ${uses[name].replaceAll(/\w+/g, (used) => `${used} as ${used}${index}`)} } from '${name}'`).join('\n')}
globalThis.floor = [${floorPackages.flatMap((name, index) => uses[name].match(/\w+/g).map((used) => used + index)).join(', ')}]`,
    )
    const out = mkdtempSync(path.join(tmpdir(), 'floor-'))
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: { outDir: out, emptyOutDir: true, rollupOptions: { input: entry } },
    })
    const size = readdirSync(path.join(out, 'assets'))
      .filter((name) => name.endsWith('.js'))
      .reduce((sum, name) => sum + brotliSize(path.join(out, 'assets', name)), 0)
    rmSync(out, { recursive: true })
    return size
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The scripts that a page's HTML names: its entry and what is preloaded with it. */
function initialScripts(page) {
  const html = readFileSync(path.join(root, 'dist', page), 'utf8')
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1])
}

const kB = (bytes) => (bytes / 1000).toFixed(1).padStart(7)
const floor = await floorSize()
const initial = initialScripts('shell.html').reduce((sum, file) => sum + brotliSize(path.join(root, 'dist', file)), 0)
const assets = readdirSync(path.join(root, 'dist/assets')).filter((name) => /\.(js|css)$/.test(name))
const whole = assets.reduce((sum, name) => sum + brotliSize(path.join(root, 'dist/assets', name)), 0)

console.log(`floor (libraries alone)          ${kB(floor)} kB   1.00`)
console.log(`initial JavaScript of the shell  ${kB(initial)} kB   ${(initial / floor).toFixed(2)}`)
console.log(`all JavaScript and CSS of dist   ${kB(whole)} kB   ${(whole / floor).toFixed(2)}`)
