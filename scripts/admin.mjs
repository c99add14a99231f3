// `npm run admin`: what operators may do, run on the very code that the servers run: what is built here, as it is.
// Nothing is built for it, also where sources (git pull) or settings (VITE_*) are others by now: a build empties dist/ and
// build/server under the servers of this folder, and would leave them a client of the operator's shell. After a change of a
// command it has to be built by `npm run build`.
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import './require-node.mjs'
import { inProject, Obstacle, orExplain, projectRoot } from './launch/project.mjs'

const command = inProject('build/server/admin-command.js')

await orExplain(() => {
  process.chdir(projectRoot)
  if (existsSync(command)) return
  throw new Obstacle(
    'Nothing is built here yet: start the product (npm start), and try again when it shows its address.',
  )
})
await import(pathToFileURL(command).href)
