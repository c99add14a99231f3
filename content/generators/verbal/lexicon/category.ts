/**
 * A set of words that are all of one kind. `said` completes «Решта — …», and `one` says of one of its
 * words what it is. `domain` is the theme: kinds of one theme are dealt to one
 * partition together. A kind `about` others goes with them without being of them (a beak with birds): among
 * four of either a word of the other makes a hard odd word, so that each is a member as often as it is the odd one.
 * `also` are words of the kind in another of their senses (a pear is a tree too): they are no odd words to it. `rare`
 * kinds ask for a larger vocabulary.
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

/** Kinds that go together without being alike. */
export function goTogether(one: Category, other: Category): boolean {
  return one.about.includes(other.name) || other.about.includes(one.name)
}
