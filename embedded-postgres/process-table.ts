import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { codeOf } from './failure.ts'

/** Whether a process with this id runs. A zombie, not yet collected by its parent, does not. */
export function isAlive(pid: number): boolean {
  return isTaken(pid) && !isZombie(pid)
}

/** Whether any process has this number, even a zombie. PostgreSQL asks this about a lock file. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in parentheses and may hold anything; the state follows the last of them.
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    // No /proc on this system, or the process has just gone: the signal's answer counts.
    return false
  }
}

/** Whether this process is that folder's postmaster: numbers are reused after a crash. `unknown` if the system does not say. */
export function servesFolder(pid: number, pgdata: string): 'yes' | 'no' | 'unknown' {
  try {
    if (existsSync('/proc/self')) {
      // A postmaster makes its data folder its working directory.
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(pgdata) ? 'yes' : 'no'
    }
    const command = execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8', stdio: 'pipe' })
    return command.includes(pgdata) ? 'yes' : 'no'
  } catch {
    return 'unknown'
  }
}

/** Whether any process still works in this data folder, such as an orphan of a killed postmaster. True when in doubt. */
export function isInhabited(pgdata: string): boolean {
  try {
    const folder = realpathSync(pgdata)
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return pids.some((pid) => workingFolderOf(pid) === folder)
  } catch {
    return true
  }
}

function workingFolderOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // Another user's process, which cannot be our PostgreSQL, or one that has just ended.
    return null
  }
}
