import { type ReactNode, useEffect } from 'react'
import { answerTo, mergedAnswers } from '../machine/answers.ts'
import { conflictsIn } from '../machine/conflicts.ts'
import type { Answering } from '../machine/state.ts'
import { examTexts } from '../../messages/exam.ts'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { arrow, back, flag } from '../../ui/icons/page-drawings.ts'
import { Modal } from '../../ui/modal/modal.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import answering from './answering.module.css'
import styles from './question-map.module.css'
import type { KeySwitch } from './use-attempt-keys.ts'

interface QuestionMapProps {
  state: Answering
  /** Questions with answers from here that the server lacks, once the person should know. */
  waiting: ReadonlySet<string>
  keys: KeySwitch
  /** null where no clock runs. */
  clock: { readonly isOn: boolean; readonly turn: (on: boolean) => void } | null
  onVisit: (position: number) => void
  /** What else can be done with the exam. */
  children?: ReactNode
}

export function QuestionMap({ state, waiting, keys, clock, onVisit, children }: QuestionMapProps) {
  return (
    <nav className={styles.map} aria-labelledby="question-map">
      <h2 id="question-map" className={styles.title}>
        {examTexts.map}
      </h2>
      <Cells state={state} waiting={waiting} onVisit={onVisit} />
      {clock !== null && <p className={styles.count}>{examTexts.blank}</p>}
      {clock !== null && (
        <div className={styles.switch}>
          <Checkbox checked={clock.isOn} onChange={(event) => clock.turn(event.currentTarget.checked)}>
            {examTexts.showClock}
          </Checkbox>
          {!clock.isOn && <p>{examTexts.showClockHint}</p>}
        </div>
      )}
      <div className={styles.belowWide}>{children}</div>
      <div
        className={
          keys.wereUsed || !keys.areOn
            ? `${styles.switch} ${styles.keys} ${styles.wanted}`
            : `${styles.switch} ${styles.keys}`
        }
      >
        <Checkbox checked={keys.areOn} onChange={(event) => keys.turn(event.currentTarget.checked)}>
          {examTexts.keys}
        </Checkbox>
        <p>{examTexts.keysHint}</p>
      </div>
    </nav>
  )
}

interface CellsProps {
  state: Answering
  waiting: ReadonlySet<string>
  onVisit: (position: number) => void
}

function Cells({ state: { paper, answers, position, flags }, waiting, onVisit }: CellsProps) {
  const differing = new Set(conflictsIn(answers))
  return (
    <>
      <p className={styles.count}>{examTexts.mapCount(mergedAnswers(answers).length, paper.questions.length)}</p>
      <ol className={styles.cells}>
        {paper.questions.map(({ id }, index) => (
          <li key={id}>
            <Cell
              number={index + 1}
              isAnswered={answerTo(answers, id) !== null}
              isFlagged={flags.has(id)}
              isDiffering={differing.has(id)}
              isWaiting={waiting.has(id)}
              isCurrent={index === position}
              onVisit={() => onVisit(index)}
            />
          </li>
        ))}
      </ol>
      {/* Below the cells: it comes and goes with the network, and would move them under a finger. */}
      {waiting.size > 0 && <p className={styles.count}>{examTexts.mapWaitingHint}</p>}
    </>
  )
}

interface SheetProps {
  onClose: () => void
  children: ReactNode
}

/** The same cells over the question, where the map itself is out of sight below it. */
export function QuestionSheet({ onVisit, onClose, children, ...cells }: CellsProps & SheetProps) {
  const visit = (position: number) => {
    onVisit(position)
    onClose()
  }
  // A tablet that was turned shows the map itself beside the question.
  useEffect(() => {
    const wide = window.matchMedia('(width > 64em)')
    wide.addEventListener('change', onClose)
    return () => wide.removeEventListener('change', onClose)
  }, [onClose])
  return (
    <Modal title={examTexts.map} height="fit-content" onClose={onClose}>
      <div className={styles.sheet}>
        <Cells {...cells} onVisit={visit} />
        {children}
      </div>
    </Modal>
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

interface QuestionStepsProps {
  position: number
  total: number
  isFlagged: boolean
  isReadOnly: boolean
  onVisit: (position: number) => void
  onFlag: () => void
  onSubmit: () => void
}

/** The ways to the neighbouring questions, and the flag. From the last question the way leads to the submission. */
export function QuestionSteps({
  position,
  total,
  isFlagged,
  isReadOnly,
  onVisit,
  onFlag,
  onSubmit,
}: QuestionStepsProps) {
  const isLast = position === total - 1
  return (
    <div className={isLast ? `${answering.steps} ${answering.atLast}` : answering.steps}>
      <Button variant="border" size="small" disabled={position === 0} onClick={() => onVisit(position - 1)}>
        <Icon drawing={back} size={20} />
        <span className={isLast ? hidden.belowPhone : ''}>{examTexts.previous}</span>
      </Button>
      <Button variant="tertiary" size="small" aria-pressed={isFlagged} onClick={onFlag}>
        <Icon drawing={flag} size={20} />
        <span className={hidden.besideNoMap}>
          <span>{isFlagged ? examTexts.unflag : examTexts.flag}</span>
          {!isFlagged && <span className={hidden.visuallyHidden}> {examTexts.flagWhat}</span>}
        </span>
      </Button>
      {isLast ? (
        <Button size="small" disabled={isReadOnly} onClick={onSubmit}>
          <span>{examTexts.submitReview}</span>
        </Button>
      ) : (
        <Button variant="secondary" size="small" onClick={() => onVisit(position + 1)}>
          <span>{examTexts.next}</span>
          <Icon drawing={arrow} size={20} />
        </Button>
      )}
    </div>
  )
}
