import type { Item, ItemKey } from './item.ts'
import type { Question } from '#contract/question.ts'
import { createRng } from './rng.ts'
import { sha256Hex } from './sha256.ts'

/**
 * The item as one attempt shows it: the question's id, the options in an order of this attempt, under ids that only the
 * attempt's seed explains. Ids are of one length and are given after the shuffle, so they tell nothing of the key.
 */
export function stampItem(item: Item, { seed, questionId }: { seed: string; questionId: string }): Item {
  const { question: bare, key } = item
  const { options, ...question } = bare
  if (!options) return stamped(item, { ...question, id: questionId }, key)

  const order = createRng(`${seed}/order/${questionId}`).shuffle(options)
  const idAt = optionIds(optionSeedOf(seed), questionId, options.length)
  const ids = new Map(order.map((option, place) => [option.id, idAt[place] as string]))
  const renamed = (id: string) => ids.get(id) as string
  return stamped(
    item,
    { ...question, id: questionId, options: order.map((option) => ({ ...option, id: renamed(option.id) })) },
    { ...key, right: typeof key.right === 'string' ? renamed(key.right) : key.right.map(renamed) },
  )
}

/**
 * The item as it was but for question and key. Property by property, not by a spread: that would read each, and so make the
 * digests, which nobody asks of a paper.
 */
function stamped(item: Item, question: Question, key: ItemKey): Item {
  const { family, difficulty, subject, isOnlyOfSubject, isOfExams, parameters, asks, shows, radicals } = item
  return {
    question,
    key,
    family,
    difficulty,
    subject,
    isOnlyOfSubject,
    isOfExams,
    parameters,
    asks,
    shows,
    radicals,
    get partition() {
      return item.partition
    },
    get signature() {
      return item.signature
    },
    get digestBefore() {
      return item.digestBefore
    },
  }
}

/** What the ids of a paper's options are made of, 32 hexadecimal digits. It tells nothing of the seed, nor of the order. */
export function optionSeedOf(seed: string): string {
  return sha256Hex(`${seed}/options`, 32)
}

/**
 * The ids of a question's options, in the order in which they are shown: ten characters, 50 bits each. Papers are kept
 * without them and read with them, so what this makes of the same arguments never changes.
 */
export function optionIds(optionSeed: string, questionId: string, count: number): string[] {
  const { int } = createRng(`${optionSeed}/${questionId}`)
  return Array.from({ length: count }, () => half(int(0, 2 ** 25 - 1)) + half(int(0, 2 ** 25 - 1)))
}

function half(bits: number): string {
  return letter(bits >> 20) + letter(bits >> 15) + letter(bits >> 10) + letter(bits >> 5) + letter(bits)
}

/** Crockford's base 32: no i, l, o, u. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const letter = (bits: number) => alphabet.charAt(bits & 31)
