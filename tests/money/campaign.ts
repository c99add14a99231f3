import { daysGoBy } from './days.ts'
import { faults, reckon } from './reckoning.ts'
import { openShop, type Shop } from './shop.ts'
import { Story } from './story.ts'

export interface Tally {
  schedules: number
  payments: number
  /** Number of complaints of each kind. */
  counts: Record<string, number>
  failures: { seed: number; index: number; complaints: string[] }[]
}

/** Number of schedules whose days pass together. */
const batchSize = 40
/** Schedules in parallel: the shop waits for its database most of the time. */
const atOnce = 6

export interface CampaignOrder {
  databaseUrl: string
  seed: number
  first: number
  schedules: number
  stopsAtFailure?: boolean
}

/** Plays these schedules, batch by batch. `told` gets each batch. */
export async function playSchedules(
  { databaseUrl, seed, first, schedules, stopsAtFailure = false }: CampaignOrder,
  told: (tally: Tally) => void = () => undefined,
): Promise<Tally> {
  const shop = await openShop(databaseUrl)
  const tally: Tally = {
    schedules: 0,
    payments: 0,
    counts: Object.fromEntries(faults.map((fault) => [fault, 0])),
    failures: [],
  }
  try {
    for (let index = first; index < first + schedules; index += batchSize) {
      const size = Math.min(batchSize, first + schedules - index)
      await playBatch(shop, seed, index, size, tally)
      told(tally)
      if (stopsAtFailure && tally.failures.length > 0) break
    }
  } finally {
    await shop.close()
  }
  return tally
}

async function playBatch(shop: Shop, seed: number, first: number, size: number, tally: Tally): Promise<void> {
  const stories = Array.from({ length: size }, (_, offset) => new Story(shop, seed, first + offset))
  const queue = [...stories]
  const player = async () => {
    for (let story = queue.shift(); story !== undefined; story = queue.shift()) {
      await story.begin()
      await story.play()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, player))
  const orderIds: string[] = []
  // One after another: a waiter for a connection would continue in the async context of the life that released it.
  for (const story of stories) orderIds.push(...(await story.orderIds()))
  await daysGoBy(shop, orderIds, seed ^ first)
  for (const [offset, story] of stories.entries()) {
    const { payments } = await reckon(shop, story)
    tally.schedules += 1
    tally.payments += payments
    for (const complaint of story.complaints) {
      const fault = faults.find((one) => complaint.startsWith(one))!
      tally.counts[fault] = tally.counts[fault]! + 1
    }
    if (story.complaints.length > 0) {
      tally.failures.push({ seed, index: first + offset, complaints: story.complaints })
    }
  }
  for (const id of orderIds) shop.banks.forget(id)
  // Nobody asks about finished orders, and tables stay small.
  await shop.pool.query('update orders set ask_at = null, held = null where ask_at is not null or held is not null')
  await shop.pool.query('update refunds set returned_at = now() where returned_at is null')
}
