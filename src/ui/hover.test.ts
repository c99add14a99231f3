import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const sources = path.resolve(import.meta.dirname, '..')
const stylesheets = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))

it('every :hover rule is inside a media query for pointers, so that an element does not stay dark after a tap', () => {
  const css = stylesheets.map((name) => readFileSync(path.join(sources, name), 'utf8'))
  const rules = css.join('\n').match(/:hover/g) ?? []
  expect(rules.length).toBeGreaterThan(20)
  expect(
    stylesheets.flatMap((name, index) => hoversOfAnyone(css[index]!).map((selector) => `${name}: ${selector}`)),
  ).toEqual([])
})

/** Selectors with :hover outside of `@media (hover: hover)`, except those that look the same without a pointer. */
function hoversOfAnyone(css: string): string[] {
  const rest = css.replaceAll(/@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
  const lists = [...rest.matchAll(/([^{};]*:hover[^{};]*)\{/g)].map(([, list]) =>
    list!.split(',').map((each) => each.trim()),
  )
  return lists.flatMap((list) =>
    list.filter((each) => each.includes(':hover') && !list.includes(each.replaceAll(':hover', ''))),
  )
}
