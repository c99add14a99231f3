import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { type Binaries, binariesIn, findBinaries, whyNotRunnable } from './binaries.ts'
import { EmbeddedPostgresFailure, reasonOf } from './failure.ts'
import { canWriteInside, chooseIdentity, type Identity } from './identity.ts'

/** The programs, the data and the user of one embedded database. */
export interface Placement {
  identity: Identity
  binaries: Binaries
  /** The folder with the cluster's folder and those of running initialisations. */
  home: string
  /** A line for the banner if the data is in an unexpected place, else null. */
  note: string | null
}

export interface PlacementRequest {
  projectRoot: string
  /** The folder for the data, usually `.data` of the project. */
  dataHome: string
  productName: string
}

/**
 * Uses the project's folders if PostgreSQL's user can work in them. Root may enter folders that this user may not, such as /root:
 * then programs, data or both go to a folder under /var/lib.
 */
export function choosePlacement(request: PlacementRequest): Placement {
  const identity = chooseIdentity(path.join(request.dataHome, 'postgres'))
  const binaries = chooseBinaries(request, identity)
  makeFolder(request.dataHome)
  if (canHold(request.dataHome, identity)) return { identity, binaries, home: request.dataHome, note: null }
  if (!isRoot()) {
    throw new EmbeddedPostgresFailure(
      `The folder ${request.dataHome} or the data in it belongs to another user. Start as that user, or move the folder away.`,
    )
  }
  return { binaries, ...placeDataUnderVar(request) }
}

function chooseBinaries(request: PlacementRequest, identity: Identity): Binaries {
  const original = findBinaries(request.projectRoot)
  const obstacle = whyNotRunnable(original, identity)
  if (!obstacle) return original
  if (!isRoot()) throw new EmbeddedPostgresFailure(`PostgreSQL does not run on this machine: ${obstacle}.`)
  const copy = copyBinaries(original, folderUnderVar(request.productName, request.projectRoot))
  const stillThere = whyNotRunnable(copy, identity)
  if (!stillThere) return copy
  throw new EmbeddedPostgresFailure(`PostgreSQL does not run as ${identity.name} on this machine: ${stillThere}.`)
}

function placeDataUnderVar({ productName, dataHome }: PlacementRequest): Omit<Placement, 'binaries'> {
  const project = path.dirname(dataHome)
  const home = folderUnderVar(productName, project)
  const identity = chooseIdentity(path.join(home, 'postgres'))
  if (!canHold(home, identity)) throw new EmbeddedPostgresFailure(`The folder ${home} is closed to ${identity.name}.`)
  const note = `The database lies in ${home}, because ${identity.name} (PostgreSQL does not run as root) cannot enter ${project}.`
  return { identity, home, note }
}

/** Named by the path of its project folder, so every clone has its own. */
function folderUnderVar(productName: string, original: string): string {
  const key = createHash('sha256').update(realpathSync(original)).digest('hex').slice(0, 12)
  const folder = path.join('/var/lib', `${productName}-${key}`)
  makeFolder(folder)
  return folder
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function makeFolder(folder: string) {
  try {
    if (existsSync(folder)) return
    mkdirSync(folder, { recursive: true })
    // Passable but not listable, whatever the umask: PostgreSQL's user only walks through.
    chmodSync(folder, 0o711)
  } catch (error) {
    throw new EmbeddedPostgresFailure(`Cannot make the folder ${folder}: ${reasonOf(error)}.`)
  }
}

/** Tries it with a folder of the data's owner. */
function canHold(home: string, identity: Identity): boolean {
  const existing = path.join(home, 'postgres')
  if (existsSync(existing)) return canWriteInside(existing, identity)
  const probe = path.join(home, `.probe-${process.pid}`)
  try {
    mkdirSync(probe, { recursive: true })
    giveTo(probe, identity)
    return canWriteInside(probe, identity)
  } catch (error) {
    throw new EmbeddedPostgresFailure(`Cannot write into ${home}: ${reasonOf(error)}.`)
  } finally {
    rmSync(probe, { recursive: true, force: true })
  }
}

export function giveTo(target: string, { spawnAs: { uid, gid } }: Identity) {
  if (uid !== undefined && gid !== undefined) chownSync(target, uid, gid)
}

function copyBinaries(original: Binaries, home: string): Binaries {
  const native = path.join(home, `programs-${original.version}`)
  if (!existsSync(native)) {
    // Copied aside, then renamed: an interrupted copy must not count as a good one.
    const unfinished = `${native}.new-${process.pid}`
    try {
      cpSync(original.native, unfinished, { recursive: true, verbatimSymlinks: true })
      openForReading(unfinished)
      renameSync(unfinished, native)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      if (!existsSync(native)) {
        throw new EmbeddedPostgresFailure(`Cannot copy the database's programs to ${native}: ${reasonOf(error)}.`)
      }
    }
  }
  return binariesIn(native, original.version)
}

function openForReading(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const target = path.join(folder, entry.name)
    if (entry.isDirectory()) openForReading(target)
    else if (entry.isFile()) chmodSync(target, path.basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
