// `node scripts/measure-client.mjs`: the structure of the client's exam, as a table. Checks nothing, and no number fails.
//   files, lines                 sources without tests and styles
//   imports for 1,000 lines      of files of src and contract, those of types too
//   one importer                 files that exactly one other file imports
//   variables in closures        `let`s, Maps and Sets that an inner function changes, and the number of functions with such
//   know of a broken storage     files with one of the words below, which treat a failed storage as a separate case
//   files, hops of a tap         one exam is played in Node, where every function of src reports its call; a hop is a call into
//                                another file. From the controller's `answer` to the acknowledgement's row on the disk, and from its
//                                `submit` to the end, without this script's own looks; ports replace screens, http and session.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transformSync } from '@babel/core'
import { babelConfig, readSources } from './client-shape/read-sources.mjs'
import { inProject, projectRoot } from './launch/project.mjs'
import './faults/typescript.mjs'

const { bundle } = await import('../tests/model/bundle.ts')

/** Rooms of the exam, and the room that it shares with the session. */
const examRooms = [
  'src/attempt/machine',
  'src/attempt/replica',
  'src/attempt/sync',
  'src/attempt/control',
  'src/attempt/screens',
  'src/attempt/submissions',
  'src/storage',
]

/** Words that show that a file treats a storage that takes or says nothing as a separate case. */
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

/** Bundles and plays the exam. Every function of src reports its file. */
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
