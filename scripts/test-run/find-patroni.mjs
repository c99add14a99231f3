import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian's packages for the drill of deploy/ha, whose files are for the versions of Debian 12. */
export const PATRONI_PACKAGES = 'patroni etcd-server haproxy postgresql-15 iproute2'

const PROGRAMS = [
  '/usr/bin/patroni',
  '/usr/bin/etcd',
  '/usr/sbin/haproxy',
  '/usr/lib/postgresql/15/bin/postgres',
  '/usr/sbin/ip',
]

export function hasPatroni() {
  return PROGRAMS.every((file) => existsSync(file))
}

/** Reason why three machines with separate networks cannot be played here, or null. */
export function whyNoPatroni() {
  const missing = PROGRAMS.filter((file) => !existsSync(file))
  if (missing.length > 0) return `there is no ${missing.join(', ')}: apt-get install ${PATRONI_PACKAGES} (Debian 12)`
  if (process.getuid?.() !== 0) return 'only root makes networks and mounts'
  const { status } = spawnSync('unshare', ['--net', '--mount', 'true'])
  return status === 0 ? null : 'this machine lets nobody make networks of their own (unshare --net)'
}
