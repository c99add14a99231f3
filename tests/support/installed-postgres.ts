import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync, chmodSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { chooseIdentity, type Identity } from '../../embedded-postgres/identity.ts'
import { giveTo } from '../../embedded-postgres/placement.ts'
import { runCommand } from '../../embedded-postgres/run-command.ts'
import { freePort } from './free-port.ts'

const programs = ['initdb', 'postgres', 'pg_basebackup', 'pg_receivewal', 'pg_verifybackup']

/** The folder of an installed PostgreSQL: PG_BIN, or Debian's newest. Null: the embedded one has no programs for backups. */
export function findPostgresPrograms(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [process.env.PG_BIN, ...versions.map((version) => path.join(debian, version, 'bin'))]
  return folders.find((folder) => folder && programs.every((name) => existsSync(path.join(folder, name)))) ?? null
}

/** A durable PostgreSQL that runs this machine's own programs. A test can lose its disk. */
export interface InstalledPostgres {
  url: string
  /** Connection string for PostgreSQL's programs; the password is in PGPASSWORD. */
  connection: string
  password: string
  pgdata: string
  bin: string
  /** The user that it runs as. Programs that work on its files need the same user. */
  identity: Identity
  /** Starts it on the current content of `pgdata`, and waits until it takes writes. */
  start(): Promise<void>
  /** Ends all its processes by SIGKILL, as a power cut does. */
  kill(): Promise<void>
  /** Makes every commit wait until the WAL receiver has it on disk. Resolves when this is in effect. */
  waitForReceiver(): Promise<void>
  /** Starts a program as PostgreSQL's user; `remove` ends it. */
  spawn(program: string, ...args: string[]): ChildProcess
  remove(): Promise<void>
}

/** Creates a cluster in `home` and starts it. */
export async function openInstalledPostgres(home: string, bin: string): Promise<InstalledPostgres> {
  const identity = chooseIdentity('/nowhere')
  // If root runs the tests, PostgreSQL runs as another user, who has to enter this folder and write to it.
  chmodSync(home, 0o700)
  giveTo(home, identity)
  const pgdata = path.join(home, 'pgdata')
  const password = randomBytes(18).toString('base64url')
  const passwordFile = path.join(home, 'password')
  writeFileSync(passwordFile, password)
  giveTo(passwordFile, identity)
  const port = await freePort()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const env = { PATH: process.env.PATH, PG_BIN: bin, PGPASSWORD: password }
  const begun: ChildProcess[] = []
  let server: ChildProcess | null = null

  const begin = (program: string, ...args: string[]) => {
    const child = spawn(program, args, { ...identity.spawnAs, cwd: '/', env, stdio: ['ignore', 'ignore', 'ignore'] })
    begun.push(child)
    return child
  }
  const ask = async (text: string) => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const postgres: InstalledPostgres = {
    url,
    connection: `host=127.0.0.1 port=${port} user=postgres`,
    password,
    pgdata,
    bin,
    identity,
    async start() {
      const sockets = path.join(home, 'sockets')
      mkdirSync(sockets, { recursive: true })
      giveTo(sockets, identity)
      const settings = [`listen_addresses=127.0.0.1`, `port=${port}`, `unix_socket_directories=${sockets}`]
      server = begin(path.join(bin, 'postgres'), '-D', pgdata, ...settings.flatMap((setting) => ['-c', setting]))
      await until(async () => {
        if (server!.exitCode !== null) throw new Error(`PostgreSQL ended with ${server!.exitCode}`)
        const [row] = (await ask('select pg_is_in_recovery() as replays').catch(() => [])) as { replays: boolean }[]
        return row?.replays === false
      })
    },
    async kill() {
      const { pid } = server!
      const gone = new Promise((resolve) => server!.once('exit', resolve))
      process.kill(pid!, 'SIGKILL')
      await gone
      // The child processes notice that the server is gone and end immediately.
      await until(async () => {
        const { code } = await runCommand('/bin/sh', ['-c', `! fuser -s "$0/base/1/1259"`, pgdata], identity)
        return code === 0 || code === 127
      })
    },
    async waitForReceiver() {
      await ask(`alter system set synchronous_standby_names = 'pg_receivewal'`)
      await ask('select pg_reload_conf()')
      await until(async () => {
        const rows = await ask(`select 1 from pg_stat_replication where sync_state = 'sync'`)
        return rows.length > 0
      })
    },
    spawn: begin,
    async remove() {
      for (const child of begun) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    },
  }
  const { code, output } = await runCommand(
    path.join(bin, 'initdb'),
    [
      `--pgdata=${pgdata}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
    ],
    identity,
  )
  if (code !== 0) throw new Error(`initdb: ${output}`)
  await postgres.start()
  return postgres
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isTrue()) return
    await pause(50)
  }
  throw new Error('PostgreSQL does not come so far')
}
