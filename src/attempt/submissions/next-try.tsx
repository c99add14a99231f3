import { useServerOffset } from '../../queries/server-offset.ts'
import { useState } from 'react'
import { requestDelivery } from '../../concurrency/wake.ts'
import { sendingTexts } from '../../messages/sending.ts'
import { Button } from '../../ui/button/button.tsx'
import styles from './submissions.module.css'
import { useSecondsUntil } from '../../ui/countdown.tsx'
import { moment } from '../../messages/formats.ts'

interface NextTryProps {
  /** When the next try is made, by this device's clock. */
  at: number
  /** No try before this moment, also when the person presses: the server asked for the pause. */
  pauseUntil: number
  isCentered?: boolean
  onSendNow?: () => void
}

/** When unsent answers are sent again, and a button not to wait. The countdown is not read out second by second. */
export function NextTry({ at, pauseUntil, isCentered = false, onSendNow = requestDelivery }: NextTryProps) {
  const [requestedInPlaceOf, setRequested] = useState<number | null>(null)
  const seconds = useSecondsUntil(at)
  const isPaused = useSecondsUntil(pauseUntil) > 0
  // After a failed try `at` is another moment.
  const isUnderWay = seconds === 0 || (requestedInPlaceOf === at && !isPaused)
  const sendNow = () => {
    setRequested(at)
    onSendNow()
  }
  return (
    <div className={`${styles.nextTry} ${isCentered ? styles.centered : ''}`}>
      <p role="timer" className={styles.countdown}>
        {isUnderWay ? sendingTexts.sending : isPaused ? sendingTexts.held(seconds) : sendingTexts.nextTry(seconds)}
      </p>
      {/* Not `disabled`: the pressed button keeps the focus. */}
      <Button
        variant="secondary"
        size="small"
        aria-disabled={isUnderWay || isPaused || undefined}
        onClick={() => !isUnderWay && !isPaused && sendNow()}
      >
        {sendingTexts.sendNow}
      </Button>
    </div>
  )
}

/** Until when a submitted exam has to arrive to be graded. `until`: milliseconds since 1970 by the server's clock. */
export function CountsUntil({ until }: { until: number }) {
  const offset = useServerOffset()
  const isOver = useSecondsUntil(until - (offset ?? 0)) === 0
  return <p>{(isOver ? sendingTexts.countedUntil : sendingTexts.countsUntil)(moment(until))}</p>
}
