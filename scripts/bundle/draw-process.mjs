// Draws pages in a separate process: the client's rooms open channels and timers that would keep the build alive. Arguments: the
// folder of the built drawing, then the paths. Prints a JSON array of { markup, replies }.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, ...paths] = process.argv.slice(2)
const load = (name) => import(pathToFileURL(path.join(folder, name)).href)
const [{ drawPage }, { drawnReplies }] = [await load('draw-page.mjs'), await load('drawn-replies.mjs')]
const pages = []
for (const at of paths) {
  const replies = drawnReplies(at)
  pages.push({ markup: await drawPage(at, replies), replies })
}
process.stdout.write(JSON.stringify(pages), () => process.exit(0))
