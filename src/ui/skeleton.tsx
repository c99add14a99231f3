import styles from './skeleton.module.css'
import { useUiTexts } from './ui-texts.ts'
import hidden from './visually-hidden.module.css'

interface SkeletonProps {
  /** The shape of the list that is on its way. */
  of: 'cards' | 'rows'
}

/** Holds the place of a list while it loads, so that what follows does not jump; read out as the loading text. */
export function Skeleton({ of }: SkeletonProps) {
  const { loading } = useUiTexts()
  return (
    <div role="status">
      <span className={hidden.visuallyHidden}>{loading}</span>
      <div className={styles[of]} aria-hidden="true">
        {[0, 1, 2].map((piece) => (
          <div key={piece} className={styles.piece}>
            <div className={styles.line} />
            <div className={styles.line} />
            {of === 'cards' && <div className={styles.line} />}
          </div>
        ))}
      </div>
    </div>
  )
}
