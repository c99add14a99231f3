/** With a link into an exam that runs: who pressed it has chosen to go on, and is not asked once more. */
export const goesOn = { goesOn: true } as const

/** Whether the page was opened by such a link. `state`: what the browser's history keeps beside the address. */
export function isGoingOn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'goesOn' in state && state.goesOn === true
}
