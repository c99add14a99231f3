import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { chooseIdentity } from '../../embedded-postgres/identity.ts'
import { freePort } from './free-port.ts'

export interface Pooler {
  /** The same database through the pooler. */
  url: string
  stop(): Promise<void>
}

/** Starts pgbouncer in front of a database, in transaction mode, with four connections. */
export async function startPooler(program: string, databaseUrl: string): Promise<Pooler> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(path.join(tmpdir(), 'pooler-'))
  const port = await freePort()
  writeFileSync(path.join(folder, 'users'), `"${username}" "${decodeURIComponent(password)}"\n`)
  const settings = `[databases]
${pathname.slice(1)} = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${path.join(folder, 'users')}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
ignore_startup_parameters = lock_timeout,statement_timeout,idle_in_transaction_session_timeout
`
  writeFileSync(path.join(folder, 'ini'), settings)
  const { spawnAs } = chooseIdentity(folder)
  chmodSync(folder, 0o755)
  if (spawnAs.uid !== undefined) {
    for (const name of ['users', 'ini']) chownSync(path.join(folder, name), spawnAs.uid, spawnAs.gid!)
  }
  const child: ChildProcess = spawn(program, ['-q', path.join(folder, 'ini')], { ...spawnAs, stdio: 'inherit' })
  const gone = once(child, 'exit')
  const url = new URL(databaseUrl)
  url.port = String(port)
  await untilItAnswers(url.href)
  return {
    url: url.href,
    async stop() {
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilItAnswers(connectionString: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const client = new pg.Client({ connectionString })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await pause(50)
    }
  }
  throw new Error('the pooler does not answer')
}
