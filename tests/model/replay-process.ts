import { isBad, replay, shrink } from './campaign.ts'
import type { PageCode } from './page/bundle-page.ts'
import { loadPage } from './page/load-page.ts'

interface Order {
  readonly seed: number
  readonly index: number
  readonly shrinkSeconds: number
  readonly code: PageCode
}

process.once('message', (order: Order) => {
  replayAlone(order).then(
    (exitCode) => process.exit(exitCode),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function replayAlone({ seed, index, shrinkSeconds, code }: Order): Promise<number> {
  const load = loadPage(code)
  const { counts, complaints } = await replay(load, seed, index, (line) => console.log(line))
  console.log(JSON.stringify(counts))
  for (const complaint of complaints) console.log(complaint)
  if (!isBad(counts)) return 0
  const smaller = await shrink(load, seed, index, shrinkSeconds)
  if (smaller !== null) console.log(`fails as well: ${JSON.stringify(smaller, null, 1)}`)
  return 1
}
