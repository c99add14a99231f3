import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findWords, readWords } from '../scripts/check-words.mjs'

const project = path.resolve(import.meta.dirname, '..')
const found = (file: string, source: string) => findWords(file, source).map(({ line, word }) => `${line} ${word}`)

describe('the list of words to avoid', () => {
  it('comments, docs and names have no word of the list of words to avoid', () => {
    expect(readWords(project)).toEqual([])
  })

  it.each([
    ['a comment', '// Asks whoever is there.\nconst a = 1', ['1 whoever']],
    ['a comment behind code', 'const a = 1 / 2 // drawn anew', ['1 anew']],
    ['a docstring, over the end of a line', '/**\n * The build goes\n * on.\n */', ['2 goes on']],
    ['two comments of a line', 'f()\n// The build goes\n// on.\n', ['2 goes on']],
    ['a comment within a template', 'const a = `x${/* by lot */ b}y`', ['1 by lot']],
    ['a name', 'export function loadAnew() {}', ['1 name: anew']],
    ['a type', 'type StandingRow = string', ['1 name: standing']],
  ])('the check of words finds a word in %s', (_what, source, expected) =>
    expect(found('server/a.ts', source)).toEqual(expected),
  )

  it.each([
    ['a string', "const a = 'whoever goes on anew'"],
    ['a template', 'const a = `// whoever`'],
    ['a regular expression', 'const a = /["`]whoever/.test(b)'],
    ['the text of JSX', "const a = <p>He isn’t and doesn't go on</p>"],
    ['what a name is imported as', "import { type Standing } from './a.ts'"],
    [
      'what is ordinary English',
      '// Stands for a file; a stand-in that goes on the list, comes of age, and is told from another.',
    ],
  ])('the check of words accepts %s', (_what, source) => expect(found('src/a.tsx', source)).toEqual([]))

  it('the check of words reads docs without their quoted code, and names of files of code', () => {
    expect(found('docs/a.md', 'It lets\ngo of `whoever`.\n\n```\nanew\n```\nBy lot.')).toEqual([
      '1 lets go of',
      '7 by lot',
    ])
    expect(found('server/order-standing.ts', '')).toEqual(['0 name: standing'])
  })
})
