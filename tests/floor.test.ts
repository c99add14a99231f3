import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import floor from '../scripts/bundle/floor.json' with { type: 'json' }
import { findYoung } from '../scripts/check-floor.mjs'

const inProject = (file: string) => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')
// Through a variable, so that TypeScript does not follow the import: the package has no types.
const babel = '@babel/core'
const { parseSync } = (await import(babel)) as { parseSync: (code: string, options: object) => { program: object } }
const data = JSON.parse(inProject('node_modules/@mdn/browser-compat-data/data.json'))

const inlineScript = /<script>([^]*?)<\/script>/.exec(inProject('index.html'))![1]!

/** The browser's first version with this feature, by MDN's record. */
function sinceOf(entry: { __compat: { support: Record<string, unknown> } }, browser: string): number {
  const [newest] = [entry.__compat.support[browser]].flat() as { version_added: string }[]
  return Number.parseFloat(newest!.version_added)
}

describe('the oldest browsers that the site is built for', () => {
  it('the oldest browsers of the build are the oldest with every feature that a page looks for', () => {
    const { builtins, regular_expressions } = data.javascript
    const lookedFor = [
      ['[].toSorted', builtins.Array.toSorted],
      ["CSS.supports('color', 'color-mix(in srgb,red,red)')", data.css.types.color['color-mix']],
      ["RegExp('(?<=a)b')", regular_expressions.lookbehind_assertion],
    ] as const
    for (const [code] of lookedFor) expect(inlineScript).toContain(code)
    for (const [browser, version] of Object.entries(floor)) {
      const needed = Math.max(...lookedFor.map(([, entry]) => sinceOf(entry, browser)))
      expect(needed, browser).toBe(Number(version))
    }
  })

  it('a browser of 2015 can read the script that turns old browsers away', () => {
    const old = { sourceType: 'script' } as const
    const { program } = parseSync(inlineScript, { babelrc: false, configFile: false, parserOpts: { ...old } })
    const found: string[] = []
    JSON.stringify(program, (key, value) => {
      if (key === 'type' && typeof value === 'string') found.push(value)
      if (key === 'optional' && value === true) found.push('Optional')
      if (key === 'kind' && (value === 'let' || value === 'const')) found.push(value)
      if (key === 'param' && value === null) found.push('catch without a name')
      return value
    })
    const young =
      /^(?:Arrow|Template|Object(?:Pattern|Property)|Class|Spread|Rest|Assignment(?:Pattern)|Chain|Optional|Await|let|const|catch|Import)/
    expect(found.length).toBeGreaterThan(100)
    expect(found.filter((type) => young.test(type) && type !== 'CatchClause')).toEqual([])
  })

  it.each([
    ['AbortSignal.any([])', 'AbortSignal.any'],
    ["URL.canParse('/')", 'URL.canParse'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['new CookieStoreManager()', 'CookieStoreManager'],
    ['navigator.setAppBadge(1)', 'navigator.setAppBadge'],
    ['const some = new Set(); some.isSubsetOf(other)', 'isSubsetOf'],
  ])('the check for young features finds %s', (source, name) => {
    expect(findYoung('src/a.ts', source)).toEqual([expect.objectContaining({ name, line: 1 })])
  })

  it.each([
    'AbortSignal.timeout(1_000)',
    '[].toSorted()',
    "if ('setAppBadge' in navigator) navigator.setAppBadge(1)",
    'navigator.setAppBadge?.(1)',
    "if (typeof CookieStoreManager === 'function') new CookieStoreManager()",
    "import * as z from 'zod/mini'; z.union([])",
    'function f(a: CookieStoreManager) {}',
    'const URL = { canParse() {} }; URL.canParse()',
  ])('the check for young features lets %s pass', (source) => {
    expect(findYoung('src/a.ts', source)).toEqual([])
  })
})
