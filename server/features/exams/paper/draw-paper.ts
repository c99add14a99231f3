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

/**
 * How many items are drawn before others that wait for the thread are served: where it is the one that serves, an answer that
 * comes then would wait for all of a paper, tens of milliseconds.
 */
const itemsInARow = 3

/**
 * Draws a paper and packs it. What others do meanwhile does not count to its budget. Nothing is stored. A practice, of ten items
 * at the most, is drawn in a row. Throws OverBudget, GeneratorFailed, and what `after` throws.
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

/** The items one by one. What the generator throws comes out as its own failure, apart from what fails between two items. */
function* itemsOf(order: PaperOrder): Generator<Item> {
  const partition = 'practice' in order ? 'training' : order.mode
  try {
    for (const item of drawn(order, partition)) {
      // Keys of a training leave the server (decision 0067): what an exam could ask must never be among them.
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

/**
 * Says 'begins' and 'rests' around whatever this thread does for a paper, drawing and packing. For who measures a process from
 * within (`benches/server/paper-clock.ts`); without a listener it does nothing.
 */
const paperWork = channel('iq.paper-work')

/** The questions of a paper as they travel, and what is stored of it: the questions, their keys, what it shows of the stock. */
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
