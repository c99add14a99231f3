// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Medal } from './medal.tsx'

afterEach(cleanup)

/** Number of filled cells, of nine. */
function filled(share: number, isEarned = false): number {
  const { container } = render(<Medal code="ten-trainings" share={share} isEarned={isEarned} />)
  const cells = [...container.querySelectorAll('rect')]
  expect(cells).toHaveLength(9)
  cleanup()
  return cells.filter(({ classList }) => !classList.value.includes('empty')).length
}

it('a medal fills its nine cells by progress, and the last cell only when the achievement is earned', () => {
  expect([0, 0.1, 0.5, 0.99, 1].map((share) => filled(share))).toEqual([0, 0, 4, 8, 8])
  expect(filled(1, true)).toBe(9)
})

it('each achievement has its own drawing', () => {
  const codes = ['first-training', 'first-exam', 'three-types', 'ten-trainings', 'ninety-percent', 'of another server']
  const drawn = codes.map((code) => render(<Medal code={code} share={0.5} isEarned={false} />).container.innerHTML)
  expect(new Set(drawn).size).toBe(codes.length)
})
