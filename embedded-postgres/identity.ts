import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { EmbeddedPostgresFailure } from './failure.ts'

/** The user that runs PostgreSQL. `spawnAs` is empty for the present user. */
export interface Identity {
  name: string
  spawnAs: { uid?: number; gid?: number }
}

/** PostgreSQL refuses to run as root: instead it runs as the owner of existing data, else as `postgres` or `nobody`. */
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

/** Whether that user can write inside the folder. The kernel answers, so ACLs and the modes of all parents count. */
export function canWriteInside(folder: string, identity: Identity): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], {
    ...identity.spawnAs,
    cwd: '/',
    stdio: 'ignore',
  })
  return probe.status === 0
}
