// `npm run drill -- restore` loses the database's disk in the middle of exams and restores it by deploy/backup.sh, receive-wal.sh
// and restore.sh. `npm run drill -- rolling` replaces the processes of the release before the newest migration by this release's,
// one by one, during exams. `npm run drill` plays both. Each counts acknowledged answers that are lost, and ends with 0 if there
// are none. They use their own databases and folders, and remove them.
//   EARLIER_RELEASE   a commit to roll from, in place of the release before the newest migration
//   PG_BIN            the folder of PostgreSQL's programs, in place of the newest of /usr/lib/postgresql
import { spawnSync } from 'node:child_process'
import './require-node.mjs'
import { helpWhenAsked } from './launch/help.mjs'
import { inProject, orExplain, projectRoot } from './launch/project.mjs'

helpWhenAsked(import.meta.filename)

const drills = {
  restore: ['tests/api/restore-drill.test.ts'],
  rolling: ['tests/api/two-releases.test.ts', '-t', 'a rolling release'],
}

process.exitCode = await orExplain(async () => {
  process.chdir(projectRoot)
  const wanted = process.argv.slice(2)
  const strange = wanted.filter((name) => !Object.hasOwn(drills, name))
  if (strange.length > 0) {
    console.error(`✗ There is no drill ${strange.join(', ')}: ${Object.keys(drills).join(', ')}.`)
    return 2
  }
  const { startTestDatabase } = await import('./test-run/test-database.mjs')
  const { testServerBundle, testServerEntry } = await import('./bundle/test-server-bundle.mjs')
  const { build } = await import('vite')
  const mode = process.env.NODE_ENV
  await build(testServerBundle)
  // The build sets NODE_ENV to production, and tests must not run in production mode.
  if (mode === undefined) delete process.env.NODE_ENV
  const database = await startTestDatabase()
  try {
    const env = { ...process.env, TEST_DATABASE_URL: database.url, TEST_SERVER_ENTRY: testServerEntry }
    const codes = (wanted.length > 0 ? wanted : Object.keys(drills)).map((name) => {
      const args = [inProject('node_modules/vitest/vitest.mjs'), 'run', '--maxWorkers=1', ...drills[name]]
      return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1
    })
    return Math.max(...codes)
  } finally {
    await database.stop()
  }
})
