/** The rules of scores that name none. Their intervals are too narrow. */
export const firstModel = '1'

/**
 * The rules for today's papers. '2' was the first whose interval allows for the missing norm. '3' withholds less and treats a
 * blank end as not reached (decision 0099). '4' trusts a single difficulty less (decision 0138). '5' treats a blank end as
 * guesses if time was left (decision 0144). A score keeps its rules.
 */
export const scoringModel = '5'
/** The rules that still score papers of earlier generators, the oldest first. */
export const modelsBefore = ['3', '4'] as const

/** Whether the interval of a score by these rules allows for the missing norm. False for unknown rules of another server. */
export function allowsForNorm(model: string | null | undefined): boolean {
  return /^[2-5]$/.test(String(model))
}
