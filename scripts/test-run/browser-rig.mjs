import { spawn } from 'node:child_process'
import { buildWhenStale } from '../launch/build-when-stale.mjs'
import { inProject, orExplain, projectRoot } from '../launch/project.mjs'

/** Runs a program with a build, a database (unless it `bringsDatabase`) and a Chromium. Returns its exit code. */
export function runInBrowserRig(program, args, { bringsDatabase = false } = {}) {
  return orExplain(async () => {
    process.chdir(projectRoot)
    await buildWhenStale()
    const { findChromium } = await import('./find-chromium.mjs')
    const { startTestDatabase } = await import('./test-database.mjs')
    const { file: chromium } = await findChromium()
    if (bringsDatabase) return await run([program, ...args], { CHROMIUM_PATH: chromium })
    const database = await startTestDatabase()
    try {
      return await run([program, ...args], { CHROMIUM_PATH: chromium, TEST_DATABASE_URL: database.url })
    } finally {
      await database.stop()
    }
  })
}

function run(args, env) {
  return new Promise((resolve, reject) => {
    const tsx = inProject('node_modules/tsx/dist/cli.mjs')
    const child = spawn(process.execPath, [tsx, ...args], { env: { ...process.env, ...env }, stdio: 'inherit' })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
