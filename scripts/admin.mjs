// `npm run admin`: operators' commands, run on the code that the servers run: the existing build. Never builds, even if sources
// (git pull) or settings (VITE_*) have changed. A build empties dist/ and build/server under this folder's servers, and would
// leave them a client with the settings of the operator's shell. After a change of a command run `npm run build`.
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
