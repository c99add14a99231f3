import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Absolute paths of the programs on the PATH with these names, the first name first. */
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).filter(isExecutable)
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
