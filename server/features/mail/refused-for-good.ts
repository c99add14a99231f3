/**
 * Whether a mail server will never take this letter: a 5xx (RFC 5321, 4.2.1) about its recipient or its content. The same numbers
 * at the greeting, the log-in or the sender speak of how we are set up, which an operator mends while letters wait. So do
 * policies (RFC 3463: X.7.X, as when relaying is denied), and a full mailbox (X.2.2; 552) may be emptied.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { responseCode, command, response } = error as Error & Partial<Refusal>
  if (responseCode === undefined || responseCode < 500 || responseCode > 599 || responseCode === 552) return false
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return !/\b5\.(?:7\.\d{1,3}|2\.2)\b/.test(response ?? '')
}

/** What nodemailer says of a refusal, beside its code. */
interface Refusal {
  responseCode: number
  /** The step of the conversation at which it came. */
  command: string
  response: string
}
