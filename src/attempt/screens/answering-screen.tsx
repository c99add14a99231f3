import { useEffect, useRef, useState } from 'react'
import type { AnswerValue } from '#contract/question.ts'
import { answerTo, savingOf } from '../machine/answers.ts'
import type { AttemptInfo } from '../machine/paper.ts'
import { reasonNotToPause } from '../machine/pauses.ts'
import type { Answering } from '../machine/state.ts'
import { afterPaint, AttemptBar } from './attempt-bar.tsx'
import styles from './answering.module.css'
import { ConnectionLine } from './connection-line.tsx'
import type { AttemptController } from '../control/controller.ts'
import type { AttemptView } from '../control/view.ts'
import { isPaused } from '../machine/transition.ts'
import { QuestionMap, QuestionSheet, QuestionSteps } from './question-map.tsx'
import { QuestionView, useUnreadNumbers } from './question-view.tsx'
import { SavingLine } from './saving-line.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import { useExamKeys, useDeviceSwitch } from './use-attempt-keys.ts'
import { useWaitingAnswers } from './trouble.ts'
import { examTexts } from '../../messages/exam.ts'
import { Button } from '../../ui/button/button.tsx'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { lazyPiece, usePiece } from '../../ui/piece/piece.ts'
import { useSession } from '../../session/session-state.ts'

/** Fetched as soon as a question is shown: the network may be gone when they are wanted. */
const pauseDialog = lazyPiece(() => import('./pause.tsx').then((m) => m.PauseDialog))
/** For a person who has named a region, where the server knows of alarms. */
const alarmStrip = lazyPiece(() => import('./alarm.tsx').then((m) => m.AlarmStrip))
const pausedScreen = lazyPiece(() => import('./pause.tsx').then((m) => m.PausedScreen))

interface AnsweringScreenProps {
  purchaseId: string
  controller: AttemptController
  view: AttemptView
  state: Answering
}

/** The exam as it runs, or the screen that covers it during a pause. */
export function AnsweringScreen(props: AnsweringScreenProps) {
  const { controller, state, view } = props
  return isPaused(state) ? (
    <PieceInPlace piece={pausedScreen} props={{ controller, state, reached: view.reached }} />
  ) : (
    <RunningExam {...props} />
  )
}

function RunningExam({ purchaseId, controller, view, state }: AnsweringScreenProps) {
  const { paper, answers, position, flags, writer } = state
  const [opened, setOpened] = useState<'submit' | 'pause' | null>(null)
  /** The writer at the time when the sheet of all questions was opened; null while it is closed. */
  const [sheetWriter, setSheetWriter] = useState<Answering['writer'] | null>(null)
  const [besideOptions, setBesideOptions] = useState<Element | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const question = paper.questions[position]!
  const value = answerTo(answers, question.id)
  const isReadOnly = writer !== 'here'
  const waiting = useWaitingAnswers(state, view)
  // When the writing comes back, no dialog opens by itself.
  if (isReadOnly && opened !== null) setOpened(null)
  // A notice that asks the person to decide is in the bar, and the bar lies behind the sheet.
  if (sheetWriter !== null && sheetWriter !== writer) setSheetWriter(null)

  // The element with the focus has left with the last screen or question, or cannot be pressed since another tab or device
  // took over. The focus moves after the drawing, because each heading is a new element. It moves after the paint, because a
  // focus lays the page out immediately.
  useEffect(() => afterPaint(() => heading.current?.focus({ preventScroll: true })), [question.id, writer])

  const toHeading = () => heading.current?.focus({ preventScroll: true })
  const visit = (next: number) => {
    controller.visit(next)
    window.scrollTo({ top: 0 })
  }
  const give = (next: AnswerValue | null) => controller.answer(question.id, next)
  const { shown, isUnread, answer } = useUnreadNumbers(question, value, isReadOnly, give)
  const saving = savingOf(answers, question.id)
  const choose: typeof answer = (chosen) => {
    answer(chosen)
    // The pressed button is gone.
    toHeading()
  }
  const sendNow = () => {
    controller.wake()
    // The pressed button waits now, and goes when all is sent.
    toHeading()
  }
  const flag = () => controller.toggleFlag(question.id)
  const [showsClock, setShowsClock] = useDeviceSwitch('exam_clock_off')
  const keys = useExamKeys({ question, value, position, isReadOnly, onAnswer: answer, onVisit: visit, onFlag: flag })

  const { attemptInfo: info } = paper
  const toPause = () => {
    setSheetWriter(null)
    setOpened('pause')
  }
  const pause = <PauseButton info={info} isReadOnly={isReadOnly} onOpen={toPause} />
  return (
    // A translated word is another task, and a translated «збережено» may be said of an answer that is not saved.
    <div className={styles.exam} translate="no">
      <AttemptBar
        controller={controller}
        state={state}
        headingRef={heading}
        showsClock={showsClock}
        onSubmit={() => setOpened('submit')}
        onMap={() => setSheetWriter(writer)}
        pause={pause}
      >
        <AlarmPlace controller={controller} info={info} isReadOnly={isReadOnly} onFocusLost={toHeading} />
        {view.pauseRefused !== '' && <span role="status">{view.pauseRefused}</span>}
        <ConnectionLine
          purchaseId={purchaseId}
          state={state}
          view={view}
          waiting={waiting}
          besideOptions={besideOptions}
          onTakeOver={controller.takeOver}
          onChoose={choose}
          onSendNow={sendNow}
          onFocusLost={toHeading}
        />
      </AttemptBar>
      <div className={styles.columns}>
        <div className={styles.work}>
          <QuestionView
            key={question.id}
            question={question}
            headingId="question-number"
            value={shown}
            isReadOnly={isReadOnly}
            onAnswer={answer}
            fillsWindow
            showsKeys
          />
          <div ref={setBesideOptions} className={styles.beside} />
          <div className={styles.foot}>
            <SavingLine
              saving={isUnread && saving !== 'unsaved' ? 'unread' : saving}
              answer={value}
              canClear={shown !== null && !isReadOnly}
              onClear={() => choose(null)}
            />
            <QuestionSteps
              position={position}
              total={paper.questions.length}
              isFlagged={flags.has(question.id)}
              isReadOnly={isReadOnly}
              onVisit={visit}
              onFlag={flag}
              onSubmit={() => setOpened('submit')}
            />
          </div>
        </div>
        <QuestionMap
          state={state}
          waiting={new Set(waiting?.questionIds)}
          keys={keys}
          clock={paper.attemptInfo.deadlineAt === null ? null : { isOn: showsClock, turn: setShowsClock }}
          onVisit={visit}
        >
          {pause}
        </QuestionMap>
      </div>
      {sheetWriter !== null && (
        <QuestionSheet
          state={state}
          waiting={new Set(waiting?.questionIds)}
          onVisit={visit}
          onClose={() => setSheetWriter(null)}
        >
          {pause}
        </QuestionSheet>
      )}
      {opened === 'pause' && (
        <PieceInPlace piece={pauseDialog} props={{ controller, info, onClose: () => setOpened(null) }} />
      )}
      {opened === 'submit' && (
        <SubmitDialog state={state} controller={controller} onVisit={visit} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}

interface PauseButtonProps {
  info: AttemptInfo
  isReadOnly: boolean
  onOpen: () => void
}

/** The button that stops the clock; nothing where no clock runs, or the server knows no pauses. */
function PauseButton({ info, isReadOnly, onOpen }: PauseButtonProps) {
  const canAsk = reasonNotToPause(info, 0) !== 'unknown'
  useEffect(() => {
    if (!canAsk) return
    pauseDialog.prepare()
    pausedScreen.prepare()
  }, [canAsk])
  if (!canAsk) return null
  return (
    <Button variant="border" size="small" disabled={isReadOnly} aria-haspopup="dialog" onClick={onOpen}>
      {examTexts.pause}
    </Button>
  )
}

interface AlarmPlaceProps {
  controller: AttemptController
  info: AttemptInfo
  isReadOnly: boolean
  onFocusLost: () => void
}

/** Says that there is an alarm in the person's region, while the exam can be paused for it. */
function AlarmPlace({ controller, info, isReadOnly, onFocusLost }: AlarmPlaceProps) {
  const region = useSession().user?.region ?? ''
  const isAsked = region !== '' && !isReadOnly && reasonNotToPause(info, 0) === null
  const { Piece: AlarmStrip } = usePiece(alarmStrip, isAsked)
  if (!isAsked || AlarmStrip === null) return null
  return <AlarmStrip region={region} onStop={() => controller.pause('alarm')} onFocusLost={onFocusLost} />
}
