import { fork } from 'node:child_process'
import { buildModel } from './build-model.mjs'

/** Plays SEED:INDEX and prints it (or not), then for `shrinkSeconds` looks for a smaller failure. Resolves with the exit code. */
export async function replayOne(name, { plants = [], shrinkSeconds = 20, stdio = 'inherit' } = {}) {
  const [seed, index] = name.split(':').map(Number)
  const { script, code } = await buildModel('tests/model/replay-process.ts', plants)
  const child = fork(script, [], { stdio: [stdio, stdio, stdio, 'ipc'], serialization: 'advanced' })
  child.send({ seed, index, shrinkSeconds, code })
  return new Promise((resolve) => child.on('close', (exitCode) => resolve(exitCode ?? 1)))
}
