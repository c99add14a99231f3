/** An operator's request that cannot be done. The message says why; the command prints nothing else. */
export class OperatorMistake extends Error {
  override readonly name: string = 'OperatorMistake'
}
