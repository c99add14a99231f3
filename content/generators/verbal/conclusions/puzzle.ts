import type { Radicals } from '../../../item.ts'

/** Premises with what may be chosen from, before they become an item. */
export type Puzzle = {
  /** Of what the premises are, and what «some» means where it is said. */
  setting: string
  story: string
  /** Sentences without their full stops, in the order in which they are shown. */
  premises: readonly string[]
  options: readonly string[]
  /** The place of the option that follows. */
  right: number
  /** By what it goes; see `ruleOf`. */
  rule: string
  radicals: Radicals
  /** The words that the options are about: with the premises they are what is asked. */
  about: readonly string[]
  /** The way to the answer, and why the most tempting of the others does not follow. */
  explain: () => readonly [way: string, lure: string]
}

/** Stories that a paper does not have yet; all of them where it has each. */
export function untold<Story extends { name: string }>(
  stories: readonly Story[],
  used: ReadonlySet<string>,
): readonly Story[] {
  const left = stories.filter(({ name }) => !used.has(name))
  return left.length > 0 ? left : stories
}
