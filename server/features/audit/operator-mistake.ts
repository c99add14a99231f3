/** What an operator has asked for cannot be done; the message says why, and is all that the command prints. */
export class OperatorMistake extends Error {
  override readonly name: string = 'OperatorMistake'
}
