import type { Radicals } from '../../../item.ts'

/** Premises with their options, before they become an item. */
export type Puzzle = {
  /** What the premises are about, and what «some» means if it is used. */
  setting: string
  story: string
  /** Sentences without full stops, in the order shown. */
  premises: readonly string[]
  options: readonly string[]
  /** The place of the option that follows. */
  right: number
  /** Its rule; see `ruleOf`. */
  rule: string
  radicals: Radicals
  /** The words that the options are about. With the premises they are what the item asks. */
  about: readonly string[]
  /** The way to the answer, and why the lure does not follow. */
  explain: () => readonly [way: string, lure: string]
}

/** Stories that a paper does not have yet; all stories if it has every one. */
export function untold<Story extends { name: string }>(
  stories: readonly Story[],
  used: ReadonlySet<string>,
): readonly Story[] {
  const left = stories.filter(({ name }) => !used.has(name))
  return left.length > 0 ? left : stories
}
