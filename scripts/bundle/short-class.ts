import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const namesOf = new Map<string, readonly string[]>()
const fileOf = new Map<string, string>()

/**
 * The built client's class, or animation, for a name in a CSS module: four letters for the file, then the name's place in it. The
 * first page has some two hundred of them twice, in its styles and in its markup: written out they cost 1.2 of its 13 kB. `file`
 * is a path, absolute or from the project's folder. Throws if two files get the same letters, and for a name that the file does
 * not have.
 */
export function shortClass(name: string, file: string): string {
  const inProject = path.relative(root, path.resolve(root, file.replace(/\?.*$/, ''))).replaceAll('\\', '/')
  const letters = BigInt(`0x${createHash('sha256').update(inProject).digest('hex')}`)
    .toString(36)
    .slice(-4)
  const other = fileOf.get(letters) ?? inProject
  if (other !== inProject) throw new Error(`Classes of ${inProject} would have the names of ${other}: rename one`)
  fileOf.set(letters, inProject)
  const names = namesOf.get(inProject) ?? namesIn(inProject)
  namesOf.set(inProject, names)
  const place = names.indexOf(name)
  if (place === -1) throw new Error(`${inProject} has no ${name}`)
  return `_${letters}${place.toString(36)}`
}

const namesIn = (file: string): string[] => {
  const css = readFileSync(path.join(root, file), 'utf8')
  return [...new Set([...css.matchAll(/(?:\.|@keyframes )([a-zA-Z][\w-]*)/g)].map(([, name]) => name!))]
}
