import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { shortClass } from './short-class.ts'

const src = path.resolve(import.meta.dirname, '../../src')

it('shortClass gives each class and each animation of the client a name of its own, and refuses an unknown class', () => {
  const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.module.css'))
  expect(sheets.length).toBeGreaterThan(50)
  const made = sheets.flatMap((sheet) => {
    const css = readFileSync(path.join(src, sheet), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
    const names = new Set([...css.matchAll(/(?:\.|@keyframes )([a-zA-Z][\w-]*)/g)].map(([, name]) => name!))
    return [...names].map((name) => shortClass(name, path.join(src, sheet)))
  })
  expect(new Set(made).size).toBe(made.length)
  for (const one of made) expect(one).toMatch(/^_[\da-z]{5,6}$/)
  expect(() => shortClass('nowhere', 'src/ui/notice.module.css')).toThrow('has no nowhere')
})
