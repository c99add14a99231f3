/**
 * A set of words that are all of one kind. `said` completes «Решта — …». `near` are words that go with the kind
 * but are not of it: they make the hardest odd words. `rare` kinds ask for a larger vocabulary.
 */
export type Category = {
  name: string
  domain: string
  said: string
  words: readonly string[]
  near: readonly string[]
  rare: boolean
}

export function category(
  name: string,
  { domain, said, rare = false }: { domain: string; said: string; rare?: boolean },
  words: string,
  near = '',
): Category {
  const list = (text: string) => (text === '' ? [] : text.split(', '))
  return { name, domain, said, rare, words: list(words), near: list(near) }
}
