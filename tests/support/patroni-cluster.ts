import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { chooseIdentity } from '../../embedded-postgres/identity.ts'
import { freePort } from './free-port.ts'
import { readUnit, readVariables } from './read-unit.ts'

const deploy = path.resolve(import.meta.dirname, '../../deploy')
const shipped = (file: string) => path.join(deploy, 'ha', file)
const names = ['a', 'b', 'c'] as const
type Name = (typeof names)[number]

/** Values that deploy/ha/*.example leave to the operator. */
const passwords: Record<string, string> = {
  PATRONI_SUPERUSER_PASSWORD: 'of-superuser',
  PATRONI_REPLICATION_PASSWORD: 'of-replication',
  PATRONI_RESTAPI_PASSWORD: 'of-restapi',
}

/** One machine: its own network and mounts, with files and programs where docs/operations.md and Debian's units have them. */
export interface Machine {
  name: Name
  /** Starts what does not run: etcd, the watch over the disk, and Patroni, which is bound to that watch. */
  begin(): void
  /** Sends a signal to its processes of these programs (`etcd`, `patroni`, `postgres`); to all if none is named. */
  signal(signal: NodeJS.Signals, ...programs: string[]): Promise<void>
  plug(isPlugged: boolean): Promise<void>
  /** Cuts it off from the other two. Callers from elsewhere still reach each machine. */
  split(isSplit: boolean): Promise<void>
  /** Runs a program as PostgreSQL's user and resolves to its output. Rejects if it fails or exceeds `timeoutMs`. */
  run(command: readonly string[], timeoutMs?: number): Promise<string>
  /** The JSON of its Patroni at this path; null without a reply within two seconds. */
  told<Body>(path: string): Promise<Body | null>
  metrics(): Promise<string>
  fillDisk(isFull: boolean): void
}

export interface Roles {
  primary: Machine
  /** The standby that commits wait for. */
  awaited: Machine
  other: Machine
}

export interface PatroniCluster {
  /** The database through HAProxy, as superuser. */
  url: string
  machines: readonly Machine[]
  /** Why the machines have no disks that can be filled; null if all have one. */
  noDisks: string | null
  /** Waits until all three run, both standbys follow, and commits wait for one of them. */
  whole(): Promise<Roles>
  /** Names of the files that the WAL receiver has kept, in a fourth place. */
  received(): string[]
  stop(): Promise<void>
}

interface Network {
  /** Name of the bridge, and prefix of the machines' network names. */
  bridge: string
  /** Such as «198.18.7.»: addresses reserved for tests (RFC 2544). */
  prefix: string
}

const addressIn = ({ prefix }: Network, name: Name) => `${prefix}${11 + names.indexOf(name)}`
/** A MAC address that no card has: packets to it are lost. */
const nowhere = '02:00:00:00:00:99'
const plain = { PATH: process.env.PATH, LANG: 'C.UTF-8' }
const run = promisify(execFile)
const ip = async (...words: string[]) => (await run('/usr/sbin/ip', words)).stdout

/** Reads the variables of a shipped example, filled in as an operator does on a machine. */
function filledIn(file: string, network: Network, name: Name): Record<string, string> {
  // These name all three machines, the same in every file.
  const isOfAll = /^(ETCD_INITIAL_CLUSTER|PATRONI_ETCD_HOSTS|IQ_MEMBER_[ABC])$/
  const fill = ([variable, value]: [string, string]): [string, string] => {
    if (/^(PATRONI|ETCD)_NAME$/.test(variable)) return [variable, name]
    const own = isOfAll.test(variable) ? value : value.replaceAll('10.0.0.11', addressIn(network, name))
    return [variable, passwords[variable] ?? own.replaceAll('10.0.0.', network.prefix)]
  }
  return Object.fromEntries(Object.entries(readVariables(shipped(file))).map(fill))
}

/** Starts three members, each with its etcd, HAProxy in front of them, and the WAL receiver, by the files of deploy/ha. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const home = mkdtempSync(path.join(tmpdir(), 'patroni-'))
  const network = { bridge: `iq${process.pid.toString(36)}`, prefix: `198.18.${process.pid % 250}.` }
  const undo: (() => Promise<unknown>)[] = []
  const children = new Set<ChildProcess>()
  const begin = (log: string, command: readonly string[], env: NodeJS.ProcessEnv) => {
    const script = `exec "$@" >>${path.join(home, log)} 2>&1`
    const child = spawn('sh', ['-c', script, 'sh', ...command], { env, stdio: 'ignore' })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }
  const stop = async () => {
    for (const child of children) child.kill('SIGKILL')
    for (const one of undo.reverse()) await one().catch((error: unknown) => console.warn(String(error)))
    rmSync(home, { recursive: true, force: true, maxRetries: 10 })
  }

  try {
    await ip('link', 'add', network.bridge, 'type', 'bridge')
    undo.push(() => ip('link', 'delete', network.bridge))
    await ip('address', 'add', `${network.prefix}1/24`, 'dev', network.bridge)
    await ip('link', 'set', network.bridge, 'up')
    const disks = await Promise.all(names.map((name) => mountDisk(path.join(home, name), undo)))
    const machines: Machine[] = []
    for (const name of names) machines.push(await makeMachine(path.join(home, name), network, name, { undo, begin }))
    for (const machine of machines) machine.begin()

    const port = await freePort()
    const addresses = { ...filledIn('haproxy.env.example', network, 'a'), IQ_LISTEN: `127.0.0.1:${port}` }
    begin('haproxy.log', ['/usr/sbin/haproxy', '-W', '-db', '-f', shipped('haproxy.cfg')], { ...plain, ...addresses })
    const url = `postgres://postgres:${passwords.PATRONI_SUPERUSER_PASSWORD}@127.0.0.1:${port}/postgres`
    const whole = () =>
      waitUntilWhole(machines, url).catch((error: Error) => {
        throw new Error(`${error.message}\n${lastLines(home)}`, { cause: error })
      })
    await whole()
    const received = path.join(home, 'received')
    begin('receiver.log', receiverCommand(port, received), {
      ...plain,
      PG_BIN: '/usr/lib/postgresql/15/bin',
      PGPASSWORD: passwords.PATRONI_REPLICATION_PASSWORD,
    })
    return {
      url,
      machines,
      noDisks: disks.find((reason) => reason !== null) ?? null,
      whole,
      received: () => readdirSync(received),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Mounts a separate disk for a machine's PostgreSQL folder. Resolves to null, or to the reason why it cannot. */
async function mountDisk(folder: string, undo: (() => Promise<unknown>)[]): Promise<string | null> {
  const place = path.join(folder, 'postgresql')
  mkdirSync(place, { recursive: true })
  const image = path.join(folder, 'disk.img')
  try {
    await run('truncate', ['--size=2G', image])
    await run('mkfs.ext4', ['-q', '-m', '0', image])
    await run('mount', ['-o', 'loop', image, place])
    undo.push(() => run('umount', ['--lazy', place]))
    return null
  } catch (error) {
    return `no disk of its own can be mounted: ${String(error).trim().split('\n').at(-1)}`
  }
}

interface Making {
  undo: (() => Promise<unknown>)[]
  /** Starts a command that logs to this file in the cluster's home. */
  begin: (log: string, command: readonly string[], env: NodeJS.ProcessEnv) => ChildProcess
}

async function makeMachine(folder: string, network: Network, name: Name, { undo, begin }: Making): Promise<Machine> {
  const space = `${network.bridge}${name}`
  const address = addressIn(network, name)
  await ip('netns', 'add', space)
  const pids = async () => (await ip('netns', 'pids', space)).split('\n').filter(Boolean).map(Number)
  undo.push(async () => {
    for (const pid of await pids()) killIfThere(pid, 'SIGKILL')
    await ip('netns', 'delete', space)
  })
  await ip('link', 'add', space, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
  await ip('link', 'set', space, 'master', network.bridge, 'up')
  await ip('-n', space, 'address', 'add', `${address}/24`, 'dev', 'eth0')
  for (const device of ['eth0', 'lo']) await ip('-n', space, 'link', 'set', device, 'up')

  const { spawnAs } = chooseIdentity('/nowhere')
  const mounts = [
    ['postgresql', '/var/lib/postgresql'],
    ['sockets', '/var/run/postgresql'],
    ['etcd', '/var/lib/etcd'],
    ['patroni', '/etc/patroni'],
  ] as const
  for (const [own] of mounts) {
    mkdirSync(path.join(folder, own), { recursive: true })
    chownSync(path.join(folder, own), spawnAs.uid!, spawnAs.gid!)
  }
  copyFileSync(shipped('patroni.yml'), path.join(folder, 'patroni/config.yml'))
  copyFileSync(shipped('room.sh'), path.join(folder, 'patroni/room.sh'))
  const mounting = mounts.map(([own, place]) => `mount --bind ${path.join(folder, own)} ${place}`).join(' && ')
  const asUser = `setpriv --reuid=${spawnAs.uid} --regid=${spawnAs.gid} --clear-groups`
  const inside = (command: readonly string[]) => {
    const script = `${mounting} && cd / && exec ${asUser} "$@"`
    return ['netns', 'exec', space, 'sh', '-c', script, 'sh', ...command]
  }

  const patroniEnv = { ...plain, ...filledIn('patroni.env.example', network, name) }
  const etcdEnv = { ...plain, ...filledIn('etcd.env.example', network, name), ETCD_DATA_DIR: '/var/lib/etcd/default' }
  const running = new Map<string, ChildProcess>()
  const beginOne = (program: string, command: string[], env: NodeJS.ProcessEnv) => {
    if (running.has(program)) return
    const child = begin(`${name}-${program}.log`, ['/usr/sbin/ip', ...inside(command)], env)
    running.set(program, child)
    child.once('exit', () => running.delete(program))
  }
  const filling = path.join(folder, 'postgresql/filling')
  return {
    name,
    begin() {
      beginOne('etcd', ['/usr/bin/etcd'], etcdEnv)
      beginOne('room', readUnit(shipped('iq-room.service')).get('Service.ExecStart')![0]!.split(' '), plain)
      beginOne('patroni', ['/usr/bin/patroni', '/etc/patroni/config.yml'], patroniEnv)
      // systemd does this by BindsTo. KillMode=process of Debian's unit sends the signal to Patroni alone.
      running.get('room')!.once('exit', (code) => code === 1 && running.get('patroni')?.kill('SIGTERM'))
    },
    async signal(signal, ...programs) {
      for (const pid of await pids()) {
        if (programs.length === 0 || programs.includes(programOf(pid))) killIfThere(pid, signal)
      }
    },
    async plug(isPlugged) {
      await ip('link', 'set', space, isPlugged ? 'up' : 'down')
    },
    async split(isSplit) {
      for (const other of names.filter((one) => one !== name)) {
        const ways = [
          [space, addressIn(network, other)],
          [`${network.bridge}${other}`, address],
        ] as const
        for (const [from, to] of ways) {
          const lost = ['replace', to, 'lladdr', nowhere, 'nud', 'permanent', 'dev', 'eth0']
          await ip('-n', from, 'neigh', ...(isSplit ? lost : ['delete', to, 'dev', 'eth0']))
        }
      }
    },
    async run(command, timeoutMs = 60_000) {
      const options = { env: patroniEnv, timeout: timeoutMs, killSignal: 'SIGKILL' as const }
      return (await run('/usr/sbin/ip', inside(command), options)).stdout.trim()
    },
    async told<Body>(where: string) {
      const request = { signal: AbortSignal.timeout(2_000), headers: { connection: 'close' } }
      const asked = fetch(`http://${address}:8008${where}`, request).then((reply) => reply.json() as Promise<Body>)
      return asked.catch(() => null)
    },
    async metrics() {
      const signal = AbortSignal.timeout(2_000)
      return (await fetch(`http://${address}:8008/metrics`, { signal, headers: { connection: 'close' } })).text()
    },
    fillDisk(isFull) {
      if (!isFull) return rmSync(filling)
      const { bavail, bsize } = statfsSync(path.dirname(filling))
      // `fallocate` takes most of the space at once; writing takes the rest.
      execFileSync('fallocate', ['--length', String(Math.max(1, bavail * bsize - 2 ** 24)), filling])
      try {
        for (;;) appendFileSync(filling, Buffer.alloc(2 ** 16))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
  }
}

interface Member {
  name: Name
  role: string
  state: string
  lag?: number | 'unknown'
}

async function waitUntilWhole(machines: readonly Machine[], url: string): Promise<Roles> {
  const deadline = performance.now() + 90_000
  for (;;) {
    const all = await Promise.all(machines.map((machine) => machine.told<{ members: Member[] }>('/cluster')))
    const roles = all.map((one) => rolesIn(machines, one?.members ?? []))
    const [first] = roles
    // All three must agree: one of them may repeat what it knew before it was cut off.
    const isAgreed = roles.every((one) => one?.primary === first?.primary && one?.awaited === first?.awaited)
    if (first && isAgreed && (await haveCaughtUp(url))) return first
    if (performance.now() > deadline) throw new Error(`not whole within 90 s: ${JSON.stringify(all)}`)
    await pause(100)
  }
}

/** Returns null if a member is missing or does not run. */
function rolesIn(machines: readonly Machine[], members: readonly Member[]): Roles | null {
  const of = (role: string) => {
    const named = members.filter((one) => one.role === role && /^(running|streaming)$/.test(one.state))
    return named.length === 1 ? machines.find(({ name }) => name === named[0]!.name) : undefined
  }
  const [primary, awaited, other] = ['leader', 'sync_standby', 'replica'].map(of)
  return primary && awaited && other ? { primary, awaited, other } : null
}

/** Whether both standbys have the primary's WAL on disk, but for 64 KiB at most, and commits wait for one of them. */
async function haveCaughtUp(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000, query_timeout: 3_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ count: number; sync: boolean }>(
      `select count(*)::int as count, bool_or(sync_state = 'sync') as sync from pg_stat_replication
       where state = 'streaming' and application_name in ('a', 'b', 'c') and pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn) < 65536`,
    )
    return rows[0]!.count === 2 && rows[0]!.sync
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The shipped command of the WAL receiver, with this port and folder. */
function receiverCommand(port: number, folder: string): string[] {
  const [, script, connection] = /^ExecStart=\/bin\/sh \S+\/(\S+) "(.*)" /m.exec(
    readFileSync(shipped('iq-wal-primary.conf'), 'utf8'),
  )!
  return ['/bin/sh', path.join(deploy, script!), connection!.replace('port=5000', `port=${port}`), folder]
}

/** The kernel's name of a process's program (`comm`); '' if the process has ended. */
function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

function killIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended meanwhile.
  }
}

/** The last three lines of each log, for the message of a failure. */
function lastLines(home: string): string {
  return readdirSync(home)
    .filter((name) => name.endsWith('.log'))
    .map(
      (name) => `${name}: ${readFileSync(path.join(home, name), 'utf8').trimEnd().split('\n').slice(-3).join('\n  ')}`,
    )
    .join('\n')
}
