import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import './typescript.mjs'

const { bundle } = await import('../../tests/model/bundle.ts')
const { bundlePage } = await import('../../tests/model/page/bundle-page.ts')
const { planting } = await import('../../tests/model/planted/plant.ts')

/** The script of a process with the model's server. A loader of TypeScript would slow each of its functions down. */
async function makeScript(entry, plants) {
  const { plugin, missing } = planting(plants)
  const code = await bundle(entry, { format: 'es', plugins: [plugin] })
  if (missing().length > 0) throw new Error('a planted file is not part of what is played')
  const folder = mkdtempSync(path.join(tmpdir(), 'faults-model-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const script = path.join(folder, 'process.mjs')
  writeFileSync(script, code)
  return script
}

const sound = new Map()
/** Calls `make` only once for each `what` if nothing is planted. */
function madeOnce(what, plants, make) {
  if (plants.length > 0) return make()
  if (!sound.has(what)) sound.set(what, make())
  return sound.get(what)
}

/** Builds the `script` of a process from `entry`, and the `code` of the page that it gets, both with the plants. */
export async function buildModel(entry, plants) {
  const isOfServer = ({ file }) => file.startsWith('tests/model/server/')
  const ofServer = plants.filter(isOfServer)
  const ofPage = plants.filter((plant) => !isOfServer(plant))
  const script = await madeOnce(entry, ofServer, () => makeScript(entry, ofServer))
  const code = await madeOnce('page', ofPage, () => bundlePage(ofPage))
  return { script, code }
}
