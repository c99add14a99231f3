import type { Test } from '#contract/catalog.ts'
import { TestCard } from './test-card.tsx'
import styles from './test-grid.module.css'

interface TestGridProps {
  tests: readonly Test[]
  /** The level under the heading that stands above the grid. */
  heading: 'h2' | 'h3'
  /** Where free samples stand among the others; as they come where the person has chosen an order. */
  samples: 'first' | 'last' | 'as they come'
}

/** Tests on sale side by side. */
export function TestGrid({ tests, heading, samples }: TestGridProps) {
  const free = tests.filter((test) => test.price === 0)
  const others = tests.filter((test) => test.price !== 0)
  const inOrder = { first: [...free, ...others], last: [...others, ...free], 'as they come': tests }[samples]
  return (
    <ul className={styles.grid}>
      {inOrder.map((test) => (
        <TestCard key={test.id} test={test} heading={heading} />
      ))}
    </ul>
  )
}
