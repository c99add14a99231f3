import { spawn } from 'node:child_process'
import { installWhenNeeded } from './install.mjs'
import { requireUsableFolder } from './preconditions.mjs'
import { inProject, orExplain, projectRoot } from './project.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

const apiPort = process.env.API_PORT ?? '3100'

/** Runs the watched API server and Vite's own server in parallel. The end of either, or Ctrl-C, ends both. */
export async function develop() {
  stopWithParent()
  await orExplain(async () => {
    requireUsableFolder()
    await installWhenNeeded()
  })
  const children = [
    startTool('tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'server/main.ts'], { PORT: apiPort }),
    startTool('vite/bin/vite.js', [], { DEV_API_ORIGIN: `http://127.0.0.1:${apiPort}` }),
  ]
  const stopAll = () => children.forEach((child) => child.kill('SIGTERM'))
  // In a terminal the children get the Ctrl-C too; this process only waits for them.
  process.on('SIGINT', stopAll)
  process.on('SIGTERM', stopAll)
  for (const child of children) {
    child.on('error', (error) => console.error(`✗ ${error.message}`))
    child.on('exit', (code) => {
      process.exitCode ||= code ?? 0
      stopAll()
    })
  }
}

function startTool(script, args, extra) {
  return spawn(process.execPath, [inProject('node_modules', script), ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...extra },
    stdio: 'inherit',
  })
}
