import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')

describe('the project', () => {
  it('[C.02] stands on the packages that the specification names', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'))
    const named = [
      'react',
      'react-dom',
      'react-router-dom',
      'vite',
      'vite-plugin-pwa',
      'workbox-window',
      'idb',
      '@tanstack/react-query',
      '@tanstack/query-persist-client-core',
      'zod',
      'vitest',
      'fake-indexeddb',
    ]
    expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(expect.arrayContaining(named))
  })

  it('[C.03] has at its top level what the specification names', () => {
    const named = [
      'package.json',
      'tsconfig.json',
      'vite.config.ts',
      'index.html',
      'src',
      'public',
      'sw',
      'tests',
      'manifest.webmanifest',
    ]
    expect(named.filter((name) => !existsSync(path.join(project, name)))).toEqual([])
  })
})
