/** What the rules are called that scores were made by before a score named its rules. Their intervals are too narrow. */
export const firstModel = '1'

/**
 * The rules by which scores are made. '2' was the first whose interval allows for the missing norm; '3' withholds less and takes
 * a blank end of a paper for not reached (decision 0099). Scores keep the rules that they were made by.
 */
export const scoringModel = '3'

const withWideInterval: readonly (string | null | undefined)[] = ['2', scoringModel]

/** Whether the interval of a score by these rules allows for the missing norm. Of another server's rules nothing is known. */
export function allowsForNorm(model: string | null | undefined): boolean {
  return withWideInterval.includes(model)
}
