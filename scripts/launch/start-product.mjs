import { pathToFileURL } from 'node:url'
import { buildWhenStale } from './build-when-stale.mjs'
import { installWhenNeeded } from './install.mjs'
import { oneStartAtATime } from './one-start-at-a-time.mjs'
import { requireUsableFolder } from './preconditions.mjs'
import { inProject, orExplain, projectRoot } from './project.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

/** Installs and builds what is missing or stale, then becomes the server. */
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
  // In this very process: Ctrl-C, SIGTERM and the exit code are then the server's own.
  await import(pathToFileURL(inProject('build/server/main.js')).href)
}
