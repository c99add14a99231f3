/**
 * How the whole product stands, whichever process asks: what an operator is woken for. Ages are in seconds; 0 where
 * there is nothing.
 */
export interface Figures {
  lettersUnsent: number
  /** Of the letter that has waited longest of those that are still tried. */
  lettersOldest: number
  refundsOwed: number
  /** In kopiykas, or the hundredth part of what other currencies are named. */
  refundsOwedSum: number
  refundsOldest: number
  refundsGivenUp: number
  ordersPending: number
  ordersHeld: number
  attemptsOpen: number
  papersOldest: number
  gradesWaiting: number
  gradesOldest: number
  /** Exams that were given back because nothing could grade them, and that are still tried. */
  gradesOwed: number
  answerDifferences: number
  /** Seconds since the oldest closing that the watch has not looked at; it lets two minutes pass before it looks. */
  answerWatchBehind: number
  /** By queue: those whose time has come, and how long the first of them has waited for somebody to take it. */
  jobs: Record<string, { waiting: number; oldest: number }>
}
