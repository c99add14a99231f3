import { answerTo, mergedAnswers } from '../engine/answer-book.ts'
import { conflictsIn } from '../engine/answer-conflict.ts'
import type { Answering } from '../engine/exam-phase.ts'
import { examTexts } from '../messages/exam.ts'
import { Checkbox } from '../ui/field/checkbox.tsx'
import styles from './question-map.module.css'

interface QuestionMapProps {
  session: Answering
  keys: { areOn: boolean; turn: (on: boolean) => void }
  onVisit: (position: number) => void
}

/** Every question at a glance: which is answered, which is flagged, which is this one. */
export function QuestionMap({ session, keys, onVisit }: QuestionMapProps) {
  const { paper, book, position, flags } = session
  const differing = new Set(conflictsIn(book))
  return (
    <nav className={styles.map} aria-labelledby="question-map">
      <h2 id="question-map" className={styles.title}>
        {examTexts.map}
      </h2>
      <p className={styles.count}>{examTexts.mapCount(mergedAnswers(book).length, paper.questions.length)}</p>
      <ol className={styles.cells}>
        {paper.questions.map(({ id }, index) => (
          <li key={id}>
            <Cell
              number={index + 1}
              isAnswered={answerTo(book, id) !== null}
              isFlagged={flags.has(id)}
              isDiffering={differing.has(id)}
              isCurrent={index === position}
              onVisit={() => onVisit(index)}
            />
          </li>
        ))}
      </ol>
      <div className={styles.keys}>
        <Checkbox checked={keys.areOn} onChange={(event) => keys.turn(event.currentTarget.checked)}>
          {examTexts.keys}
        </Checkbox>
        <p>{examTexts.keysHint}</p>
      </div>
    </nav>
  )
}

interface CellProps {
  number: number
  isAnswered: boolean
  isFlagged: boolean
  isDiffering: boolean
  isCurrent: boolean
  onVisit: () => void
}

function Cell({ number, isAnswered, isFlagged, isDiffering, isCurrent, onVisit }: CellProps) {
  const state = isAnswered ? examTexts.mapAnswered : examTexts.mapUnanswered
  const name = [number, state, isFlagged && examTexts.mapFlagged, isDiffering && examTexts.mapDiffers]
    .filter(Boolean)
    .join(', ')
  const look = [
    styles.cell,
    isAnswered && styles.answered,
    isFlagged && styles.flagged,
    isDiffering && styles.differing,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <button
      type="button"
      className={look}
      aria-label={name}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={onVisit}
    >
      {number}
    </button>
  )
}
