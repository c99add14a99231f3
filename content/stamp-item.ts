import type { Item, ItemKey } from './item.ts'
import type { Question } from '#contract/question.ts'
import { createRng } from './rng.ts'
import { sha256Hex } from './sha256.ts'

/**
 * The item as one attempt shows it: with the question's id and the options shuffled, under ids that only the attempt's seed
 * explains. All ids have one length and are given after the shuffle, so they tell nothing about the key.
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
 * The item with another question and key. It copies each property by name: a spread would read the getters and compute
 * digests that a paper does not need.
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

/** The seed of a paper's option ids, 32 hexadecimal digits. It tells nothing about the paper's seed or the options' order. */
export function optionSeedOf(seed: string): string {
  return sha256Hex(`${seed}/options`, 32)
}

/**
 * The ids of a question's options in the order shown, ten characters (50 bits) each. Papers are stored without the ids, and
 * each reading makes them again. So the result for the same arguments must never change.
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
