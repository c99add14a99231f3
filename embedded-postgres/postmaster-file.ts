import { readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { isAlive, isInhabited, isTaken, servesFolder } from './process-table.ts'

/** What a running (or dead) postmaster wrote about itself into its data folder. */
export interface PostmasterFile {
  pid: number
  port: number
  /** True once it has said that it accepts connections. */
  ready: boolean
}

/** Reads postmaster.pid; null when there is none, or when it is only half written yet. */
export function readPostmasterFile(pgdata: string): PostmasterFile | null {
  try {
    // Lines, by PostgreSQL's miscadmin.h: pid, data folder, start time, port, socket folder, address, shared memory, status.
    const lines = readFileSync(fileIn(pgdata), 'utf8').split('\n')
    const pid = Number(lines[0])
    const port = Number(lines[3])
    if (!Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port)) return null
    return { pid, port, ready: lines[7]?.trim() === 'ready' }
  } catch {
    return null
  }
}

/** The postmaster that lives in this folder now, or null when there is none or only a dead one's file. */
export function findLivePostmaster(pgdata: string): PostmasterFile | null {
  const file = readPostmasterFile(pgdata)
  if (!file || !isAlive(file.pid)) return null
  return servesFolder(file.pid, pgdata) === 'no' ? null : file
}

/**
 * A dead postmaster's file is PostgreSQL's to judge: its shared memory shows whether anything of it still lives. But
 * PostgreSQL refuses to start for as long as the number in the file is taken, and that may be for ever: by a zombie
 * that nobody collects (usual in containers), or by a process that got the number again. Then, and only when nobody
 * works in the data folder any more, the file is put aside.
 */
export function putAsideDeadFile(pgdata: string) {
  const file = readPostmasterFile(pgdata)
  if (!file || !isTaken(file.pid)) return
  const isPostmaster = isAlive(file.pid) && servesFolder(file.pid, pgdata) !== 'no'
  if (!isPostmaster && !isInhabited(pgdata)) renameSync(fileIn(pgdata), `${fileIn(pgdata)}.stale`)
}

function fileIn(pgdata: string): string {
  return path.join(pgdata, 'postmaster.pid')
}
