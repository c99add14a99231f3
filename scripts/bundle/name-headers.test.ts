import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { nameHeaders } from './name-headers.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'iq-headers-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The tag that each page gets if the server's file has this text. */
function tagWith(policy: string): unknown {
  const file = path.join(folder, 'headers.ts')
  writeFileSync(file, policy)
  return (nameHeaders(file).transformIndexHtml as () => unknown)()
}

it('a page’s file changes exactly when its headers change, so that the worker fetches it again', () => {
  const tag = tagWith("'form-action': ['self']")
  const attrs = { name: 'headers', content: expect.stringMatching(/^[\da-f]{12}$/) }
  expect(tag).toEqual([{ tag: 'meta', attrs, injectTo: 'head' }])
  expect(tagWith("'form-action': ['self']")).toEqual(tag)
  expect(tagWith("'form-action': ['self', 'https://pay.example']")).not.toEqual(tag)
})

it('nameHeaders reads the server’s own file of headers by default', () => {
  expect((nameHeaders().transformIndexHtml as () => unknown)()).toHaveLength(1)
})
