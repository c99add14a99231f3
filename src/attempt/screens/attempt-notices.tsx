import { type ReactNode, useId, useSyncExternalStore } from 'react'
import type { AnswerValue, Question } from '#contract/question.ts'
import { downloadAnswers } from '../submissions/answers-file.ts'
import type { AttemptView } from '../control/view.ts'
import { type AnswerConflict, conflictOn } from '../machine/conflicts.ts'
import type { Answering } from '../machine/state.ts'
import { NextTry } from '../submissions/next-try.tsx'
import { timeOfDay } from '../../messages/formats.ts'
import { type BriefTitle, examTexts } from '../../messages/exam.ts'
import { sessionTexts } from '../../messages/session.ts'
import { keptLink, subscribeKeptLink } from '../sync/exam-lock.ts'
import { requestSignIn } from '../../session/session-events.ts'
import { useSession } from '../../session/session-state.ts'
import { Button } from '../../ui/button/button.tsx'
import { FigureView } from '../../ui/figure-view.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './attempt-notices.module.css'
import { useAttemptTexts } from './attempt-texts.ts'
import { ownFile, sayingOf, troubleOf, type WaitingAnswers } from './trouble.ts'
import { chosenOptions } from './question-view.tsx'

export interface AttemptNoticesProps {
  purchaseId: string
  state: Answering
  view: AttemptView
  waiting: WaitingAnswers | null
  onTakeOver: () => void
  /** Called with the answer that is meant, of two devices' answers to this question. */
  onChoose: (value: AnswerValue | null) => void
  onSendNow: () => void
}

export interface AttemptNotice {
  kind: 'elsewhere' | 'conflict' | 'keeping' | 'session' | 'clock' | 'link' | 'settled'
  title: BriefTitle
  isDanger?: boolean
  notice: ReactNode
}

/** What the person should know, the most urgent first. */
export function useAttemptNotices(props: AttemptNoticesProps): readonly AttemptNotice[] {
  const { status } = useSession()
  const isLinkKept = useSyncExternalStore(subscribeKeptLink, keptLink) !== null
  const texts = useAttemptTexts()
  const { state, onTakeOver } = props
  const { writer } = state
  if (writer !== 'here') {
    const title = writer === 'other-tab' ? examTexts.otherTabBrief : examTexts.otherDeviceBrief
    const notice = <ElsewhereNotice writer={writer} view={props.view} onTakeOver={onTakeOver} />
    return [{ kind: 'elsewhere', title, notice }, ...conflictNotice(props)]
  }
  const ended: AttemptNotice = {
    kind: 'session',
    title: examTexts.sessionEndedTitle,
    notice: (
      <Notice
        actions={
          <Button size="small" onClick={requestSignIn}>
            {sessionTexts.signInAgain}
          </Button>
        }
      >
        {texts.sessionEnded}
      </Notice>
    ),
  }
  const link: AttemptNotice = {
    kind: 'link',
    title: examTexts.linkBrief,
    notice: <Notice>{examTexts.link}</Notice>,
  }
  const keeping = keepingNotice(props, texts.serverOnly)
  return [
    ...keeping.filter(({ isDanger }) => isDanger),
    ...conflictNotice(props),
    ...keeping.filter(({ isDanger }) => !isDanger),
    ...(status === 'ended' ? [ended] : []),
    ...clockNotice(props.view),
    ...(isLinkKept ? [link] : []),
  ]
}

function clockNotice({ clockRanSince }: AttemptView): AttemptNotice[] {
  if (clockRanSince === null) return []
  const since = timeOfDay(clockRanSince)
  return [
    { kind: 'clock', title: examTexts.clockRanTitle(since), notice: <Notice>{examTexts.clockRan(since)}</Notice> },
  ]
}

function conflictNotice({ state, onChoose }: AttemptNoticesProps): AttemptNotice[] {
  const { paper, answers, position, writer } = state
  const question = paper.questions[position]!
  const conflict = conflictOn(answers, question.id)
  if (conflict === null) return []
  const notice = (
    <ConflictNotice question={question} conflict={conflict} isReadOnly={writer !== 'here'} onChoose={onChoose} />
  )
  return [{ kind: 'conflict', title: examTexts.conflictBrief, notice }]
}

function keepingNotice(
  { purchaseId, state, view, waiting, onSendNow }: AttemptNoticesProps,
  serverOnly: string,
): AttemptNotice[] {
  if (waiting !== null) {
    const download = (
      <Button variant="border" size="small" onClick={() => downloadAnswers(ownFile(state, purchaseId))}>
        {examTexts.download}
      </Button>
    )
    const { title, isDanger } = sayingOf(waiting, view)
    const notice = <WaitingNotice waiting={waiting} view={view} download={download} onSendNow={onSendNow} />
    return [{ kind: 'keeping', title, isDanger, notice }]
  }
  if (troubleOf(view) !== 'server-only') return []
  const notice = (
    <Notice tone="warning" title={examTexts.serverOnlyTitle.join('')}>
      {serverOnly}
    </Notice>
  )
  return [{ kind: 'keeping', title: examTexts.serverOnlyTitle, notice }]
}

interface ElsewhereNoticeProps {
  writer: Exclude<Answering['writer'], 'here'>
  view: Pick<AttemptView, 'isTakingOver' | 'isTakeOverUnanswered'>
  onTakeOver: () => void
}

/** Another tab or device has the writing: the question cannot be answered here meanwhile. */
function ElsewhereNotice({ writer, view, onTakeOver }: ElsewhereNoticeProps) {
  const texts = useAttemptTexts()
  const isTab = writer === 'other-tab'
  return (
    <Notice
      tone="warning"
      title={isTab ? texts.otherTabTitle : texts.otherDeviceTitle}
      actions={
        <Button size="small" pending={view.isTakingOver} onClick={onTakeOver}>
          {examTexts.continueHere}
        </Button>
      }
    >
      <span>{isTab ? examTexts.otherTab : texts.otherDevice}</span>
      <span role="status">{view.isTakeOverUnanswered && ` ${examTexts.takeOverUnanswered}`}</span>
    </Notice>
  )
}

interface ConflictNoticeProps {
  question: Question
  conflict: AnswerConflict
  isReadOnly: boolean
  onChoose: (value: AnswerValue | null) => void
}

/** Shows the answers of two devices, asks which one is meant, and says which of them holds until then. */
function ConflictNotice({ question, conflict, isReadOnly, onChoose }: ConflictNoticeProps) {
  const { conflictReadOnly, contestedReadOnly } = useAttemptTexts()
  const isContested = conflict.holds === 'here'
  const [offer, hint] = isContested ? [examTexts.contested, contestedReadOnly] : [examTexts.conflict, conflictReadOnly]
  const title = useId()
  const side = (value: AnswerValue | null, name: string): ReactNode => (
    <div className={styles.side}>
      <p className={styles.name}>{name}</p>
      <GivenAnswer question={question} value={value} />
      {!isReadOnly && (
        <Button variant="border" size="small" aria-label={examTexts.chooseFrom(name)} onClick={() => onChoose(value)}>
          {examTexts.choose}
        </Button>
      )}
    </div>
  )
  return (
    <section className={styles.conflict} aria-labelledby={title}>
      <div>
        <h2 id={title} className={styles.title}>
          {examTexts.conflictTitle}
        </h2>
        <p>{isReadOnly ? hint : offer}</p>
      </div>
      <div className={styles.sides}>
        {side(conflict.here, isContested ? examTexts.answerThatHolds : examTexts.answerHere)}
        {side(conflict.there, examTexts.answerThere)}
      </div>
    </section>
  )
}

/** An answer to read: the words that were typed, or the options that were chosen as they look in the question. */
function GivenAnswer({ question, value }: { question: Question; value: AnswerValue | null }) {
  if (value === null) return <p className={styles.none}>{examTexts.noAnswer}</p>
  const options = question.options ?? []
  if (options.length === 0) return <p className={styles.text}>{chosenOptions(value).join(', ')}</p>
  return (
    <ul className={styles.chosen}>
      {chosenOptions(value).map((id) => {
        const index = options.findIndex((option) => option.id === id)
        const option = options[index]
        return (
          <li key={id} className={styles.text}>
            {option?.text != null && <span>{option.text}</span>}
            {option?.figure != null && (
              <span className={styles.figure}>
                <FigureView figure={option.figure} />
              </span>
            )}
            {option?.text == null && option?.figure == null && <span>{examTexts.optionName(index + 1)}</span>}
          </li>
        )
      })}
    </ul>
  )
}

interface WaitingNoticeProps {
  waiting: WaitingAnswers
  view: Pick<AttemptView, 'reached' | 'nextTryAt' | 'pauseUntil'>
  download: ReactNode
  onSendNow: () => void
}

/** How many answers the server lacks, what that means, when they are sent again, and a button not to wait. */
function WaitingNotice({ waiting, view, download, onSendNow }: WaitingNoticeProps) {
  const { title, text, isDanger, offersFile } = sayingOf(waiting, view)
  const { nextTryAt, pauseUntil } = view
  return (
    <Notice tone={isDanger ? 'danger' : 'warning'} title={title.join('')} actions={offersFile ? download : undefined}>
      <p>{text}</p>
      {/* The count changes with every answer: a screen reader would read the whole notice again each time. */}
      <div aria-live="off" className={styles.tries}>
        <p>{examTexts.waitingAnswers(waiting.questionIds.length)}</p>
        {nextTryAt !== null && <NextTry at={nextTryAt} pauseUntil={pauseUntil} onSendNow={onSendNow} />}
      </div>
    </Notice>
  )
}
