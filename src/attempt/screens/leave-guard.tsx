import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AttemptView } from '../control/view.ts'
import { examTexts } from '../../messages/exam.ts'
import { downloadAnswers } from '../submissions/answers-file.ts'
import { paths } from '../../paths.ts'
import { Actions, Modal } from '../../ui/modal/modal.tsx'
import { Button } from '../../ui/button/button.tsx'
import { isOnlyHere, ownFile } from './trouble.ts'
import styles from './screen.module.css'

/** While only this page has answers, the person is asked before it is left: by the browser, and here when going back. */
export function LeaveGuard({ view, purchaseId }: { view: AttemptView; purchaseId: string }) {
  const { state } = view
  const asks = isOnlyHere(view)
  const { isAsking, stay, leave } = useBackGuard(asks)
  useLeaveWarning(asks)
  if (!isAsking || (state.phase !== 'answering' && state.phase !== 'submitting')) return null
  return (
    <Modal title={examTexts.leaveTitle} width="520px" height="fit-content" onClose={stay}>
      <div className={styles.dialog}>
        <p>{examTexts.leave}</p>
        <div>
          <Button variant="link" onClick={() => downloadAnswers(ownFile(state, purchaseId))}>
            {examTexts.download}
          </Button>
        </div>
        <Actions>
          <Button size="large" onClick={stay}>
            {examTexts.leaveStay}
          </Button>
          <Button variant="border" size="large" onClick={leave}>
            {examTexts.leaveGo}
          </Button>
        </Actions>
      </div>
    </Modal>
  )
}

/** While only this page has answers, the browser asks before it closes the page or reloads it. */
export function useLeaveWarning(isOnlyHere: boolean): void {
  useEffect(() => {
    if (!isOnlyHere) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    // No longer than needed: a page that listens to this is not kept in the back/forward cache.
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isOnlyHere])
}

/** Marks the history entry that exists only to be left first. */
const guard = { isGuard: true }

/** Within this time going back has led away, if there was anything to go back to. Milliseconds. */
const leftWithinMs = 300

interface BackGuard {
  /** The person went back, and this page is still here. */
  readonly isAsking: boolean
  readonly stay: () => void
  readonly leave: () => void
}

/**
 * While `isOn`, going back in the history asks instead of leaving this page. The router (decision 0005) has no way to wait,
 * so the page is in the history twice: going back leaves only the second entry, and the router does not notice. A person who
 * came by a notification or a new tab has nothing to go back to, and is led to the list of their tests.
 */
function useBackGuard(isOn: boolean): BackGuard {
  const [isAsking, setAsking] = useState(false)
  const isLeaving = useRef(false)
  const navigate = useNavigate()
  /** How often the person has gone back for good. */
  const [departures, setDepartures] = useState(0)
  useEffect(() => {
    if (departures === 0) return
    const timer = setTimeout(() => {
      isLeaving.current = false
      void navigate(paths.purchases)
    }, leftWithinMs)
    const stop = () => clearTimeout(timer)
    // The earlier page, of this site or not, is on its way and may take longer. (iOS sends no `beforeunload`.)
    const signs = ['popstate', 'beforeunload', 'pagehide']
    for (const sign of signs) window.addEventListener(sign, stop)
    return () => {
      stop()
      for (const sign of signs) window.removeEventListener(sign, stop)
    }
  }, [departures, navigate])
  useEffect(() => {
    if (!isOn) return
    addGuardEntry()
    const ask = (event: PopStateEvent) => {
      if (isLeaving.current) return
      event.stopImmediatePropagation()
      setAsking(true)
    }
    // Capturing: runs before the router's listener on the same window.
    window.addEventListener('popstate', ask, { capture: true })
    return () => {
      window.removeEventListener('popstate', ask, { capture: true })
      setAsking(false)
    }
  }, [isOn])
  return {
    isAsking,
    stay: () => {
      setAsking(false)
      addGuardEntry()
    },
    leave: () => {
      isLeaving.current = true
      window.history.back()
      setDepartures((before) => before + 1)
    },
  }
}

function addGuardEntry(): void {
  const { state } = window.history
  if (state?.isGuard !== true) window.history.pushState({ ...state, ...guard }, '')
}
