import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../../tests/model/replay-process.ts', import.meta.url))

/** Plays one schedule alone and prints (or not) what happens in it. `name` is SEED:INDEX. Resolves with the exit code. */
export function replayOne(name, stdio = 'inherit') {
  const child = spawn(process.execPath, ['--import', 'tsx', entry, name], { stdio })
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
}
