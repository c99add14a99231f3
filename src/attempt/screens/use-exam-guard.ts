import { useEffect } from 'react'
import { holdLoginRedirect } from '../../session/session-events.ts'
import { holdExamLock } from '../sync/exam-lock.ts'

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
