import styles from './progress.module.css'

interface ProgressProps {
  value: number
  max: number
  label: string
}

export function Progress({ value, max, label }: ProgressProps) {
  return <progress value={value} max={max} aria-label={label} className={styles.progress} />
}
