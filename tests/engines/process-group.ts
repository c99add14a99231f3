import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'

/** A program and everything that it starts, which end together. */
export interface ProcessGroup {
  child: ChildProcess
  /** Sends SIGKILL to all of them: no process can react, and nothing is flushed. */
  kill(): Promise<void>
}

export function startGroup(
  program: string,
  args: readonly string[],
  { env, stdio = 'ignore' }: { env?: NodeJS.ProcessEnv; stdio?: StdioOptions } = {},
): ProcessGroup {
  const child = spawn(program, args, { detached: true, stdio, env: { ...process.env, ...env } })
  return { child, kill: () => killGroup(child) }
}

/** Kills the group of `leader`, which was started as its leader (`detached`). Settles when the leader is gone. */
export async function killGroup(leader: ChildProcess): Promise<void> {
  const isGone = leader.exitCode !== null || leader.signalCode !== null
  const gone = isGone ? undefined : once(leader, 'exit')
  try {
    process.kill(-leader.pid!, 'SIGKILL')
  } catch (error) {
    // The group has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
  await gone
}
