import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Cluster } from './cluster.ts'
import { reasonOf } from './failure.ts'
import type { Placement } from './placement.ts'

/** A small process that outlives this one to stop PostgreSQL. `release` calls it off. */
export interface Watcher {
  release(): void
}

/** The caller holds the claim. From here on the watchers of earlier owners leave the database alone. */
export function startWatcher(
  projectRoot: string,
  placement: Placement,
  cluster: Cluster,
  log: (line: string) => void,
): Watcher {
  const { uid = '', gid = '' } = placement.identity.spawnAs
  const ownerFile = path.join(cluster.folder, 'owner')
  const owner = randomUUID()
  const tell = (error: unknown) =>
    log(`Nobody will stop the database if this process is killed; the next start will: ${reasonOf(error)}.`)
  try {
    writeFileSync(ownerFile, owner)
  } catch (error) {
    tell(error)
  }
  const script = path.join(projectRoot, 'embedded-postgres/watcher.mjs')
  const args = [script, placement.binaries.pgCtl, cluster.pgdata, String(uid), String(gid), ownerFile, owner]
  const child = spawn(process.execPath, args, { cwd: '/', stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  child.on('error', tell)
  // Somebody may have killed the watcher.
  child.stdin.on('error', () => undefined)
  child.unref()
  return { release: () => child.stdin.end('released\n') }
}
