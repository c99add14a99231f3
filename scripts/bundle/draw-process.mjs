// Draws pages in a process of its own: the client's rooms open channels and timers that would keep the build alive.
// Arguments: the built drawing, then the paths. Prints a JSON array of markups.
import { pathToFileURL } from 'node:url'

const [bundle, ...paths] = process.argv.slice(2)
const { drawPage } = await import(pathToFileURL(bundle).href)
const pages = []
for (const path of paths) pages.push(await drawPage(path))
process.stdout.write(JSON.stringify(pages), () => process.exit(0))
