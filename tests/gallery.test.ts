import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')
const dist = path.join(project, 'dist')
/** The gallery's heading. A build with the gallery would contain it. */
const heading = 'Галерея деталей'

describe('the gallery', () => {
  it.runIf(existsSync(dist))('no built file has anything of the gallery, which is for developers alone', () => {
    expect(readFileSync(path.join(project, 'src/gallery/gallery.tsx'), 'utf8')).toContain(heading)
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    const texts = files.filter((name) => /\.(js|html|css)$/.test(name))
    expect(texts.length).toBeGreaterThan(3)
    expect(files.filter((name) => name.includes('gallery'))).toEqual([])
    expect(texts.filter((name) => readFileSync(path.join(dist, name), 'utf8').includes(heading))).toEqual([])
  })

  it('the gallery shows every piece of src/ui', () => {
    const pieces = readdirSync(path.join(project, 'src/ui'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
      .map((name) => path.basename(name))
    const shown = readdirSync(path.join(project, 'src/gallery'))
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => readFileSync(path.join(project, 'src/gallery', name), 'utf8'))
      .join('\n')
    expect(pieces.filter((name) => !shown.includes(`/${name}'`))).toEqual([])
  })
})
