import { existsSync } from 'node:fs'
import { onPath } from './on-path.mjs'

/** PGBOUNCER_PATH, or pgbouncer of the PATH, or null. */
export function findPooler() {
  if (process.env.PGBOUNCER_PATH) return process.env.PGBOUNCER_PATH
  // Debian keeps it outside of ordinary users' PATH.
  return [...onPath(['pgbouncer']), '/usr/sbin/pgbouncer'].find((file) => existsSync(file)) ?? null
}
