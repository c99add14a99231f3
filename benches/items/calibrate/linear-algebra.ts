export type Matrix = Float64Array[]

export const zeros = (size: number): Matrix => Array.from({ length: size }, () => new Float64Array(size))

/** The lower factor L of a symmetric positive matrix, L·Lᵀ (Cholesky); null if the matrix is not positive. */
function factored(matrix: Matrix): Matrix | null {
  const size = matrix.length
  const lower = zeros(size)
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let rest = matrix[i]![j]!
      for (let k = 0; k < j; k += 1) rest -= lower[i]![k]! * lower[j]![k]!
      if (i === j && !(rest > 1e-10)) return null
      lower[i]![j] = i === j ? Math.sqrt(rest) : rest / lower[j]![j]!
    }
  }
  return lower
}

/** The inverse of a symmetric positive matrix; null if the matrix is not positive. */
export function inverted(matrix: Matrix): Matrix | null {
  const lower = factored(matrix)
  if (lower === null) return null
  const size = matrix.length
  // The inverse of the factor, column by column; then its square.
  const inverse = zeros(size)
  for (let column = 0; column < size; column += 1) {
    for (let i = column; i < size; i += 1) {
      let rest = i === column ? 1 : 0
      for (let k = column; k < i; k += 1) rest -= lower[i]![k]! * inverse[k]![column]!
      inverse[i]![column] = rest / lower[i]![i]!
    }
  }
  const result = zeros(size)
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = 0
      for (let k = i; k < size; k += 1) sum += inverse[k]![i]! * inverse[k]![j]!
      result[i]![j] = sum
      result[j]![i] = sum
    }
  }
  return result
}
