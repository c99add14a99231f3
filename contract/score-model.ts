/** What the rules are called that scores were made by before a score named its rules. Their intervals are too narrow. */
export const firstModel = '1'

/**
 * The rules by which papers of today are scored. '2' was the first whose interval allows for the missing norm; '3' withholds less and
 * takes a blank end of a paper for not reached (decision 0099); '4' trusts a single difficulty less (decision 0138); '5' takes a blank
 * end for guesses where time was left (decision 0144). Scores keep the rules that they were made by.
 */
export const scoringModel = '5'
/** The rules by which papers of earlier generators are still scored, the oldest first. */
export const modelsBefore = ['3', '4'] as const

/** Whether the interval of a score by these rules allows for the missing norm. Of another server's rules nothing is known. */
export function allowsForNorm(model: string | null | undefined): boolean {
  return /^[2-5]$/.test(String(model))
}
