import type { Test } from '#contract/catalog.ts'
import { TestCard } from './test-card.tsx'
import styles from './test-grid.module.css'

interface TestGridProps {
  tests: readonly Test[]
  /** The level under the heading that stands above the grid. */
  heading: 'h2' | 'h3'
}

/** Tests on sale side by side: free samples after the others, as the server ordered each. */
export function TestGrid({ tests, heading }: TestGridProps) {
  const inOrder = [...tests.filter((test) => test.price !== 0), ...tests.filter((test) => test.price === 0)]
  return (
    <ul className={styles.grid}>
      {inOrder.map((test) => (
        <TestCard key={test.id} test={test} heading={heading} />
      ))}
    </ul>
  )
}
