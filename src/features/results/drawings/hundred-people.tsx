// A lazy boundary: loaded where a result has a score.
import { useId, useState } from 'react'
import { sideOf } from '#contract/iq-named.ts'
import type { Score } from '#contract/result.ts'
import { resultTexts } from '../../../messages/result.ts'
import { Button } from '../../../ui/button/button.tsx'
import { cellOf, groundOfHundred, hundredPeople, type Comparison } from './hundred.ts'
import styles from './hundred-people.module.css'

const order = ['surely-above', 'likely-above', 'own', 'likely-below', 'surely-below'] as const

/**
 * A hundred people of the curve as cells of the product's sign: how many are below a score, and its own place. What is sure of
 * them beyond the interval is shown when it is asked for.
 */
export function HundredPeople({ score }: { score: Score }) {
  const [isWhole, setWhole] = useState(false)
  const legend = useId()
  const people = hundredPeople(score)
  const shown = isWhole ? people : people.map(plainOf)
  const groups = order
    .map((standing) => ({ standing, count: people.filter((each) => each === standing).length }))
    .filter(({ count }) => count > 0)
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.headline}>{resultTexts.belowOf(score.percentile, sideOf(score))}</figcaption>
      <svg
        viewBox={`0 0 ${groundOfHundred} ${groundOfHundred}`}
        className={styles.grid}
        role="img"
        aria-label={resultTexts.hundred(groups)}
      >
        {shown.map((standing, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a person's place among the hundred is what they are
          <Cell key={index} standing={standing} {...cellOf(index)} />
        ))}
      </svg>
      <Button variant="link" aria-expanded={isWhole} aria-controls={legend} onClick={() => setWhole(!isWhole)}>
        {resultTexts.hundredMore}
      </Button>
      <ul id={legend} className={isWhole ? styles.legend : styles.closed}>
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

/** By the estimate alone: below it, or not. */
function plainOf(standing: Comparison): Comparison {
  if (standing === 'own') return 'own'
  return standing.endsWith('below') ? 'surely-below' : 'surely-above'
}

function Cell({ standing, x, y }: { standing: Comparison; x: number; y: number }) {
  return <rect x={x} y={y} width={8.5} height={8.5} rx={2.25} className={styles[standing]} />
}
