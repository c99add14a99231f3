/**
 * The greatest part of a paper that may count as not reached. Papers rise in difficulty, so what the last third would have said
 * of somebody is little, and leaving it out raises nobody's score by more than a point or two; with more of it left out it would
 * (decision 0099 has the figures).
 */
const greatestUnreachedShare = 1 / 3

/**
 * How many questions at the end of a paper count as not reached: those after the last that was answered, but never more than the
 * last third. All other questions without an answer were left out. `isAnswered`: of each question in the paper's order.
 */
export function notReached(isAnswered: readonly boolean[]): number {
  const blank = isAnswered.length - 1 - isAnswered.lastIndexOf(true)
  return Math.min(blank, Math.floor(isAnswered.length * greatestUnreachedShare))
}
