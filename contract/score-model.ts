/** What the rules are called that scores were made by before a score named its rules. Their intervals are too narrow. */
export const firstModel = '1'

/**
 * The rules by which papers of today are scored. '2' was the first whose interval allows for the missing norm; '3' withholds less and
 * takes a blank end of a paper for not reached (decision 0099); '4' trusts a single difficulty less (decision 0138). Scores keep the
 * rules that they were made by.
 */
export const scoringModel = '4'
/** The rules of papers that were made before those of today. */
export const modelBefore = '3'

/** Whether the interval of a score by these rules allows for the missing norm. Of another server's rules nothing is known. */
export function allowsForNorm(model: string | null | undefined): boolean {
  return /^[2-4]$/.test(String(model))
}
