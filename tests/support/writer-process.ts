import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

const repository = path.resolve(import.meta.dirname, '../..')

/** A running row-writer: a process that owns an embedded database and commits rows into it. */
export class WriterProcess {
  readonly child: ChildProcess
  output = ''
  readonly exited: Promise<number | null>
  readonly #listeners = new Set<() => void>()

  constructor(dataHome: string, projectRoot = repository) {
    this.child = spawn(
      process.execPath,
      ['--import', 'tsx', path.join(repository, 'tests/support/row-writer.ts'), projectRoot, dataHome],
      { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const collect = (chunk: Buffer) => {
      this.output += chunk.toString()
      for (const listener of this.#listeners) listener()
    }
    this.child.stdout?.on('data', collect)
    this.child.stderr?.on('data', collect)
    this.exited = new Promise((resolve) => {
      this.child.on('close', (code) => {
        resolve(code)
        for (const listener of this.#listeners) listener()
      })
    })
  }

  /** The highest row whose commit was acknowledged to the writer. */
  get lastSaved(): number {
    return Number([...this.output.matchAll(/^saved (\d+)$/gm)].at(-1)?.[1] ?? 0)
  }

  /** Waits until the condition holds; rejects with all output when the process ends before. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (condition()) resolve()
        else if (this.child.exitCode !== null || this.child.signalCode !== null) reject(new Error(this.output))
        else return
        this.#listeners.delete(check)
      }
      this.#listeners.add(check)
      check()
    })
  }

  async savedMore(rows: number) {
    const goal = this.lastSaved + rows
    await this.until(() => this.lastSaved >= goal)
  }

  get url(): string {
    return /^url (.+)$/m.exec(this.output)?.[1] ?? ''
  }

  async kill() {
    this.child.kill('SIGKILL')
    await this.exited
  }

  async stop() {
    this.child.kill('SIGTERM')
    await this.exited
  }
}

export function rowsIn(url: string): Promise<number[]> {
  return numbersFrom(url, 'SELECT n FROM saved ORDER BY n')
}

/** The process of PostgreSQL that serves the writer's own connection. */
export async function backendOf(url: string): Promise<number> {
  const found = await numbersFrom(
    url,
    `SELECT pid AS n FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND query LIKE 'INSERT%'`,
  )
  if (found[0] === undefined) throw new Error('the writer has no connection')
  return found[0]
}

async function numbersFrom(url: string, query: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ n: number }>(query)
    return rows.map(({ n }) => n)
  } finally {
    await client.end()
  }
}

export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, 'pgdata/postmaster.pid'), 'utf8').split('\n')[0])
}
