/** The state of the whole product, the same in every process. Ages are in seconds, 0 if there is nothing. */
export interface Figures {
  lettersUnsent: number
  /** The age of the oldest letter that is still tried. */
  lettersOldest: number
  refundsOwed: number
  /** Kopiykas, or hundredths of other currencies. */
  refundsOwedSum: number
  refundsOldest: number
  refundsGivenUp: number
  ordersPending: number
  ordersHeld: number
  attemptsOpen: number
  papersOldest: number
  gradesWaiting: number
  gradesOldest: number
  /** Exams that were given back ungraded and are still tried. */
  gradesOwed: number
  answerDifferences: number
  /** The age of the oldest closing that the watch has not compared. It waits two minutes before it compares one. */
  answerWatchBehind: number
  /** By queue: due jobs, and the waiting time of the oldest. */
  jobs: Record<string, { waiting: number; oldest: number }>
}
