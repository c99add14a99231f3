import type { Item } from './item.ts'
import { createRng } from './rng.ts'
import { sha256Words } from './sha256.ts'

/**
 * The item as one attempt shows it: the question's id, the options in an order of this attempt, under ids that only the
 * attempt's seed explains. Ids are of one length and are given after the shuffle, so they tell nothing of the key.
 */
export function stampItem(item: Item, { seed, questionId }: { seed: string; questionId: string }): Item {
  const { key, family, difficulty, subject, radicals, signature } = item
  const { options, ...question } = item.question
  const made = { family, difficulty, subject, radicals, signature }
  if (!options) return { question: { ...question, id: questionId }, key, ...made }

  const order = createRng(`${seed}/order/${questionId}`).shuffle(options)
  const ids = new Map(order.map((option, place) => [option.id, opaqueId(`${seed}/option/${questionId}/${place}`)]))
  const renamed = (id: string) => ids.get(id) as string
  return {
    question: { ...question, id: questionId, options: order.map((option) => ({ ...option, id: renamed(option.id) })) },
    key: { ...key, right: typeof key.right === 'string' ? renamed(key.right) : key.right.map(renamed) },
    ...made,
  }
}

function opaqueId(text: string): string {
  const [high, low] = sha256Words(text)
  const bits = (BigInt(high) << 32n) | BigInt(low)
  return Array.from({ length: 10 }, (_, place) => alphabet[Number((bits >> BigInt(place * 5)) & 31n)]).join('')
}

/** Crockford's base 32: no i, l, o, u. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
