import { type ReactNode, useState, useEffect, createContext, use } from 'react'
import { sessionTexts } from '../../messages/session.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Column } from '../../ui/column.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { holdExamLock } from '../sync/exam-lock.ts'
import { holdLoginRedirect } from '../../session/session-events.ts'
import { examAttemptTexts, type AttemptTexts } from '../../messages/attempt.ts'
import styles from './screen.module.css'
import { storageTexts } from '../../messages/storage.ts'
import { Button } from '../../ui/button/button.tsx'
import { examTexts } from '../../messages/exam.ts'
import { Actions } from '../../ui/actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Mark } from '../../ui/mark.tsx'

/**
 * An attempt belongs to the person who opened its page. When somebody else signs in, over it or in another tab, it leaves
 * the screen at once; what was answered stays and is delivered. Needs a key of the purchase.
 */
export function OwnAttempt({ children }: { children: (ownerId: string) => ReactNode }) {
  const { user } = useSession()
  const [ownerId, setOwner] = useState(user?.id ?? null)
  if (user === null) return <Loading fullPage />
  if (ownerId === null) setOwner(user.id)
  return ownerId === null || ownerId === user.id ? children(user.id) : <OtherPersonScreen />
}

function OtherPersonScreen() {
  return (
    <Column width="text">
      <PageTitle>{sessionTexts.otherTitle}</PageTitle>
      <Text>{sessionTexts.other}</Text>
      <Text>{sessionTexts.otherAdvice}</Text>
      <div>
        <ButtonLink size="large" to={paths.purchases}>
          {sessionTexts.toPurchases}
        </ButtonLink>
      </div>
    </Column>
  )
}

/**
 * While an exam is under way no new version replaces it, in whatever tab it was accepted, and an ended session does not
 * take the person away.
 */
export function useExamGuard(isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return
    // No limit: asked, and not depended on: a browser short of room may still delete what is kept here.
    void navigator.storage?.persist?.().catch(() => false)
    const releases = [holdExamLock(), holdLoginRedirect()]
    return () => {
      for (const release of releases) release()
    }
  }, [isUnderWay])
}

/**
 * Keeps the screen on while `isWanted`: who thinks over a question touches nothing. A browser takes the lock away from a
 * page that is hidden; it is asked for again when the page is seen. One that has no locks, or refuses (a low battery), is
 * left alone.
 */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock }
    if (!isWanted || wakeLock === undefined) return
    let isOver = false
    let held: WakeLockSentinel | null = null
    const takeWhenSeen = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        // No limit: nothing waits for it.
        const lock = await wakeLock.request('screen')
        // Two may be on their way, and the exam may end meanwhile: one is held, or none.
        if (isOver || (held !== null && !held.released)) await lock.release()
        else held = lock
      } catch {
        // Refused: the screen goes dark as it does elsewhere.
      }
    }
    const look = () => void takeWhenSeen()
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', look)
      void held?.release().catch(() => undefined)
    }
  }, [isWanted])
}

/** The texts of the shared screens: an exam's, or a training's. */
export const AttemptTextsContext = createContext<AttemptTexts>(examAttemptTexts)

export function useAttemptTexts(): AttemptTexts {
  return use(AttemptTextsContext)
}

/** One fact of what is about to begin, within a `dl`. */
export function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Beside a broken storage: what it means to go on all the same, and the button that does. */
export function GoOnInMemory({ onGoOn }: { onGoOn: () => void }) {
  return (
    <>
      <Text>{storageTexts.goOnMeans}</Text>
      <div>
        <Button variant="border" size="large" onClick={onGoOn}>
          {storageTexts.goOn}
        </Button>
      </div>
    </>
  )
}

interface OpeningUnansweredProps {
  /** What is going on, in a sentence. */
  children: string
  onAskNow: () => void
}

/** Nobody has answered the call for an attempt: what is done about it, and the way not to wait. */
export function OpeningUnanswered({ children, onAskNow }: OpeningUnansweredProps) {
  return (
    <Notice
      tone="warning"
      title={examTexts.openingUnanswered}
      actions={
        <Actions>
          <Button size="small" onClick={onAskNow}>
            {examTexts.askNow}
          </Button>
          <ButtonLink size="small" variant="border" to={paths.purchases}>
            {examTexts.backToPurchases}
          </ButtonLink>
        </Actions>
      }
    >
      {children}
    </Notice>
  )
}

/** Something is on its way; nothing is asked of the person. */
export function WaitingScreen({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.waiting}>
      <Mark size={88} busy />
      <div role="status">
        <PageTitle variant="subtitle1">{title}</PageTitle>
      </div>
      {children}
    </div>
  )
}
