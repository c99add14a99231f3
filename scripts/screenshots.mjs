// `npm run screenshots`: every stop of the tour into docs/screens; names given as arguments narrow it down.
import { spawn } from 'node:child_process'
import './require-node.mjs'
import { buildWhenStale } from './launch/build-when-stale.mjs'
import { inProject, orExplain, projectRoot } from './launch/project.mjs'

process.exitCode = await orExplain(async () => {
  process.chdir(projectRoot)
  await buildWhenStale()
  const { findChromium } = await import('./test-run/find-chromium.mjs')
  const { startTestDatabase } = await import('./test-run/test-database.mjs')
  const chromium = await findChromium()
  const database = await startTestDatabase()
  try {
    return await takeScreenshots({ CHROMIUM_PATH: chromium, TEST_DATABASE_URL: database.url })
  } finally {
    await database.stop()
  }
})

function takeScreenshots(env) {
  const args = [inProject('node_modules/tsx/dist/cli.mjs'), 'tests/tour/take-screenshots.ts', ...process.argv.slice(2)]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'inherit' })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
