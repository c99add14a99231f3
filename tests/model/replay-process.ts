import { isBad, replay, shrink } from './campaign.ts'
import { bundlePage } from './page/bundle-page.ts'
import { loadPage } from './page/load-page.ts'

const shrinkSeconds = 20

async function main([name = '']: string[]): Promise<number> {
  const [seed, index] = name.split(':').map(Number) as [number, number]
  const load = loadPage(await bundlePage())
  const { counts, complaints } = await replay(load, seed, index, (line) => console.log(line))
  console.log(JSON.stringify(counts))
  for (const complaint of complaints) console.log(complaint)
  if (!isBad(counts)) return 0
  const smaller = await shrink(load, seed, index, shrinkSeconds)
  if (smaller !== null) console.log(`fails as well: ${JSON.stringify(smaller, null, 1)}`)
  return 1
}

void main(process.argv.slice(2)).then((code) => process.exit(code))
