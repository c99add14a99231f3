/**
 * A row in a form that this process does not know, most likely of a later release. It is the process's fault, so the reply is 503
 * `stored_unreadable`, never a refusal that a client takes for final. The message names the row, for the log.
 */
export class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow'
}
