import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { forBrowsers } from './shake-endpoints.ts'

const shaken = (code: string) => forBrowsers(code, parseAst(code) as unknown as Parameters<typeof forBrowsers>[1])

it('forBrowsers removes the fields of an endpoint that a browser does not use, wherever they are written', () => {
  expect(
    shaken(
      `export const save = endpoint({ summary: 'Save', ...call, path: '/api/:id/', body: z.object({ a }), response: Saved })`,
    ),
  ).toBe(`export const save = /* @__PURE__ */ endpoint({ ...call, path: '/api/:id/', response: Saved })`)
  expect(shaken(`const list = endpoint({ path: '/api/', response: List, query: Query })`)).toBe(
    `const list = /* @__PURE__ */ endpoint({ path: '/api/', response: List,  })`,
  )
})

it('forBrowsers marks every call that makes a constant as pure, and no call of a function or a statement', () => {
  expect(
    shaken(`z.config({ jitless: true }); const Ago = z.number().check(z.int(), z.refine((at) => isTime(at)))`),
  ).toBe(
    `z.config({ jitless: true }); const Ago = /* @__PURE__ */ /* @__PURE__ */ z.number().check(/* @__PURE__ */ z.int(), /* @__PURE__ */ z.refine((at) => isTime(at)))`,
  )
  expect(shaken(`export function save() { void send({ body: 1 }) }`)).toBe(
    `export function save() { void send({ body: 1 }) }`,
  )
})

it('forBrowsers keeps a property of the same name outside of endpoints', () => {
  expect(shaken(`const draft = { body: z.string(), summary: 'a' }`)).toBe(
    `const draft = { body: /* @__PURE__ */ z.string(), summary: 'a' }`,
  )
})

it('no module for browsers reads a field that forBrowsers removes from an endpoint', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const modulesOf = (folder: string) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => [name, readFileSync(path.join(root, folder, name), 'utf8')] as const)
  const endpoints = modulesOf('contract').flatMap(
    ([, code]) => code.match(/(?<=export const )\w+(?= = endpoint\()/g) ?? [],
  )
  expect(endpoints.length).toBeGreaterThan(50)
  const readsOne = new RegExp(`\\b(?:${endpoints.join('|')})\\.(?:name|summary|params|query|body)\\b`)
  const readers = ['src', 'sw'].flatMap(modulesOf).filter(([, code]) => readsOne.test(code))
  expect(readers.map(([name]) => name)).toEqual([])
})
