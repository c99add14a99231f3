/**
 * A set of words that are all of one kind. `said` completes «Решта — …». `near` are words that go with the kind
 * but are not of it: they make the hardest odd words. `also` are words of the kind in another of their senses (a pear is
 * a tree too): they are no odd words to it. `rare` kinds ask for a larger vocabulary.
 */
export type Category = {
  name: string
  domain: string
  said: string
  words: readonly string[]
  near: readonly string[]
  also: readonly string[]
  rare: boolean
}

export function category(
  name: string,
  { domain, said, rare = false, also = '' }: { domain: string; said: string; rare?: boolean; also?: string },
  words: string,
  near = '',
): Category {
  const list = (text: string) => (text === '' ? [] : text.split(', '))
  return { name, domain, said, rare, words: list(words), near: list(near), also: list(also) }
}
