import { answerCellTexts } from '../messages/review.ts'
import { check, cross, Icon } from '../ui/icons/icon.tsx'
import hidden from '../ui/visually-hidden.module.css'
import styles from './answer-cells.module.css'
import type { ItemVerdict } from './reviewed-item.tsx'

interface AnswerCellsProps {
  /** In the order of the questions. */
  verdicts: readonly ItemVerdict[]
  kinds: readonly Kind[]
}

interface Kind {
  readonly title: string
  readonly correct: number
  readonly total: number
}

/** A few questions at a glance: the number of right ones, and a cell for each, with a sign and not by colour alone. */
export function AnswerCells({ verdicts, kinds }: AnswerCellsProps) {
  const right = verdicts.filter((verdict) => verdict === 'right').length
  const flawless = flawlessKinds(kinds)
  return (
    <div className={styles.card}>
      <p className={styles.count}>{answerCellTexts.count(right, verdicts.length)}</p>
      <ol className={styles.cells}>
        {verdicts.map((verdict, place) => (
          // Only its place tells a cell from the others.
          <li key={`${place + 1}`} className={`${styles.cell} ${styles[verdict]}`}>
            {verdict !== 'none' && <Icon drawing={verdict === 'right' ? check : cross} size={28} />}
            <span className={hidden.visuallyHidden}>{answerCellTexts.cell(verdict)}</span>
          </li>
        ))}
      </ol>
      {flawless.length > 0 && <p className={styles.flawless}>{answerCellTexts.flawless(flawless)}</p>}
    </div>
  )
}

/**
 * The kinds with all answers right, at least two; none if there is no other kind, or all kinds went well. So few questions show
 * no more: a difference between kinds may be chance.
 */
export function flawlessKinds(kinds: readonly Kind[]): string[] {
  const isFlawless = ({ correct, total }: Kind) => correct === total
  if (kinds.every(isFlawless)) return []
  return kinds.filter((kind) => kind.total > 1 && isFlawless(kind)).map(({ title }) => title)
}
