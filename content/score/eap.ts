/**
 * One question as the model sees it. `difficulty` is b, `discrimination` a, `guessing` c of the three-parameter logistic
 * model: P = c + (1 − c) / (1 + exp(−a(θ − b))). `isGuess`: it has no answer, and counts as right by a share of c (Lord,
 * 1974, Psychometrika 39, 247–264: omitted responses as fractionally correct).
 */
export type ItemResponse = {
  difficulty: number
  discrimination: number
  guessing: number
  right: boolean
  isGuess?: boolean
}

/** `theta` is in standard deviations of N(0,1); `psd` is the posterior's standard deviation. */
export type Ability = { theta: number; psd: number }

const points = 121
const reach = 6

/**
 * The expected a posteriori estimate on N(0,1) (Bock & Mislevy, 1982): θ̂ = Σθ·L(θ)φ(θ) / ΣL(θ)φ(θ), at 121 equal steps from
 * −6 to 6. Fewer points understate the psd (De Ayala, 1995, advises 80). Without responses it is the prior: 0 and 1.
 */
export function estimateAbility(responses: readonly ItemResponse[]): Ability {
  const grid = Array.from({ length: points }, (_, i) => -reach + (2 * reach * i) / (points - 1))
  const logs = grid.map((theta) => -(theta ** 2) / 2 + logLikelihood(theta, responses))
  // Subtracting the greatest before exp prevents an underflow to 0 / 0 with hundreds of items.
  const greatest = Math.max(...logs)
  const weights = logs.map((log) => Math.exp(log - greatest))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = (of: (theta: number) => number) =>
    grid.reduce((sum, theta, i) => sum + of(theta) * (weights[i] as number), 0) / total
  const theta = mean((each) => each)
  return { theta, psd: Math.sqrt(mean((each) => (each - theta) ** 2)) }
}

function logLikelihood(theta: number, responses: readonly ItemResponse[]): number {
  return responses.reduce((sum, response) => {
    const right = probabilityOfRight(theta, response)
    if (response.isGuess !== true) return sum + Math.log(response.right ? right : 1 - right)
    return sum + response.guessing * Math.log(right) + (1 - response.guessing) * Math.log(1 - right)
  }, 0)
}

export function probabilityOfRight(
  theta: number,
  { difficulty, discrimination, guessing }: Omit<ItemResponse, 'right' | 'isGuess'>,
): number {
  return guessing + (1 - guessing) / (1 + Math.exp(-discrimination * (theta - difficulty)))
}
