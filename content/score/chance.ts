/** Answers that come out so well by chance this often are taken for no better than chance: one guesser in twenty is missed. */
export const greatestByChance = 0.05

/**
 * The probability that at least `right` of independent answers are right, each with its own chance: the upper tail of the
 * Poisson binomial distribution, exact, by adding one answer at a time.
 */
export function probabilityOfAtLeast(right: number, chances: readonly number[]): number {
  const counts = [1]
  for (const chance of chances) {
    counts.push(0)
    for (let count = counts.length - 1; count >= 0; count--) {
      counts[count] = counts[count]! * (1 - chance) + (counts[count - 1] ?? 0) * chance
    }
  }
  return counts.slice(Math.max(0, right)).reduce((sum, each) => sum + each, 0)
}
