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

/**
 * The scripts without which a page cannot be shown: the entry of the shell, the page's own chunk, what else it waits for,
 * and all that these import. What is asked for in an idle moment, or beside the page's data, is not among them.
 */
function initialScripts(...chunks) {
  const shell = readFileSync(path.join(root, 'dist/shell.html'), 'utf8')
  const wanted = [/src="\/assets\/([^"]+\.js)"/.exec(shell)[1], ...chunks.map(fileOf)]
  for (const name of wanted) {
    const code = readFileSync(path.join(root, 'dist/assets', name), 'utf8')
    for (const [, imported] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
      if (!wanted.includes(imported)) wanted.push(imported)
    }
  }
  return wanted
}

const fileOf = (chunk) => assets.find((name) => name.replace(/-.{8}\.js$/, '') === chunk)
const sizeOf = (names) => names.reduce((sum, name) => sum + brotliSize(path.join(root, 'dist/assets', name)), 0)
const row = (name, bytes) =>
  console.log(name.padEnd(44), `${(bytes / 1000).toFixed(1).padStart(7)} kB`, (bytes / floor).toFixed(2).padStart(6))

const assets = readdirSync(path.join(root, 'dist/assets'))
const floor = await floorSize()
row('floor (libraries alone)', floor)
for (const [name, ...chunks] of [
  ['/', 'landing-page'],
  ['/examples', 'examples-page'],
  ['/login', 'login-page'],
  ['first question', 'account-routes', 'take-exam-page', 'start-delivery'],
]) {
  row(`initial JavaScript of ${name}`, sizeOf(initialScripts(...chunks)))
}
row('all JavaScript and CSS of dist', sizeOf(assets.filter((name) => /\.(js|css)$/.test(name))))
const fonts = assets.filter((name) => /onest-(cyrillic|latin)-[^/]*\.woff2$/.test(name) && !name.includes('-ext'))
const fontBytes = fonts.reduce((sum, name) => sum + readFileSync(path.join(root, 'dist/assets', name)).length, 0)
console.log('fonts of a first visit'.padEnd(44), `${(fontBytes / 1000).toFixed(1).padStart(7)} kB`)
