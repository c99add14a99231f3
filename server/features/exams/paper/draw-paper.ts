import { channel } from 'node:diagnostics_channel'
import { setImmediate as others } from 'node:timers/promises'
import { assembleExam } from '#content/assemble-exam.ts'
import { assemblePractice, type PracticeOrder } from '#content/assemble-practice.ts'
import type { Blueprint } from '#content/blueprint.ts'
import type { Item } from '#content/item.ts'
import type { Partition } from '#content/partition.ts'
import { askDigits, digestsOf } from '#content/signature.ts'
import { splitItem } from '#content/split-item.ts'
import { optionSeedOf } from '#content/stamp-item.ts'
import type { AttemptMode } from '../attempt.ts'
import { type AnswerShape, type PackedPaper, shapeOfQuestion, storedKeyOf } from './paper-formats/paper-format.ts'
import { packPaper } from './paper-formats/paper-formats.ts'

/** What a paper is drawn from: the same order gives the same paper, to the last byte. Plain data, which another thread can be sent. */
export type PaperOrder = {
  /** Secret, and of one attempt (`assembleExam`). */
  seed: string
  /** What its owner was shown of the partition, the newest first, as it is stored (`digestsIn`); null for nothing. */
  seen: Uint8Array | null
} & ({ mode: AttemptMode; blueprint: Blueprint } | { practice: PracticeOrder })

/** A paper as it is stored, and its questions as they are sent. */
export interface DrawnPaper {
  /** The questions as JSON text: a paper's objects take ten times the memory of it. */
  questions: string
  shapes: AnswerShape[]
  packed: PackedPaper
  /** What it shows of the stock. */
  shown: Buffer
}

export interface DrawingLimits {
  /** Milliseconds that the drawing itself may take; as many as it needs where none are named. */
  budgetMs?: number
  /** Done after each item; the paper is not given out before it is done. */
  after?: ((drawn: number) => Promise<void>) | undefined
}

/** Drawing a paper takes longer than it may. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}

/** The generators cannot make this paper. */
export class GeneratorFailed extends Error {
  override readonly name = 'GeneratorFailed'
}

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
    shown: Buffer.from(items.flatMap(digestsOf).join(''), 'hex'),
  }
  paperWork.publish('rests')
  return paper
}

/**
 * What a paper has asked and shown, as `digestsOf` makes it. Rows of releases up to generator version 2 have one digest an
 * item, the first eight bytes of its signature, which begin with `Item.digestBefore`: that is enough to keep the same
 * question away, not to know its words and numbers in another.
 */
export function digestsIn(shown: Uint8Array | null): string[] {
  if (shown === null) return []
  const digits = Buffer.from(shown.buffer, shown.byteOffset, shown.byteLength).toString('hex')
  return digits.match(new RegExp(`.{${askDigits}}`, 'g')) ?? []
}
