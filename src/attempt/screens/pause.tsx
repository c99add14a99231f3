import { useQueryClient } from '@tanstack/react-query'
import type { Alarm } from '#contract/alarms.ts'
import { pendingEvents } from '../machine/answers.ts'
import type { AttemptInfo } from '../machine/paper.ts'
import { reasonNotToPause } from '../machine/pauses.ts'
import type { Answering } from '../machine/state.ts'
import { examTexts } from '../../messages/exam.ts'
import { pauseTexts } from '../../messages/pause.ts'
import { clockFace } from '../../messages/formats.ts'
import { Button } from '../../ui/button/button.tsx'
import { useTimeLeft } from '../../ui/countdown.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { Column, PageTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import { lazyPiece, usePiece } from '../../ui/piece/piece.ts'
import { useSession } from '../../session/session-state.ts'
import hidden from '../../ui/visually-hidden.module.css'
import type { AttemptController } from '../control/controller.ts'
import styles from './screen.module.css'
import { TimeLeft } from './attempt-bar.tsx'
import { Fact } from './waiting-screen.tsx'

interface PauseDialogProps {
  controller: AttemptController
  info: AttemptInfo
  onClose: () => void
}

/** Explains a pause and begins one, or says that none is left. */
export function PauseDialog({ controller, info, onClose }: PauseDialogProps) {
  const { pauses } = info
  const cause = useCause()
  const canPause = pauses !== undefined && reasonNotToPause(info, 0) === null
  return (
    <Modal
      title={canPause ? pauseTexts.dialogTitle : examTexts.pause}
      width="520px"
      height="fit-content"
      onClose={onClose}
    >
      <div className={styles.dialog}>
        {canPause ? (
          <>
            <p>{pauseTexts.reason}</p>
            <p>{pauseTexts.means}</p>
            <p>{pauseTexts.left(pauses.left, Math.floor(pauses.leftMs / 60_000))}</p>
          </>
        ) : (
          <p>{pauseTexts.used}</p>
        )}
        <div className={styles.choices}>
          {canPause && (
            <Button size="large" onClick={() => controller.pause(cause)}>
              {pauseTexts.choose}
            </Button>
          )}
          <Button variant="border" size="large" onClick={onClose}>
            {pauseTexts.cancel}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** The cause, by the alarms read last. A person who presses «Пауза» in an alarm hears of its end, as after the strip. */
function useCause(): 'alarm' | 'power' {
  const region = useSession().user?.region
  const known = useQueryClient().getQueryData<{ readonly alarms: readonly Alarm[] }>(['alarms'])
  const isAlarm = known?.alarms.some((alarm) => alarm.region === region && alarm.ended_at == null)
  return isAlarm === true ? 'alarm' : 'power'
}

interface PausedScreenProps {
  controller: AttemptController
  state: Answering
  /** Whether the last try reached the server; null before the first. */
  reached: boolean | null
}

const alarmOver = lazyPiece(() => import('./alarm.tsx').then((m) => m.AlarmOver))

/** In place of the paper during a pause: how long it may last, what is saved, and the way on. */
export function PausedScreen({ controller, state, reached }: PausedScreenProps) {
  const waiting = pendingEvents(state.answers).length
  const isUntold = (state.paper.attemptInfo.pauses?.untold.length ?? 0) > 0
  return (
    <Column width="text">
      <div role="status">
        <PageTitle>{pauseTexts.title}</PageTitle>
      </div>
      <dl className={styles.facts}>
        <Fact name={pauseTexts.lasts} value={<PauseLeft pauseLeft={controller.pauseLeft} />} />
        <Fact name={pauseTexts.clock} value={<TimeLeft remaining={controller.remaining} />} />
      </dl>
      <Text>{waiting > 0 ? pauseTexts.here(waiting) : !isUntold && pauseTexts.safe}</Text>
      {isUntold && reached === false && <Text>{pauseTexts.offline}</Text>}
      <AlarmPlace state={state} />
      {state.writer === 'here' ? (
        <div>
          <Button size="large" onClick={controller.goOn}>
            {examTexts.resume}
          </Button>
        </div>
      ) : (
        <>
          <Text>{pauseTexts.goOnElsewhere}</Text>
          <div>
            <Button size="large" variant="border" onClick={controller.takeOver}>
              {examTexts.continueHere}
            </Button>
          </div>
        </>
      )}
    </Column>
  )
}

/** Says that the alarm for which the person paused is over. */
function AlarmPlace({ state }: { state: Answering }) {
  const region = useSession().user?.region ?? ''
  const current = state.paper.attemptInfo.pauses?.current
  const isAsked = region !== '' && current?.cause === 'alarm'
  const { Piece: AlarmOver } = usePiece(alarmOver, isAsked)
  return isAsked && AlarmOver && <AlarmOver region={region} since={current.since} />
}

/** Screen readers hear only of the last half minute. */
const saidBeforeMs = 30_000

function PauseLeft({ pauseLeft }: Pick<AttemptController, 'pauseLeft'>) {
  const left = useTimeLeft(pauseLeft)
  return (
    <>
      <span role="timer" className={styles.left}>
        {clockFace(left)}
      </span>
      <span role="status" className={hidden.visuallyHidden}>
        {left <= saidBeforeMs && pauseTexts.soon}
      </span>
    </>
  )
}
