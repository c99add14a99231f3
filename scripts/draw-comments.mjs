// Draws comments and titles of tests by a seed, for a reader who does not know the code (docs/style.md):
//   node scripts/draw-comments.mjs --seed 56001
// Each is one paragraph with its place. The same seed draws the same ones from the same sources.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { filesIn, joined, rooms } from './check-words.mjs'
import { readSource } from './words/read-source.mjs'

const { values } = parseArgs({
  options: { seed: { type: 'string' }, comments: { type: 'string' }, titles: { type: 'string' } },
})
if (values.seed === undefined) {
  console.error('✗ Name a seed: node scripts/draw-comments.mjs --seed 56001 [--comments 40] [--titles 20]')
  process.exit(1)
}

const sources = rooms
  .flatMap((room) => filesIn(process.cwd(), room))
  .filter((file) => !file.endsWith('.md'))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))

/** A comment of one word or a directive of a tool says nothing that a reader could judge. */
const says = (text) => text.split(/\s+/).length > 4 && !/oxlint-disable|@ts-|@vitest|biome-ignore/.test(text)
const comments = sources.flatMap(({ file, source }) =>
  joined(readSource(source).comments)
    .filter(({ text }) => says(text))
    .map(({ line, text }) => ({ place: `${file}:${line}`, text })),
)
const titles = sources
  .filter(({ file }) => /\.(?:test|spec)\.tsx?$/.test(file))
  .flatMap(({ file, source }) => titlesIn(file, source))

/** Titles as a red line of a report shows them: `describe > test`. The indent says which blocks enclose a test. */
function titlesIn(file, source) {
  const found = []
  const enclosing = []
  for (const { 1: indent, 2: kind, 4: text, index } of source.matchAll(
    /^( *)(test\.describe|describe|it|test)(?:\.\w+)*\(\s*(['"`])(.+?)\3,/gm,
  )) {
    while (enclosing.length > 0 && enclosing.at(-1).depth >= indent.length) enclosing.pop()
    if (kind.endsWith('describe')) enclosing.push({ depth: indent.length, text })
    else {
      const place = `${file}:${source.slice(0, index).split('\n').length}`
      found.push({ place, text: [...enclosing.map((each) => each.text), text].join(' > ') })
    }
  }
  return found
}

/** The first `count` entries, in the order of a hash of seed and place. */
function drawn(all, count) {
  const order = ({ place }) => createHash('sha256').update(`${values.seed} ${place}`).digest('hex')
  return all
    .map((each) => ({ ...each, order: order(each) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, Number(count))
}

for (const [name, all, count] of [
  ['comments', comments, values.comments ?? 40],
  ['titles of tests', titles, values.titles ?? 20],
]) {
  console.log(`# ${count} of ${all.length} ${name}, seed ${values.seed}\n`)
  for (const { place, text } of drawn(all, count)) console.log(`${place}\n${text}\n`)
}
