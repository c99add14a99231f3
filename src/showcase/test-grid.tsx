import type { Test } from '#contract/catalog.ts'
import { TestCard } from './test-card.tsx'
import styles from './test-grid.module.css'

interface TestGridProps {
  tests: readonly Test[]
  /** The level under the heading that stands above the grid. */
  heading: 'h2' | 'h3'
  /** The person has chosen an order: it is kept. */
  isOrdered?: boolean
}

/** Tests on sale side by side: free samples after the others unless the person has ordered them. */
export function TestGrid({ tests, heading, isOrdered = false }: TestGridProps) {
  const samplesLast = [...tests.filter((test) => test.price !== 0), ...tests.filter((test) => test.price === 0)]
  const inOrder = isOrdered ? tests : samplesLast
  return (
    <ul className={styles.grid}>
      {inOrder.map((test) => (
        <TestCard key={test.id} test={test} heading={heading} />
      ))}
    </ul>
  )
}
