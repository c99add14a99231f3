import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { EmbeddedPostgresFailure, reasonOf } from './failure.ts'
import { giveTo, type Placement } from './placement.ts'
import { isAlive } from './process-table.ts'
import { runCommand } from './run-command.ts'

/** The database's files. One rename makes the folder, so it is complete or absent. */
export interface Cluster {
  folder: string
  /** PostgreSQL's own folder (PGDATA). */
  pgdata: string
  password: string
  portFile: string
  logFile: string
}

/** Opens the cluster of this placement, or makes it. */
export async function openCluster(
  placement: Placement,
  log: (line: string) => void,
  durable: boolean,
): Promise<Cluster> {
  const folder = path.join(placement.home, 'postgres')
  removeUnfinished(placement.home)
  if (!existsSync(folder)) {
    log('Preparing the database for the first time…')
    await initialise(placement, folder, durable)
  }
  return readCluster(folder)
}

function readCluster(folder: string): Cluster {
  try {
    return {
      folder,
      pgdata: path.join(folder, 'pgdata'),
      password: readFileSync(path.join(folder, 'password'), 'utf8').trim(),
      portFile: path.join(folder, 'port'),
      logFile: path.join(folder, 'postgres.log'),
    }
  } catch (error) {
    throw new EmbeddedPostgresFailure(`The database's password in ${folder} cannot be read: ${reasonOf(error)}.`)
  }
}

async function initialise(placement: Placement, folder: string, durable: boolean) {
  const { identity, binaries } = placement
  const unfinished = `${folder}.new-${process.pid}`
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const passwordFile = path.join(unfinished, 'password')
  writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  chmodSync(passwordFile, 0o600)
  giveTo(unfinished, identity)
  giveTo(passwordFile, identity)
  const { code, output } = await runCommand(
    binaries.initdb,
    [
      `--pgdata=${path.join(unfinished, 'pgdata')}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=icu',
      // The root collation, as on most servers: Ukrainian order is asked for by name (uk-x-icu) where it matters.
      '--icu-locale=und',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    identity,
  )
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 5 })
    throw new EmbeddedPostgresFailure(`The database cannot be prepared in ${folder}: ${lastComplaint(output)}`)
  }
  putInPlace(unfinished, folder)
}

function putInPlace(unfinished: string, folder: string) {
  try {
    renameSync(unfinished, folder)
    syncFolder(path.dirname(folder))
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 5 })
    // Another process that started at the same moment was first: its cluster is as good as ours.
    if (!existsSync(folder)) throw new EmbeddedPostgresFailure(`Cannot make ${folder}: ${reasonOf(error)}.`)
  }
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** A killed initialisation leaves its folder, named by its process. */
function removeUnfinished(home: string) {
  for (const name of readdirSync(home)) {
    const owner = /\.new-(\d+)$/.exec(name)?.[1]
    if (!owner || (Number(owner) !== process.pid && isAlive(Number(owner)))) continue
    rmSync(path.join(home, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** The line of a PostgreSQL program's output with the error. */
export function lastComplaint(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  const complaint = lines.findLast((line) => /FATAL|PANIC|[Ee]rror:|could not|cannot/.test(line))
  return complaint ?? lines.findLast((line) => line !== '') ?? 'it gave no reason.'
}
