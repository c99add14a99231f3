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
 * An attempt belongs to the person who opened its page. When another person signs in, on that page or in another tab, the
 * attempt leaves the screen immediately; its answers stay and are delivered. Needs the purchase as its React key.
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

/** While an exam is under way, an update accepted in any tab does not replace it, and an ended session does not redirect. */
export function useExamGuard(isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return
    // No limit: nobody waits for this request or relies on it. A browser short of room may still delete what is kept here.
    void navigator.storage?.persist?.().catch(() => false)
    const releases = [holdExamLock(), holdLoginRedirect()]
    return () => {
      for (const release of releases) release()
    }
  }, [isUnderWay])
}
