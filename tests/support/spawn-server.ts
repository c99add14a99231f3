import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Config } from '../../server/config/config.ts'

export interface SpawnedServer {
  pid: number
  origin: string
  /** The name that its database connections carry. */
  applicationName: string
  /** Settles when the process is gone, killed or not. */
  gone: Promise<void>
  /** Ends the process by SIGKILL, so that it finishes nothing. */
  kill(): Promise<void>
}

const fromSources = path.join(import.meta.dirname, 'server-process.ts')

/**
 * Starts a server process on `config.databaseUrl` and waits until it listens. `entry` is server-process.ts or its build, which
 * `npm test` names in TEST_SERVER_ENTRY. `launcher` is a command that starts node with the words after it.
 */
export async function spawnServer(
  config: Config,
  applicationName: string,
  entry = process.env.TEST_SERVER_ENTRY ?? fromSources,
  launcher: readonly string[] = [],
): Promise<SpawnedServer> {
  const beginning = beginServer(config, applicationName, entry, launcher)
  return { ...beginning, origin: await beginning.origin }
}

/** Starts the same process without waiting. `origin` rejects if the process ends before it listens. */
export function beginServer(
  config: Config,
  applicationName: string,
  entry = process.env.TEST_SERVER_ENTRY ?? fromSources,
  launcher: readonly string[] = [],
): Omit<SpawnedServer, 'origin'> & { origin: Promise<string> } {
  const databaseUrl = `${config.databaseUrl}?application_name=${applicationName}`
  const [execPath, ...execArgv] = [...launcher, process.execPath, ...(entry.endsWith('.ts') ? ['--import', 'tsx'] : [])]
  const child: ChildProcess = fork(entry, [JSON.stringify({ ...config, databaseUrl })], {
    execPath: execPath!,
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const origin = Promise.race([
    (once(child, 'message') as Promise<[string]>).then(([said]) => said),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`server process ended with ${code}`))),
  ])
  // If the process is killed before it listens, nobody may wait for `origin` any more: its rejection then counts as handled.
  origin.catch(() => undefined)
  const gone = once(child, 'exit').then(() => undefined)
  return {
    pid: child.pid!,
    origin,
    applicationName,
    gone,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await gone
    },
  }
}
