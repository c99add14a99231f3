import { spawn } from 'node:child_process'
import { EmbeddedPostgresFailure, reasonOf } from './failure.ts'
import type { Identity } from './identity.ts'

export interface Finished {
  code: number | null
  output: string
}

/** Runs a program to its end; returns its exit code and output. Rejects only if it cannot be started; the message names it. */
export function runCommand(program: string, args: string[], identity: Identity): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...identity.spawnAs,
      cwd: '/',
      env: postgresEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      // A Ctrl-C in the terminal goes to the whole process group: it must reach the server, not initdb or pg_ctl.
      detached: true,
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => reject(new EmbeddedPostgresFailure(`Cannot run ${program}: ${reasonOf(error)}.`)))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** The caller's PG* variables and locale must not change the embedded database. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
