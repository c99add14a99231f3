import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { codeOf } from './failure.ts'

/** Is there a process with this id that still runs? A zombie, whose parent has not yet collected it, does not. */
export function isAlive(pid: number): boolean {
  return isTaken(pid) && !isZombie(pid)
}

/** Does the number belong to any process, be it only a zombie? This is what PostgreSQL asks of a lock file. */
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

/**
 * Is this process the postmaster of that data folder? Process ids are used again after a crash, so the number alone
 * proves nothing. `unknown` when the system does not let us look.
 */
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

/** Does any process still work in this data folder, an orphan of a killed postmaster for one? True when in doubt. */
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
    // Another user's, which cannot be PostgreSQL under our own name, or it has just ended.
    return null
  }
}
