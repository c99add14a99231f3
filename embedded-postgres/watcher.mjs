// Stops PostgreSQL if the server that started it dies without a goodbye: its stdin is a pipe, which closes however the parent
// dies. Arguments: pg_ctl, data folder, uid and gid ('' for the present user), the owner file, the parent's name in it.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

const [pgCtl, pgdata, uid, gid, ownerFile, owner] = process.argv.slice(2)

// Ctrl-C and a closing terminal end the parent first. This process must outlive it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)

let released = false
process.stdin.on('data', () => {
  released = true
})
process.stdin.on('error', stopUnlessReleased)
process.stdin.on('end', stopUnlessReleased)

function stopUnlessReleased() {
  if (released || hasAnotherOwner()) process.exit(0)
  const identity = uid ? { uid: Number(uid), gid: Number(gid) } : {}
  const stop = spawn(pgCtl, ['stop', '-D', pgdata, '-m', 'fast', '-w', '-t', '60'], {
    ...identity,
    cwd: '/',
    stdio: 'ignore',
  })
  // Nobody is left to hear it. The next start takes the server over.
  stop.on('error', () => process.exit(1))
  stop.on('exit', (code) => process.exit(code ?? 1))
}

/** On a busy machine the next server may have taken the database over already. */
function hasAnotherOwner() {
  try {
    return readFileSync(ownerFile, 'utf8') !== owner
  } catch {
    return false
  }
}
