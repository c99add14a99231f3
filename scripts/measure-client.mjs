// `node scripts/measure-client.mjs`: how the client's exam is cut, as a table; nothing is checked, and no number fails.
//   files, lines                 sources without tests and styles
//   imports for 1,000 lines      of files of src and contract, those of types too
//   one importer                 files that exactly one other file imports
//   variables in closures        `let`s, Maps and Sets that an inner function changes, and how many functions keep such
//   know of a broken storage     files that name one of the words below: a place where "the disk did not" is its own case
//   files, hops of a tap         one exam is played in Node, with every function of src saying when it is entered; a hop is a
//                                call into another file. From the controller's `answer` to the acknowledgement's row on the disk,
//                                and from its `submit` to the end (this script's own looks are not counted); without screens, http and session, which ports stand for.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transformSync } from '@babel/core'
import { babelConfig, readSources } from './client-shape/read-sources.mjs'
import { inProject, projectRoot } from './launch/project.mjs'
import './faults/typescript.mjs'

const { bundle } = await import('../tests/model/bundle.ts')

/** The rooms of the exam, and the one that it shares with the session. */
const examRooms = [
  'src/attempt/machine',
  'src/attempt/replica',
  'src/attempt/sync',
  'src/attempt/control',
  'src/attempt/screens',
  'src/attempt/submissions',
  'src/storage',
]

/** What a file says that makes a case of its own of a storage that takes or says nothing. */
const ofBrokenStorage =
  /isMemoryOnly|allowMemoryOnly|goMemoryOnly|giveUpLease|acceptsMemoryOnly|goOnInMemory|isSubmissionInMemory|memoryOnlyRefusal|unpersisted|memory-only|unwritten|deliverFromMemory|not-kept|saveLater|offerAgain|without-disk|storage-failed|kind: 'storage'|cannotKeep|isDurable/

const src = readSources(['src'])
const sw = readSources(['sw'])
const isOfExam = ({ file }) => examRooms.some((room) => file.startsWith(`${room}/`))
const roomsHere = examRooms.filter((room) => src.some(({ file }) => file.startsWith(`${room}/`)))

const importers = new Map()
for (const { imports } of [...src, ...sw]) {
  for (const target of imports) importers.set(target, (importers.get(target) ?? 0) + 1)
}

const sum = (files, what) => files.reduce((total, file) => total + what(file), 0)
const row = (name, files) => {
  const lines = sum(files, (file) => file.lines)
  const lone = files.filter(({ file }) => importers.get(file) === 1).length
  return [
    name,
    files.length,
    lines,
    Math.round((1_000 * sum(files, ({ imports }) => imports.length)) / lines),
    `${lone} (${Math.round((100 * lone) / files.length)} %)`,
    `${sum(files, (file) => file.keptVariables)} in ${sum(files, (file) => file.closures)}`,
    sum(files, (file) => file.keptByModule),
    files.filter(({ text }) => ofBrokenStorage.test(text)).length,
  ]
}
const table = [
  [
    '',
    'files',
    'lines',
    'imports for 1,000 lines',
    'one importer',
    'variables in closures',
    'of modules',
    'know of a broken storage',
  ],
  ...roomsHere.map((room) =>
    row(
      room,
      src.filter(({ file }) => file.startsWith(`${room}/`)),
    ),
  ),
  row('the exam', src.filter(isOfExam)),
  row('src', src),
]
console.log(table.map((cells) => `| ${cells.join(' | ')} |`).join('\n'))

const { tap, submission, writes } = await play()
const count = (files) => `${new Set(files).size} files, ${files.length} hops`
console.log(`\ntap → acknowledged:  ${count(tap)}; transactions that write: ${writes.join(', ')}`)
console.log(`submission → finished: ${count(submission)}`)
console.log(`both:               ${count([...tap, ...submission])}`)
if (process.argv.includes('--files')) console.log([...new Set(tap)].sort().join('\n'))
process.exit()

/** Bundles the played exam with every function of src telling its file, and plays it. */
async function play() {
  const code = await bundle('scripts/client-shape/play-tap.ts', { format: 'es', plugins: [telling()] })
  const folder = mkdtempSync(path.join(projectRoot, 'node_modules', '.client-shape-'))
  try {
    writeFileSync(path.join(folder, 'play-tap.mjs'), code)
    const { playTap } = await import(path.join(folder, 'play-tap.mjs'))
    return await playTap()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function telling() {
  return {
    name: 'telling',
    enforce: 'pre',
    transform(code, id) {
      const file = path.relative(projectRoot, id.split('?')[0])
      if (!/^(src|contract)\/.*\.tsx?$/.test(file)) return null
      return transformSync(code, { ...babelConfig, filename: inProject(file), plugins: [[enterFirst, { file }]] }).code
    },
  }
}

function enterFirst({ types: t, template }) {
  const enter = template.statement('globalThis.enterFile?.(%%file%%)')
  return {
    visitor: {
      Function(found, { opts }) {
        if (found.node.body === undefined || found.isTSDeclareFunction()) return
        if (!t.isBlockStatement(found.node.body)) {
          found.node.body = t.blockStatement([t.returnStatement(found.node.body)])
        }
        found.node.body.body.unshift(enter({ file: t.stringLiteral(opts.file) }))
      },
    },
  }
}
