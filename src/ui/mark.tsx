import styles from './mark.module.css'

interface MarkProps {
  /** Edge in CSS pixels. */
  size?: number
  /** Lets the cells light up one after another: the loader. */
  busy?: boolean
}

/** The product's sign: a grid of nine cells, the last one missing. Decoration, next to a text with the name. */
export function Mark({ size = 32, busy = false }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={busy ? styles.busy : undefined}>
      {markCells.map((place, index) => (
        <rect key={`${place.x} ${place.y}`} {...place} className={index === 8 ? styles.missing : styles.cell} />
      ))}
    </svg>
  )
}

/** The nine cells on a ground of 32 by 32, row by row; the last is the missing one. */
export const markCells = [0, 1, 2].flatMap((row) =>
  [0, 1, 2].map((column) => ({ x: 1 + column * 10.75, y: 1 + row * 10.75, width: 8.5, height: 8.5, rx: 2.25 })),
)
