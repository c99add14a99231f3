import { markCells } from './mark-cells.ts'
import styles from './mark.module.css'

interface MarkProps {
  /** Edge in CSS pixels. */
  size?: number
  /** Lets the cells light up one after another: the loader. */
  busy?: boolean
}

/** The sign of the product: a grid of nine cells, the last one missing. Decoration: the text beside it says the rest. */
export function Mark({ size = 32, busy = false }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={busy ? styles.busy : undefined}>
      {markCells.map((place, index) => (
        <rect key={`${place.x} ${place.y}`} {...place} className={index === 8 ? styles.missing : styles.cell} />
      ))}
    </svg>
  )
}
