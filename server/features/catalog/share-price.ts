/**
 * Divides `total`, the price of several parts together, in proportion to their own prices and to the kopiyka. The rest goes to
 * the parts that lost most by rounding, the first of equal ones (Hamilton's method). In kopiykas; some part costs more than 0.
 */
export function sharePrice(total: number, prices: readonly number[]): number[] {
  const sum = prices.reduce((all, price) => all + price, 0)
  const exact = prices.map((price) => (price * total) / sum)
  const shares = exact.map(Math.floor)
  const left = total - shares.reduce((all, share) => all + share, 0)
  const byLoss = exact
    .map((share, place) => ({ place, loss: share % 1 }))
    .toSorted((one, other) => other.loss - one.loss || one.place - other.place)
  for (const { place } of byLoss.slice(0, left)) shares[place]! += 1
  return shares
}
