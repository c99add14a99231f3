import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sanitiseStoredHtml } from '../html/sanitise-stored-html.ts'
import { testInfo } from './test-info.ts'

const media = join(import.meta.dirname, '../../content/media')

describe('the pictures of test information', () => {
  it('[S7.41] the pictures of test information exist, survive the sanitiser, and have a text alternative', () => {
    for (const html of Object.values(testInfo)) {
      const pictures = [...sanitiseStoredHtml(html).matchAll(/<img src="\/media\/([^"]+)"[^>]* alt="([^"]+)"/g)]
      expect(pictures.length).toBeGreaterThan(0)
      for (const [, name, alt] of pictures)
        expect([existsSync(join(media, name!)), alt!.length > 20]).toEqual([true, true])
    }
  })

  it('the pictures of test information have letters as outlines, because a picture in a page has the system’s fonts only', () => {
    for (const name of readdirSync(media).filter((file) => file.endsWith('.svg'))) {
      expect(readFileSync(join(media, name), 'utf8')).not.toMatch(/<text|font-/)
    }
  })

  it('the pictures of test information have the digest of their content in their names, because browsers cache them for good', () => {
    for (const name of readdirSync(media)) {
      const digest = createHash('sha256')
        .update(readFileSync(join(media, name)))
        .digest('hex')
      expect(name).toMatch(new RegExp(`^[a-z0-9-]+\\.${digest.slice(0, 8)}\\.(svg|png|webp)$`))
    }
  })
})
