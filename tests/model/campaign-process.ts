import { batchSize, playBatch } from './campaign.ts'
import type { PageCode } from './page/bundle-page.ts'
import { loadPage } from './page/load-page.ts'

interface Order {
  readonly seed: number
  /** The campaign plays the seed's schedules below this number, from `first` on. */
  readonly schedules: number
  /** A multiple of `batchSize`. */
  readonly first: number
  /** This process plays batches whose number leaves `part` when divided by `parts`. */
  readonly part: number
  readonly parts: number
  readonly stopsAtFailure: boolean
  readonly code: PageCode
}

process.once('message', (order: Order) => {
  work(order).catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})

async function work({ seed, schedules, first, part, parts, stopsAtFailure, code }: Order): Promise<void> {
  const load = loadPage(code)
  if (first % batchSize !== 0) throw new Error(`--first: a multiple of ${batchSize}`)
  for (let batch = first / batchSize + part; batch * batchSize < schedules; batch += parts) {
    const tally = await playBatch(load, seed, batch, schedules - batch * batchSize, stopsAtFailure)
    process.send!({ tally })
    if (stopsAtFailure && tally.failures.length > 0) break
  }
  process.send!({ done: true }, () => process.exit(0))
}
