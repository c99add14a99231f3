import type { ReactNode } from 'react'
import styles from './screen.module.css'

/** One fact of what is about to begin, within a `dl`. */
export function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
