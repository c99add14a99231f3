// Finds words of words/word-list.mjs in comments, docs and declared names. What was there before the list is counted for
// each room in words/allowance.json, which only shrinks: `node scripts/check-words.mjs --lower` writes what is left.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readSource } from './words/read-source.mjs'
import { nameParts, phrases } from './words/word-list.mjs'

const rooms = ['src', 'sw', 'server', 'contract', 'content', 'scripts', 'tests', 'benches', 'docs']
/** The specification's own words, decisions that no longer hold, and the list itself. */
const exempt = /^(?:docs\/spec|docs\/decisions\/archive|scripts\/words)\//
const allowanceFile = 'scripts/words/allowance.json'

/** What is in one file: its name, its comments or its paragraphs, and the names that it declares. */
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

/** Comments of a line each that follow one another as one. */
function joined(comments) {
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
/** The same expression over any white space, as often as it occurs. */
function spaced(expression) {
  const known = spacedOf.get(expression)
  if (known !== undefined) return known
  const made = new RegExp(expression.source.replaceAll(' ', '\\s+'), `${expression.flags}g`)
  spacedOf.set(expression, made)
  return made
}

const lineOf = (text, index) => text.slice(0, index).split('\n').length

/** A text of docs without what is quoted from code. */
const withoutCode = (text) =>
  text
    .replaceAll(/^```[^]*?^```/gm, (block) => '\n'.repeat(block.split('\n').length - 1))
    .replaceAll(/`[^`\n]*`/g, '``')

function filesIn(projectRoot, room) {
  if (!existsSync(path.join(projectRoot, room))) return []
  return readdirSync(path.join(projectRoot, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /[.](?:ts|tsx|mjs|css|md)$/.test(entry.name))
    .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)))
    .filter((file) => !exempt.test(file))
}

/** Everything found in a project, and for each room and word how often. */
export function readWords(projectRoot = process.cwd()) {
  const counts = {}
  const all = rooms.flatMap((room) => {
    const found = filesIn(projectRoot, room).flatMap((file) =>
      findWords(file, readFileSync(path.join(projectRoot, file), 'utf8')),
    )
    const ofRoom = {}
    for (const { word } of found.toSorted((a, b) => a.word.localeCompare(b.word)))
      ofRoom[word] = (ofRoom[word] ?? 0) + 1
    if (found.length > 0) counts[room] = ofRoom
    return found
  })
  return { all, counts }
}

/**
 * What is wrong: more of a word in a room than is allowed, each place with what to write instead; or less, for then the
 * allowance is to be lowered, so that nobody uses it up again.
 */
export function judgeWords({ all, counts }, allowance) {
  const pairs = new Set(
    [counts, allowance].flatMap((from) =>
      Object.entries(from).flatMap(([room, words]) => Object.keys(words).map((word) => `${room}\t${word}`)),
    ),
  )
  return [...pairs].sort().flatMap((pair) => {
    const [room, word] = pair.split('\t')
    const [is, may] = [counts[room]?.[word] ?? 0, allowance[room]?.[word] ?? 0]
    if (is === may) return []
    if (is < may)
      return [`${room}: «${word}» is allowed ${may} times and there ${is}: node scripts/check-words.mjs --lower`]
    const places = all.filter((each) => each.word === word && each.file.startsWith(`${room}/`))
    const lines = places.slice(0, 40).map(({ file, line, text, write }) => `${file}:${line}: «${text}»: write ${write}`)
    return [`${room}: «${word}» ${is} times, allowed ${may}:`, ...lines]
  })
}

/** The allowance without what is no longer there; never more than it was. */
export function lowered(counts, allowance) {
  const least = (room, words) =>
    Object.fromEntries(
      Object.entries(words)
        .map(([word, may]) => [word, Math.min(may, counts[room]?.[word] ?? 0)])
        .filter(([, may]) => may > 0),
    )
  const kept = Object.entries(allowance).map(([room, words]) => [room, least(room, words)])
  return Object.fromEntries(kept.filter(([, words]) => Object.keys(words).length > 0))
}

if (process.argv[1] === import.meta.filename) {
  const allowance = JSON.parse(readFileSync(allowanceFile, 'utf8'))
  const read = readWords()
  if (process.argv.includes('--lower')) {
    writeFileSync(allowanceFile, `${JSON.stringify(lowered(read.counts, allowance), null, 2)}\n`)
  } else {
    const wrong = judgeWords(read, allowance)
    for (const line of wrong) console.error(line)
    const left = read.all.length
    console.log(wrong.length > 0 ? 'words: see above' : `words: none new, ${left} of before the list left`)
    process.exit(wrong.length > 0 ? 1 : 0)
  }
}
