/**
 * What each part costs of several that are bought together for `total`: in proportion to its own price, and to the kopiyka
 * `total` in all. What the rounding leaves goes to the parts that it took most from, of equal ones to the first
 * (Hamilton's method). All in kopiykas; some part must cost more than nothing.
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
