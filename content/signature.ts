import type { Item } from './item.ts'
import { ruleOf } from './rule-of.ts'
import { sha256Hex } from './sha256.ts'

const stemDigits = 8

/** The digest of what an item asks, whatever may be chosen from: an item's signature begins with it. */
export function digestOfStem(family: string, stem: string): string {
  return sha256Hex(JSON.stringify([family, stem]), stemDigits)
}

/** What an item is known by: the digest of what it asks (`digestOfStem`), then that of all that it is made of. */
export function signatureOf(stemDigest: string, content: unknown): string {
  return stemDigest + sha256Hex(JSON.stringify(content), 24 - stemDigits)
}

/** The same for all items that ask the same, whatever may be chosen from; of a signature or the beginning of one. */
export function stemOf(signature: string): string {
  return signature.slice(0, stemDigits)
}

/** Hexadecimal digits of `digestOfAsk`. */
export const askDigits = 16

/** What is kept of one thing that an item asks or shows: 64 bits, as 16 hexadecimal digits. */
export function digestOfAsk(ask: string): string {
  return sha256Hex(ask, askDigits)
}

/**
 * All that is to be kept of an item that a person was given: what it asks first, then what it shows. An item by a rule of exams alone adds
 * that rule, and a mark of its family. A paper is a person's first of a family while they lack its mark (`assembleExam`).
 */
export function digestsOf(item: Pick<Item, 'asks' | 'shows' | 'family' | 'radicals' | 'isOfExams'>): string[] {
  const held = item.isOfExams ? [heldRuleOf(item), heldMarkOf(item.family)] : []
  return [...item.asks, ...item.shows, ...held].map(digestOfAsk)
}

/** How `digestsOf` keeps the rule of an item. */
export function heldRuleOf(item: Pick<Item, 'family' | 'radicals'>): string {
  return heldRuleName(item.family, ruleOf(item))
}

export const heldRuleName = (family: string, rule: string) => `${family} by ${rule}`

/** How `digestsOf` keeps that an item goes by any rule of exams alone. */
export const heldMarkOf = (family: string) => heldRuleName(family, 'a rule of exams alone')
