import { spawn } from 'node:child_process'
import path from 'node:path'
import type { Cluster } from './cluster.ts'
import { reasonOf } from './failure.ts'
import type { Placement } from './placement.ts'

/** A small process that outlives this one just long enough to stop PostgreSQL. `release` calls it off. */
export interface Watcher {
  release(): void
}

export function startWatcher(
  projectRoot: string,
  placement: Placement,
  cluster: Cluster,
  log: (line: string) => void,
): Watcher {
  const { uid = '', gid = '' } = placement.identity.spawnAs
  const script = path.join(projectRoot, 'server/embedded-postgres/watcher.mjs')
  const child = spawn(process.execPath, [script, placement.binaries.pgCtl, cluster.pgdata, String(uid), String(gid)], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.on('error', (error) =>
    log(`Nobody will stop the database if this process is killed; the next start will: ${reasonOf(error)}.`),
  )
  // Writing to a watcher that somebody has killed.
  child.stdin.on('error', () => undefined)
  child.unref()
  return { release: () => child.stdin.end('released\n') }
}
