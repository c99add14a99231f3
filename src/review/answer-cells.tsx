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

/** How a few questions went, at one look: how many were right, and a cell for each, told by its sign and not by colour alone. */
export function AnswerCells({ verdicts, kinds }: AnswerCellsProps) {
  const right = verdicts.filter((verdict) => verdict === 'right').length
  const flawless = flawlessKinds(kinds)
  return (
    <div className={styles.card}>
      <p className={styles.count}>{answerCellTexts.count(right, verdicts.length)}</p>
      <ol className={styles.cells}>
        {verdicts.map((verdict, place) => (
          // Nothing but its place tells one from another.
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
 * The kinds that went well: each of their questions right, two at least; none where nothing else was asked or all went well. Of so few
 * questions no more can be said: one kind is better than another by chance alone.
 */
export function flawlessKinds(kinds: readonly Kind[]): string[] {
  const isFlawless = ({ correct, total }: Kind) => correct === total
  if (kinds.every(isFlawless)) return []
  return kinds.filter((kind) => kind.total > 1 && isFlawless(kind)).map(({ title }) => title)
}
