import styles from './progress.module.css'

interface ProgressProps {
  value: number
  max: number
  /** What is in progress, for screen readers. */
  label: string
}

/** How far something has come, as a bar. */
export function Progress({ value, max, label }: ProgressProps) {
  return <progress value={value} max={max} aria-label={label} className={styles.progress} />
}
