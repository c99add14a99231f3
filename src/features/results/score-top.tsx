import { iqNamed, sideOf } from '#contract/iq-named.ts'
import type { Result, Score } from '#contract/result.ts'
import { resultTexts } from '../../messages/result.ts'
import { PageTitle } from '../../ui/page.tsx'
import { cellOf, groundOfHundred, hundredPeople } from './drawings/hundred.ts'
import { outstandingKinds } from './meaning.ts'
import styles from './score-top.module.css'

/**
 * The top of a score, laid out as the shared picture (decision 0056): the number never appears without its interval. The headline
 * is the kind that went best, where chance hardly explains it. Drawn within 1.2 s.
 */
export function ScoreTop({ score, result: { test, by_family: kinds } }: { score: Score; result: Result }) {
  const unusual = outstandingKinds(kinds ?? [])
  const best = kinds?.find(({ family }) => unusual.get(family) === 'best')
  return (
    <header className={styles.card}>
      <div className={styles.head}>
        {test != null && (
          <p className={styles.test} data-kind={test.type}>
            {test.title}
          </p>
        )}
        <PageTitle variant="subtitle2" className={styles.title}>
          {resultTexts.titleOf('exam')}
        </PageTitle>
        {best && <p className={styles.best}>{resultTexts.best(best.title)}</p>}
      </div>
      <div className={styles.number}>
        <p>{resultTexts.iq}</p>
        <p className={styles.iq}>{iqNamed(score)}</p>
        <p className={styles.interval}>{resultTexts.interval(score)}</p>
      </div>
      <div className={styles.people}>
        <People score={score} />
        <p className={styles.below}>{resultTexts.belowOf(score.percentile, sideOf(score))}</p>
      </div>
    </header>
  )
}

/** Rows of people from the lowest. Hidden from screen readers, because the sentence below says the same. */
function People({ score }: { score: Score }) {
  const people = hundredPeople(score)
  const rows = Array.from({ length: 10 }, (_, row) => people.slice(10 * row, 10 * row + 10))
  return (
    <svg viewBox={`0 0 ${groundOfHundred} ${groundOfHundred}`} className={styles.cells} aria-hidden="true">
      {rows.map((row, y) => (
        // oxlint-disable-next-line react/no-array-index-key -- a person's place among the hundred is what they are
        <g key={y} className={styles.row} style={{ animationDelay: `${90 * y}ms` }}>
          {row.map((standing, x) => (
            <rect
              // oxlint-disable-next-line react/no-array-index-key -- as above
              key={x}
              {...cellOf(10 * y + x)}
              width={8.5}
              height={8.5}
              rx={2.25}
              className={standing === 'own' ? styles.own : standing.endsWith('below') ? undefined : styles.above}
            />
          ))}
        </g>
      ))}
    </svg>
  )
}
