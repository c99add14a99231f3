import styles from './test-miniature.module.css'

const cells = { verbal: ['кіт', 'пес', 'дуб'], math: ['3', '6', '12', '?'], logic: ['', ' ', '  ', '?'] } as const

/** What the tasks of a test look like, small enough for its card; of a kind that is not known, nothing. Decoration. */
export function TestMiniature({ type }: { type: string | null | undefined }) {
  const row = Object.hasOwn(cells, String(type)) ? cells[type as keyof typeof cells] : []
  return (
    <span className={`${styles.row} ${type === 'logic' ? styles.pies : ''}`} aria-hidden="true">
      {row.map((cell) => (
        <i key={cell}>{cell}</i>
      ))}
    </span>
  )
}
