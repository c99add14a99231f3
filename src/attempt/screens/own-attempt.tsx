import { type ReactNode, useEffect, useState } from 'react'
import { sessionTexts } from '../../messages/session.ts'
import { paths } from '../../paths.ts'
import { holdLoginRedirect } from '../../session/session-events.ts'
import { useSession } from '../../session/session-state.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Column, Loading, PageTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import { holdExamLock } from '../sync/exam-lock.ts'

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
