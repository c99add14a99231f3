import { answerTo, mergedAnswers } from '../engine/answer-book.ts'
import { conflictsIn } from '../engine/answer-conflict.ts'
import type { Answering } from '../engine/exam-phase.ts'
import { examTexts } from '../messages/exam.ts'
import { Checkbox } from '../ui/field/checkbox.tsx'
import styles from './question-map.module.css'
import type { KeySwitch } from './use-exam-keys.ts'

interface QuestionMapProps {
  session: Answering
  /** Questions of which the server does not have what was answered here, while the person should know. */
  waiting: ReadonlySet<string>
  keys: KeySwitch
  onVisit: (position: number) => void
}

/** Every question at a glance: which is answered, which is flagged, which is this one. */
export function QuestionMap({ session, waiting, keys, onVisit }: QuestionMapProps) {
  const { paper, book, position, flags } = session
  const differing = new Set(conflictsIn(book))
  return (
    <nav className={styles.map} aria-labelledby="question-map">
      <h2 id="question-map" className={styles.title}>
        {examTexts.map}
      </h2>
      <p className={styles.count}>{examTexts.mapCount(mergedAnswers(book).length, paper.questions.length)}</p>
      {waiting.size > 0 && <p className={styles.count}>{examTexts.mapWaitingHint}</p>}
      <ol className={styles.cells}>
        {paper.questions.map(({ id }, index) => (
          <li key={id}>
            <Cell
              number={index + 1}
              isAnswered={answerTo(book, id) !== null}
              isFlagged={flags.has(id)}
              isDiffering={differing.has(id)}
              isWaiting={waiting.has(id)}
              isCurrent={index === position}
              onVisit={() => onVisit(index)}
            />
          </li>
        ))}
      </ol>
      <div className={keys.wereUsed || !keys.areOn ? `${styles.keys} ${styles.wanted}` : styles.keys}>
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
  isWaiting: boolean
  isCurrent: boolean
  onVisit: () => void
}

function Cell({ number, isAnswered, isFlagged, isDiffering, isWaiting, isCurrent, onVisit }: CellProps) {
  const state = isAnswered ? examTexts.mapAnswered : examTexts.mapUnanswered
  const signs = [
    isFlagged && examTexts.mapFlagged,
    isDiffering && examTexts.mapDiffers,
    isWaiting && examTexts.mapWaiting,
  ]
  const name = [number, state, ...signs].filter(Boolean).join(', ')
  const look = [
    styles.cell,
    isAnswered && styles.answered,
    isFlagged && styles.flagged,
    isDiffering && styles.differing,
    isWaiting && styles.waiting,
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
