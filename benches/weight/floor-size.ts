import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { brotliBytes } from './built.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The necessary libraries, each by a few exports: tree shaking drops here what it drops in a real program. */
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

/** Brotli bytes of the libraries built alone, as their packages provide them: the floor of every weight. */
export async function floorSize(): Promise<number> {
  const folder = mkdtempSync(path.join(root, 'node_modules', '.floor-'))
  const outDir = mkdtempSync(path.join(tmpdir(), 'floor-'))
  try {
    const entry = path.join(folder, 'entry.js')
    writeFileSync(entry, program())
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: { outDir, emptyOutDir: true, rolldownOptions: { input: entry } },
    })
    const scripts = readdirSync(path.join(outDir, 'assets')).filter((name) => name.endsWith('.js'))
    return scripts.reduce((sum, name) => sum + brotliBytes(readFileSync(path.join(outDir, 'assets', name))), 0)
  } finally {
    rmSync(folder, { recursive: true })
    rmSync(outDir, { recursive: true })
  }
}

/** Imports every use and keeps it where no bundler can tell that nobody reads it. */
function program(): string {
  const imports: string[] = []
  const kept: string[] = []
  Object.entries(uses).forEach(([name, used], index) => {
    const names = used.split(', ')
    imports.push(`import { ${names.map((one) => `${one} as ${one}${index}`).join(', ')} } from '${name}'`)
    kept.push(...names.map((one) => one + index))
  })
  return `${imports.join('\n')}\nglobalThis.floor = [${kept.join(', ')}]\n`
}
