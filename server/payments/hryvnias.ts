/** Kopiykas as the decimal number of hryvnias that LiqPay uses. */
export function toHryvnias(kopiykas: number): number {
  return kopiykas / 100
}

/** Hryvnias (149, "149.00") as whole kopiykas; null if it is no amount of money. */
export function toKopiykas(hryvnias: number | string): number | null {
  const kopiykas = hryvnias === '' ? Number.NaN : Number(hryvnias) * 100
  const whole = Math.round(kopiykas)
  return Number.isFinite(kopiykas) && whole >= 0 && Math.abs(kopiykas - whole) < 1e-4 ? whole : null
}
