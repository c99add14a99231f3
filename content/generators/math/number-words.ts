/** A number as it is printed: with a true minus. */
export function printed(n: number): string {
  return n < 0 ? `−${-n}` : String(n)
}

/** A number with its sign: +3, −3. */
export function signed(n: number): string {
  return n < 0 ? `−${-n}` : `+${n}`
}
