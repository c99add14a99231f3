// `npm run bench:server`: the cost of an exam for the server, with its floor. `npm run exam-day`: many people in one hour.
import './require-node.mjs'
import { spawn } from 'node:child_process'
import { build } from 'vite'
import { benchServerBundle } from './bundle/bench-server-bundle.mjs'
import { buildWhenStale } from './launch/build-when-stale.mjs'
import { inProject, orExplain, projectRoot } from './launch/project.mjs'

process.exitCode = await orExplain(async () => {
  process.chdir(projectRoot)
  await buildWhenStale()
  await build(benchServerBundle)
  const [first, ...others] = process.argv.slice(2)
  const bench =
    first === 'exam-day'
      ? ['benches/server/exam-day.ts', ...others]
      : ['benches/server/run.ts', ...process.argv.slice(2)]
  const args = [inProject('node_modules/tsx/dist/cli.mjs'), ...bench]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  // The child removes its database. It gets Ctrl-C by itself, and this process only waits for it.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
})
