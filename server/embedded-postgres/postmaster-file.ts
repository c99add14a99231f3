import { readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { isAlive, servesFolder } from './process-table.ts'

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
 * A dead postmaster's file is PostgreSQL's to judge. Only when its number now belongs to a process that is provably
 * something else would PostgreSQL refuse to start for ever; then the file is put aside.
 */
export function putAsideForeignFile(pgdata: string) {
  const file = readPostmasterFile(pgdata)
  if (file && isAlive(file.pid) && servesFolder(file.pid, pgdata) === 'no') {
    renameSync(fileIn(pgdata), `${fileIn(pgdata)}.stale`)
  }
}

function fileIn(pgdata: string): string {
  return path.join(pgdata, 'postmaster.pid')
}
