/**
 * A row is stored in a form that this process does not know: most likely a later release has written it. The fault is the
 * process's, not the caller's: it is answered by 503 `stored_unreadable` and may come again, never by a refusal that a client
 * takes for final. The message says which row, for the log.
 */
export class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow'
}
