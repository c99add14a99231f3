import { readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { isAlive, isInhabited, isTaken, servesFolder } from './process-table.ts'

/** The data that a running or dead postmaster wrote into its data folder. */
export interface PostmasterFile {
  pid: number
  port: number
  /** Whether it accepts connections. */
  ready: boolean
}

/** Reads postmaster.pid; null if it is missing or half written. */
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

/** The live postmaster of this folder, or null. */
export function findLivePostmaster(pgdata: string): PostmasterFile | null {
  const file = readPostmasterFile(pgdata)
  if (!file || !isAlive(file.pid)) return null
  return servesFolder(file.pid, pgdata) === 'no' ? null : file
}

/**
 * PostgreSQL itself judges a dead postmaster's file: its shared memory shows whether anything of it lives. But PostgreSQL refuses
 * to start while the number in the file is taken, possibly for ever: by a zombie that nobody collects (usual in containers), or
 * by another process with the same number. Then, and only if no process works in the data folder, the file is put aside.
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
