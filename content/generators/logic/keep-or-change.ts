/**
 * The eight ways to keep or change three things; place 0 keeps all. Each value of each attribute is then in exactly four
 * options. So the right one is not the most usual, and the options alone teach nothing (balanced tree, Hu et al., 2021).
 */
export function keepOrChange<T>(make: (changes: readonly [boolean, boolean, boolean]) => T): T[] {
  return Array.from({ length: 8 }, (_, bits) => make([(bits & 1) > 0, (bits & 2) > 0, (bits & 4) > 0]))
}
