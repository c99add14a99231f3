import { useState } from 'react'
import { wishDelivery } from '../delivery/delivery-wish.ts'
import { outboxTexts } from '../messages/outbox.ts'
import { Button } from '../ui/button/button.tsx'
import styles from './outbox.module.css'
import { useSecondsUntil } from './use-seconds-until.ts'

interface NextTryProps {
  /** When the next try is made, by this device's clock. */
  at: number
  /** No try before this moment, whatever the person wishes: the server asked for the pause. */
  heldUntil: number
  isCentered?: boolean
  onSendNow?: () => void
}

/** When what the server does not have is sent again, and the way not to wait for it. The countdown is not read out second by second. */
export function NextTry({ at, heldUntil, isCentered = false, onSendNow = wishDelivery }: NextTryProps) {
  const [wishedInPlaceOf, setWished] = useState<number | null>(null)
  const seconds = useSecondsUntil(at)
  const isHeld = useSecondsUntil(heldUntil) > 0
  // A try that failed plans the next one, which is another moment.
  const isUnderWay = seconds === 0 || (wishedInPlaceOf === at && !isHeld)
  const sendNow = () => {
    setWished(at)
    onSendNow()
  }
  return (
    <div className={`${styles.nextTry} ${isCentered ? styles.centered : ''}`}>
      <p role="timer" className={styles.countdown}>
        {isUnderWay ? outboxTexts.sending : isHeld ? outboxTexts.held(seconds) : outboxTexts.nextTry(seconds)}
      </p>
      <Button variant="secondary" size="small" disabled={isUnderWay || isHeld} onClick={sendNow}>
        {outboxTexts.sendNow}
      </Button>
    </div>
  )
}
