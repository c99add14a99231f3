import { existsSync } from 'node:fs'
import { onPath } from './on-path.mjs'

/** PGBOUNCER_PATH, or pgbouncer of the PATH; null where there is none. */
export function findPooler() {
  if (process.env.PGBOUNCER_PATH) return process.env.PGBOUNCER_PATH
  // Debian keeps it where the PATH of ordinary users does not look.
  return [...onPath(['pgbouncer']), '/usr/sbin/pgbouncer'].find((file) => existsSync(file)) ?? null
}
