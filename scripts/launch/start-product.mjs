import { pathToFileURL } from 'node:url'
import { buildWhenStale } from './build-when-stale.mjs'
import { installWhenNeeded } from './install.mjs'
import { oneStartAtATime } from './one-start-at-a-time.mjs'
import { requireUsableFolder } from './preconditions.mjs'
import { inProject, orExplain, projectRoot } from './project.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

export async function startProduct() {
  stopWithParent()
  await orExplain(async () => {
    process.chdir(projectRoot)
    requireUsableFolder()
    await oneStartAtATime(async () => {
      await installWhenNeeded('[1/3] ')
      await buildWhenStale('[2/3] ')
    })
    console.log('[3/3] Starting…')
  })
  process.setSourceMapsEnabled(true)
  // The server runs in this process, so that Ctrl-C, SIGTERM and the exit code are the server's own.
  await import(pathToFileURL(inProject('build/server/main.js')).href)
}
