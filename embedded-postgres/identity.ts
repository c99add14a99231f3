import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { EmbeddedPostgresFailure } from './failure.ts'

/** Under whom PostgreSQL runs. `spawnAs` is empty when that is simply the present user. */
export interface Identity {
  name: string
  spawnAs: { uid?: number; gid?: number }
}

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of data that already exists, else as `postgres` or
 * `nobody`; every other user runs it under their own name.
 */
export function chooseIdentity(existingData: string): Identity {
  if (process.getuid?.() !== 0) return { name: 'you', spawnAs: {} }
  const owner = statSync(existingData, { throwIfNoEntry: false })
  const users = readUsers()
  if (owner && owner.uid !== 0) {
    const name = users.find(({ uid }) => uid === owner.uid)?.name ?? `user ${owner.uid}`
    return { name, spawnAs: { uid: owner.uid, gid: owner.gid } }
  }
  for (const wanted of ['postgres', 'nobody']) {
    const found = users.find(({ name }) => name === wanted)
    if (found) return { name: wanted, spawnAs: { uid: found.uid, gid: found.gid } }
  }
  throw new EmbeddedPostgresFailure(
    'PostgreSQL cannot run as root, and this machine has neither a user "postgres" nor "nobody". Start as another user.',
  )
}

function readUsers(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((entry) => entry.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

/** Can that user write inside the folder? Asked of the kernel, so that ACLs and every parent's mode count. */
export function canWriteInside(folder: string, identity: Identity): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], {
    ...identity.spawnAs,
    cwd: '/',
    stdio: 'ignore',
  })
  return probe.status === 0
}
