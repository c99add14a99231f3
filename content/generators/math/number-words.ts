/** A number as it is printed, with a true minus sign. */
export function printed(n: number): string {
  return n < 0 ? `−${-n}` : String(n)
}

/** A number with its sign: +3, −3. */
export function signed(n: number): string {
  return n < 0 ? `−${-n}` : `+${n}`
}

/** A sum as it is printed: «12 + 3», «12 − 3». `to` may already be text. */
export function added(to: number | string, n: number): string {
  return `${typeof to === 'number' ? printed(to) : to} ${n < 0 ? '−' : '+'} ${Math.abs(n)}`
}
