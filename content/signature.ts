import type { Item } from './item.ts'
import { ruleOf } from './rule-of.ts'
import { sha256Hex } from './sha256.ts'

const stemDigits = 8

/** The digest of what an item asks, apart from its options. An item's signature begins with it. */
export function digestOfStem(family: string, stem: string): string {
  return sha256Hex(JSON.stringify([family, stem]), stemDigits)
}

/** Identifies an item: the digest of what it asks (`digestOfStem`), then a digest of its whole content. */
export function signatureOf(stemDigest: string, content: unknown): string {
  return stemDigest + sha256Hex(JSON.stringify(content), 24 - stemDigits)
}

/** The first digits of a signature, or of its beginning. They are the same for all items that ask the same. */
export function stemOf(signature: string): string {
  return signature.slice(0, stemDigits)
}

/** Hexadecimal digits of `digestOfAsk`. */
export const askDigits = 16

/** The digest that is kept of one thing that an item asks or shows: 64 bits, as 16 hexadecimal digits. */
export function digestOfAsk(ask: string): string {
  return sha256Hex(ask, askDigits)
}

/**
 * The digests that are kept of an item that a person was given: what it asks, what it shows and, for an exam-only rule, that
 * rule and a mark of its family. Until a person has the mark, a paper is their first of that family (`assembleExam`).
 */
export function digestsOf(item: Pick<Item, 'asks' | 'shows' | 'family' | 'radicals' | 'isOfExams'>): string[] {
  const held = item.isOfExams ? [heldRuleOf(item), heldMarkOf(item.family)] : []
  return [...item.asks, ...item.shows, ...held].map(digestOfAsk)
}

/** The name under which `digestsOf` keeps an item's rule. */
export function heldRuleOf(item: Pick<Item, 'family' | 'radicals'>): string {
  return heldRuleName(item.family, ruleOf(item))
}

export const heldRuleName = (family: string, rule: string) => `${family} by ${rule}`

/** The name under which `digestsOf` keeps that a person has met any exam-only rule of the family. */
export const heldMarkOf = (family: string) => heldRuleName(family, 'a rule of exams alone')
