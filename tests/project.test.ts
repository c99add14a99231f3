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

  it('names in docs/one-answer.md files that are there, and what is in them', () => {
    const text = readFileSync(path.join(project, 'docs/one-answer.md'), 'utf8')
    const named = [...text.matchAll(/`([a-z]+\/[\w./-]+\.tsx?)`(?:\s+`(\w+)`)?/g)]
    expect(named.length).toBeGreaterThan(20)
    const isWrong = ([, file = '', name = '']: string[]) =>
      !existsSync(path.join(project, file)) ||
      !new RegExp(`\\b${name}\\b`).test(readFileSync(path.join(project, file), 'utf8'))
    expect(named.filter(isWrong).map(([place]) => place)).toEqual([])
  })
})
