import styles from './screen.module.css'

/** One fact of what is about to begin; stands in a `dl`. */
export function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
