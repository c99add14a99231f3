/** Milliseconds until an order that is still open is asked about again: quickly at first, patiently later. */
export function orderDelay(asked: number): number {
  return asked < 15 ? 2_000 : 10_000
}

/** After so many questions without an answer the person is offered the payment page again. */
export function isSlow(asked: number): boolean {
  return asked >= 5
}
