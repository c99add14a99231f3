/**
 * The eight ways to keep or change three things. Among options made so, each value of each attribute stands in exactly
 * four: the right one is not the most usual one, and nothing can be learnt from the options alone (the balanced tree of
 * Hu et al., 2021). Place 0 keeps all three.
 */
export function keepOrChange<T>(make: (changes: readonly [boolean, boolean, boolean]) => T): T[] {
  return Array.from({ length: 8 }, (_, bits) => make([(bits & 1) > 0, (bits & 2) > 0, (bits & 4) > 0]))
}
