import { useEffect } from 'react'
import { keepingTrouble } from '../engine/keeping-trouble.ts'
import type { ExamView } from './exam-view.ts'

/** While answers are on this page and nowhere else, the browser asks before it closes the page or loads it anew. */
export function useLeaveWarning(isOnlyHere: boolean): void {
  useEffect(() => {
    if (!isOnlyHere) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    // Not a moment longer than needed: a page that listens to this is not kept for the way back.
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isOnlyHere])
}

/** Whether what the person has given would be lost with this page. */
export function standsOnlyHere({ stage, session, isUnkept }: ExamView): boolean {
  if (stage !== 'running') return false
  if (session.phase === 'answering') return keepingTrouble(session.book) === 'page-only'
  return session.phase === 'submitting' && isUnkept
}
