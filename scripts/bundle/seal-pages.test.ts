import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sealPages } from './seal-pages.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'seal-pages-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('sealPages adds a digest of its content to every page in the precache list, and to no other file', () => {
  const page = '<!doctype html><title>Тестування IQ</title>'
  writeFileSync(path.join(folder, 'shell.html'), page)
  const [shell, script] = [
    { url: 'shell.html', revision: '1' },
    { url: 'assets/a.js', revision: null },
  ]
  const integrity = `sha384-${createHash('sha384').update(page).digest('base64')}`
  expect(sealPages(folder)([shell, script])).toEqual({ manifest: [{ ...shell, integrity }, script] })
})
