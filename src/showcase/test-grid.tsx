// A lazy boundary: the landing page is shown without it.
import type { ReactNode } from 'react'
import type { Test } from '#contract/catalog.ts'
import { BundleCards } from './bundle-card.tsx'
import { TestCard } from './test-card.tsx'
import styles from './test-grid.module.css'

interface TestGridProps {
  tests: readonly Test[]
  /** The level under the heading above the grid. */
  heading: 'h2' | 'h3'
  /** The place of free samples among the others; as they come where the person has chosen an order. */
  samples: 'first' | 'last' | 'as they come'
  /** Of several tests at once: before the tests that are sold singly. */
  bundle?: ReactNode
}

/** Tests on sale side by side. */
export function TestGrid({ tests, heading, samples, bundle }: TestGridProps) {
  const free = tests.filter((test) => test.price === 0)
  const others = tests.filter((test) => test.price !== 0)
  const before = samples === 'first' ? free : []
  const after = { first: others, last: [...others, ...free], 'as they come': tests }[samples]
  const card = (test: Test) => <TestCard key={test.id} test={test} heading={heading} />
  return (
    <div className={styles.whole}>
      {before.length > 0 && <ul className={styles.grid}>{before.map(card)}</ul>}
      {bundle}
      {after.length > 0 && <ul className={styles.grid}>{after.map(card)}</ul>}
    </div>
  )
}

/** The tests of the landing page: what can be tried for nothing first, then several at once, then each by itself. */
export function LandingTests({ tests }: { tests: readonly Test[] }) {
  return <TestGrid tests={tests} heading="h3" samples="first" bundle={<BundleCards />} />
}
