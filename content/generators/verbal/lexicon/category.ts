/**
 * A set of words of one kind. `said` completes «Решта — …», and `one` says what one of its words is. `domain` is the theme:
 * kinds of one theme are dealt to one partition. A kind that is `about` others belongs with them but is not one of them (a
 * beak with birds). A word of one is a hard odd word among four of the other, in both directions, so each kind is the four as
 * often as the odd one. `also` are words of the kind in another of their senses (a pear is also a tree): they are never odd
 * words to it. `rare` kinds need a larger vocabulary.
 */
export type Category = {
  name: string
  domain: string
  said: string
  one: string
  words: readonly string[]
  about: readonly string[]
  also: readonly string[]
  rare: boolean
}

export function category(
  name: string,
  {
    domain,
    said,
    one,
    rare = false,
    about = '',
    also = '',
  }: { domain: string; said: string; one: string; rare?: boolean; about?: string; also?: string },
  words: string,
): Category {
  const list = (text: string) => (text === '' ? [] : text.split(', '))
  return { name, domain, said, one, rare, words: list(words), about: list(about), also: list(also) }
}

/** Whether two kinds belong together without being alike. */
export function goTogether(one: Category, other: Category): boolean {
  return one.about.includes(other.name) || other.about.includes(one.name)
}
