import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'

/** A program and whatever it starts, which live and die together. */
export interface ProcessGroup {
  child: ChildProcess
  /** SIGKILL to all of them: nobody is asked, nothing is flushed. */
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

/** Kills the group that `leader` was started to lead (`detached`); settles when the leader is gone. */
export async function killGroup(leader: ChildProcess): Promise<void> {
  const isGone = leader.exitCode !== null || leader.signalCode !== null
  const gone = isGone ? undefined : once(leader, 'exit')
  try {
    process.kill(-leader.pid!, 'SIGKILL')
  } catch (error) {
    // Nobody is left of it.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
  await gone
}
