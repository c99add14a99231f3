import { channel } from 'node:diagnostics_channel'
import { setImmediate as others } from 'node:timers/promises'
import { assembleExam } from '#content/assemble-exam.ts'
import { assemblePractice } from '#content/assemble-practice.ts'
import type { Item } from '#content/item.ts'
import type { Partition } from '#content/partition.ts'
import { digestsOf } from '#content/signature.ts'
import { splitItem } from '#content/split-item.ts'
import { optionSeedOf } from '#content/stamp-item.ts'
import {
  type DrawingLimits,
  type DrawnPaper,
  digestsIn,
  GeneratorFailed,
  OverBudget,
  type PaperOrder,
} from './drawn-paper.ts'
import { shapeOfQuestion, storedKeyOf } from './paper-formats/paper-format.ts'
import { packPaper } from './paper-formats/pack-paper.ts'

/** Items drawn before other work gets a turn: on the serving thread an answer would wait for the paper, tens of milliseconds. */
const itemsInARow = 3

/**
 * Draws and packs a paper; stores nothing. Its budget does not count other work. A practice, of ten items at most, is drawn
 * without a turn for other work. Throws OverBudget, GeneratorFailed, and what `after` throws.
 */
export async function drawPaper(order: PaperOrder, limits: DrawingLimits = {}): Promise<DrawnPaper> {
  const { questions, packed, shown } = paperOf(order.seed, await drawItems(order, limits))
  return { questions: JSON.stringify(questions), shapes: questions.map(shapeOfQuestion), packed, shown }
}

async function drawItems(
  order: PaperOrder,
  { budgetMs = Number.POSITIVE_INFINITY, after }: DrawingLimits,
): Promise<Item[]> {
  const items: Item[] = []
  let spentMs = 0
  let since = performance.now()
  paperWork.publish('begins')
  for (const item of itemsOf(order)) {
    items.push(item)
    spentMs += performance.now() - since
    paperWork.publish('rests')
    if (spentMs > budgetMs) throw new OverBudget(`the drawing took longer than ${budgetMs} ms`)
    await after?.(items.length)
    if (items.length % itemsInARow === 0) await others()
    since = performance.now()
    paperWork.publish('begins')
  }
  paperWork.publish('rests')
  return items
}

/** Yields the items. An error of the generator becomes GeneratorFailed, unlike an error between two items. */
function* itemsOf(order: PaperOrder): Generator<Item> {
  const partition = 'practice' in order ? 'training' : order.mode
  try {
    for (const item of drawn(order, partition)) {
      // Keys of a training leave the server (decision 0067), so no item of an exam may be among them.
      if (item.partition !== partition)
        throw new Error(`A paper of the partition ${partition} has drawn another’s item`)
      yield item
    }
  } catch (error) {
    throw new GeneratorFailed('an item could not be made', { cause: error })
  }
}

function drawn(order: PaperOrder, partition: Partition): Iterable<Item> {
  const { seed } = order
  const seen = new Set(digestsIn(order.seen))
  if ('practice' in order) return assemblePractice(order.practice, { seed, seen })
  return assembleExam({ blueprint: order.blueprint, seed, partition, seen })
}

/** Publishes 'begins' and 'rests' around this thread's work on a paper, for benches/server/paper-clock.ts; else a no-op. */
const paperWork = channel('iq.paper-work')

/** The questions of a paper as they travel, and its stored form: the questions, their keys, the digests of what it shows. */
export function paperOf(seed: string, items: readonly Item[]) {
  paperWork.publish('begins')
  const questions = items.map((item) => splitItem(item).question)
  const paper = {
    questions,
    packed: packPaper(questions, items.map(storedKeyOf), optionSeedOf(seed)),
    shown: Buffer.from([...new Set(items.flatMap(digestsOf))].join(''), 'hex'),
  }
  paperWork.publish('rests')
  return paper
}
