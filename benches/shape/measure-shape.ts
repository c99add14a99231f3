import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const projectRoot = path.join(import.meta.dirname, '../..')

/** Rooms of the exam on a device, and the room that it shares with the session. */
const examRooms = ['src/attempt', 'src/storage']

interface Source {
  file: string
  lines: number
  /** Number of different files of the project that it imports. */
  imports: number
}

/**
 * Size of the code, by the name of its budget in `budgets.json`: lines of TypeScript without tests by room, imports of the
 * project's own files for 1,000 of these lines, and bytes of the data that a server loads into its papers.
 */
export function measureShape(): Record<string, number> {
  const rooms = Object.fromEntries(
    ['src', 'office', 'server', 'content', 'contract'].map((room) => [room, sourcesOf(room)]),
  )
  const ofExam = rooms.src!.filter(({ file }) => examRooms.some((room) => file.startsWith(`${room}/`)))
  return {
    ...Object.fromEntries(Object.entries(rooms).map(([room, sources]) => [`lines of ${room}`, linesOf(sources)])),
    'imports for 1,000 lines of src': importsOf(rooms.src!),
    'imports for 1,000 lines of server': importsOf(rooms.server!),
    'imports for 1,000 lines of the exam on a device': importsOf(ofExam),
    'bytes of the dictionaries of papers': bytesOf(
      'server/features/exams/paper/paper-formats',
      /^dictionary-.*\.json$/,
    ),
  }
}

const linesOf = (sources: readonly Source[]) => sources.reduce((sum, { lines }) => sum + lines, 0)
const importsOf = (sources: readonly Source[]) =>
  Math.round((1000 * sources.reduce((sum, { imports }) => sum + imports, 0)) / linesOf(sources))

function sourcesOf(room: string): Source[] {
  return filesOf(room)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => {
      const text = readFileSync(path.join(projectRoot, file), 'utf8')
      const named = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([.#][^']*\.tsx?)'/g)
      return { file, lines: text.split('\n').length - 1, imports: new Set([...named].map(([, name]) => name)).size }
    })
}

const bytesOf = (folder: string, name: RegExp) =>
  filesOf(folder)
    .filter((file) => name.test(path.basename(file)))
    .reduce((sum, file) => sum + statSync(path.join(projectRoot, file)).size, 0)

const filesOf = (folder: string) =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
