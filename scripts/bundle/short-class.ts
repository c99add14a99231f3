import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const namesOf = new Map<string, readonly string[]>()
const fileOf = new Map<string, string>()

/**
 * The class, or the animation, of the built client for a name in a CSS module: four letters for the file, then the place of the name
 * in it. The first page carries some two hundred of them twice, in its styles and in its markup, before anything shows: written out
 * they cost 1.2 of its 13 kB. `file`: a path, absolute or from the project's folder. Throws where two files get the same letters, and
 * for a name that is not in the file.
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
