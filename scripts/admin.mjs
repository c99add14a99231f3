// `npm run admin`: what operators may do, run on the very code that the servers run.
import { pathToFileURL } from 'node:url'
import './require-node.mjs'
import { buildWhenStale } from './launch/build-when-stale.mjs'
import { inProject, orExplain, projectRoot } from './launch/project.mjs'

await orExplain(async () => {
  process.chdir(projectRoot)
  await buildWhenStale()
})
await import(pathToFileURL(inProject('build/server/admin-command.js')).href)
