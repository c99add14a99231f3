// Finds the words of words/word-list.mjs in comments, docs and declared names, and fails if there is one.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readSource } from './words/read-source.mjs'
import { nameParts, phrases } from './words/word-list.mjs'

export const rooms = ['src', 'office', 'sw', 'server', 'contract', 'content', 'scripts', 'tests', 'benches', 'docs']
/** The specification’s own words, and the list itself. */
const exempt = /^(?:docs\/spec|scripts\/words)\//

/** Finds the list's words in a file's name, comments or paragraphs, and declared names: `{ file, line, word, text, write }[]`. */
export function findWords(file, source) {
  if (file.endsWith('.md')) return phraseFaults(file, 1, withoutCode(source))
  const found = fileNameFaults(file)
  const { comments, code } = readSource(source)
  for (const { line, text } of joined(comments)) found.push(...phraseFaults(file, line, text))
  if (file.endsWith('.css')) return found
  const declared = code.matchAll(
    /(?:\b(?:const|let|var|function\*?|class|interface|enum)|(?<![{,]\s*)\btype)\s+([A-Za-z_$][\w$]*)/g,
  )
  for (const { 1: name, index } of declared) {
    const parts = name.split(/(?=[A-Z])|[_$]/).map((part) => part.toLowerCase())
    for (const { part, write } of nameParts) {
      if (parts.includes(part))
        found.push({ file, line: lineOf(code, index), word: `name: ${part}`, text: name, write })
    }
  }
  return found
}

/** Joins `//` comments on consecutive lines into one comment. */
export function joined(comments) {
  const paragraphs = []
  for (const { line, text } of comments) {
    const before = paragraphs.at(-1)
    const isNext = before?.next === line && text.startsWith('//') && before.text.startsWith('//')
    if (isNext) before.text += `\n${text}`
    else paragraphs.push({ line, text })
    paragraphs.at(-1).next = line + 1
  }
  return paragraphs
}

function fileNameFaults(file) {
  const parts = path.basename(file).split(/[-.]/)
  return nameParts
    .filter(({ part }) => parts.includes(part))
    .map(({ part, write }) => ({ file, line: 0, word: `name: ${part}`, text: path.basename(file), write }))
}

/** A phrase is also found where a line ends within it. */
function phraseFaults(file, first, text) {
  const flat = text.replaceAll(/\n[ \t]*(?:\*|\/\/)?[ \t]*/g, (all) => `\n${' '.repeat(all.length - 1)}`)
  return phrases.flatMap(({ name, found, write }) =>
    [...flat.matchAll(spaced(found))].map(({ 0: said, index }) => ({
      file,
      line: first + lineOf(flat, index) - 1,
      word: name,
      text: said.replaceAll(/\s+/g, ' '),
      write,
    })),
  )
}

const spacedOf = new Map()
/** Returns the global form of an expression. A space in it matches any white space. */
function spaced(expression) {
  const known = spacedOf.get(expression)
  if (known !== undefined) return known
  const made = new RegExp(expression.source.replaceAll(' ', '\\s+'), `${expression.flags}g`)
  spacedOf.set(expression, made)
  return made
}

const lineOf = (text, index) => text.slice(0, index).split('\n').length

/** A document's text without code blocks and inline code, with the same line numbers. */
const withoutCode = (text) =>
  text
    .replaceAll(/^```[^]*?^```/gm, (block) => '\n'.repeat(block.split('\n').length - 1))
    .replaceAll(/`[^`\n]*`/g, '``')

/** Files of a room that this script checks, as paths from the project's root. */
export function filesIn(projectRoot, room) {
  if (!existsSync(path.join(projectRoot, room))) return []
  return readdirSync(path.join(projectRoot, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /[.](?:ts|tsx|mjs|css|md)$/.test(entry.name))
    .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)))
    .filter((file) => !exempt.test(file))
}

/** Finds every word of the list in a project. Returns entries as `findWords` does. */
export function readWords(projectRoot = process.cwd()) {
  return rooms
    .flatMap((room) => filesIn(projectRoot, room))
    .flatMap((file) => findWords(file, readFileSync(path.join(projectRoot, file), 'utf8')))
}

if (process.argv[1] === import.meta.filename) {
  const found = readWords()
  for (const { file, line, text, write } of found) console.error(`${file}:${line}: «${text}»: write ${write}`)
  console.log(found.length > 0 ? 'words: see above' : 'words: none of the list')
  process.exit(found.length > 0 ? 1 : 0)
}
