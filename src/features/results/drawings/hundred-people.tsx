// A lazy boundary: loaded where a result has a score.
import type { Score } from '#contract/result.ts'
import { resultTexts } from '../../../messages/result.ts'
import { cellOf, groundOfHundred, hundredPeople, type Comparison } from './hundred.ts'
import styles from './hundred-people.module.css'

const order = ['surely-above', 'likely-above', 'own', 'likely-below', 'surely-below'] as const

/** A hundred people of the curve as cells of the product's sign. The legend counts those beyond the interval and within it. */
export function HundredPeople({ score }: { score: Score }) {
  const people = hundredPeople(score)
  const groups = order
    .map((standing) => ({ standing, count: people.filter((each) => each === standing).length }))
    .filter(({ count }) => count > 0)
  return (
    <figure className={styles.figure}>
      <svg
        viewBox={`0 0 ${groundOfHundred} ${groundOfHundred}`}
        className={styles.grid}
        role="img"
        aria-label={resultTexts.hundred(groups)}
      >
        {people.map((standing, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a person's place among the hundred is what they are
          <Cell key={index} standing={standing} {...cellOf(index)} />
        ))}
      </svg>
      <ul className={styles.legend}>
        {groups.map(({ standing, count }) => (
          <li key={standing}>
            <svg viewBox="0 0 10.5 10.5" className={styles.swatch} aria-hidden="true">
              <Cell standing={standing} x={1} y={1} />
            </svg>
            <span>{resultTexts.standing(standing, count)}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

function Cell({ standing, x, y }: { standing: Comparison; x: number; y: number }) {
  return <rect x={x} y={y} width={8.5} height={8.5} rx={2.25} className={styles[standing]} />
}
