// Stops PostgreSQL when the server that started it dies without having said goodbye.
// Started with a pipe as stdin: the pipe closes when the parent dies, however it dies.
// Arguments: pg_ctl, data folder, uid and gid ('' for the present user), the file that names the owner, the parent's name in it.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

const [pgCtl, pgdata, uid, gid, ownerFile, owner] = process.argv.slice(2)

// Ctrl-C and a closing terminal end the parent first; this process has to outlive it.
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
  // Nobody is left to tell; the next start finds the server and takes it over.
  stop.on('error', () => process.exit(1))
  stop.on('exit', (code) => process.exit(code ?? 1))
}

/** On a busy machine the next server may have taken the database over before this process gets its turn. */
function hasAnotherOwner() {
  try {
    return readFileSync(ownerFile, 'utf8') !== owner
  } catch {
    return false
  }
}
