/** The share of N(0,1) below z, by Simpson's rule from 0 to z. Right to 1e-9 for |z| ≤ 6, which no score exceeds. */
export function shareBelow(z: number): number {
  const steps = 200
  const width = z / steps
  const density = (x: number) => Math.exp(-(x ** 2) / 2) / Math.sqrt(2 * Math.PI)
  let sum = density(0) + density(z)
  for (let i = 1; i < steps; i++) sum += density(i * width) * (i % 2 === 1 ? 4 : 2)
  return 0.5 + (sum * width) / 3
}
