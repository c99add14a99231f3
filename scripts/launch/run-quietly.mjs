import { spawn } from 'node:child_process'
import { projectRoot } from './project.mjs'

/** Runs a program without its output. Resolves to `{ ok, output }`, never rejects. Kills it after `timeoutMs` (not ok). */
export function runQuietly(program, args, { env = process.env, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: projectRoot,
      env: { ...env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // SIGKILL, because `finish` takes a SIGTERM for a person's.
      ...(timeoutMs && { timeout: timeoutMs, killSignal: 'SIGKILL' }),
    })
    let output = ''
    const collect = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const passOn = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM']
    for (const signal of signals) process.once(signal, passOn)
    const finish = (ok, text, signal) => {
      for (const name of signals) process.removeListener(name, passOn)
      // A person has ended the program (Ctrl-C), not a fault: there is nothing to explain.
      if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(130)
      resolve({ ok, output: text })
    }
    child.on('error', (error) => finish(false, `${output}\n${error.message}`, null))
    child.on('close', (code, signal) => finish(code === 0, output, signal))
  })
}
