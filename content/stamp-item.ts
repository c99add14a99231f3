import type { Item } from './item.ts'
import { createRng } from './rng.ts'
import { sha256 } from './sha256.ts'

/**
 * The item as one attempt shows it: the question's id, the options in an order of this attempt, under ids that only the
 * attempt's seed explains. Ids are of one length and are given after the shuffle, so they tell nothing of the key.
 */
export function stampItem(item: Item, { seed, questionId }: { seed: string; questionId: string }): Item {
  const { options, ...question } = item.question
  if (!options) return { ...item, question: { ...question, id: questionId } }

  const order = createRng(`${seed}/order/${questionId}`).shuffle(options)
  const ids = new Map(order.map((option, place) => [option.id, opaqueId(`${seed}/option/${questionId}/${place}`)]))
  const renamed = (id: string) => ids.get(id) as string
  const { right } = item.key
  return {
    ...item,
    question: { ...question, id: questionId, options: order.map((option) => ({ ...option, id: renamed(option.id) })) },
    key: { ...item.key, right: typeof right === 'string' ? renamed(right) : right.map(renamed) },
  }
}

function opaqueId(text: string): string {
  const [high, low] = sha256(text) as Uint32Array & [number, number]
  const bits = (BigInt(high) << 32n) | BigInt(low)
  return Array.from({ length: 10 }, (_, place) => alphabet[Number((bits >> BigInt(place * 5)) & 31n)]).join('')
}

/** Crockford's base 32: no i, l, o, u. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
