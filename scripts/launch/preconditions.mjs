import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { inProject, Obstacle, projectRoot } from './project.mjs'

/** The database's write-ahead log alone needs some tens of megabytes. */
const SPACE_TO_RUN_MB = 200

/** Characters at which the build's tools cut a file's name: they take the rest for a query, or for another line. */
const NOT_IN_A_PATH = /[#?\n\r\0]/

/** Throws an Obstacle if the build cannot read the folder's name, the folder is not writable, or the disk is full. */
export function requireUsableFolder() {
  const [unreadable] = NOT_IN_A_PATH.exec(projectRoot) ?? []
  if (unreadable !== undefined) {
    throw new Obstacle(
      `The path ${JSON.stringify(projectRoot)} has a ${JSON.stringify(unreadable)}, at which the build would end it. Move the product into a folder without it.`,
    )
  }
  const probe = inProject(`.write-probe-${process.pid}`)
  try {
    writeFileSync(probe, 'x'.repeat(4096))
  } catch (error) {
    if (error.code === 'ENOSPC' || error.code === 'EDQUOT') throw noSpace(SPACE_TO_RUN_MB)
    throw new Obstacle(
      `The folder ${projectRoot} cannot be written (${error.code}). Clone the product into one of your own.`,
    )
  } finally {
    rmSync(probe, { force: true })
  }
  requireSpace(SPACE_TO_RUN_MB)
}

export function requireSpace(megabytes) {
  const { bavail, bsize } = statfsSync(projectRoot)
  if (bavail * bsize < megabytes * 1e6) throw noSpace(megabytes)
}

function noSpace(megabytes) {
  return new Obstacle(`There is no space left on the disk of ${projectRoot}: ${megabytes} MB are needed.`)
}
